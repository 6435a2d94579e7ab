// What the program does, for traces. Nothing is collected unless traces are configured (server/traces), and
// then a span costs one property read.
import { tracingChannel } from 'node:diagnostics_channel';

export interface SpanContext {
  name: string;
  kind: 'server' | 'client' | 'internal';
  /** May be filled while the work runs. Never secrets, and no text that a visitor chose. */
  attributes: Record<string, string | number | boolean>;
  /** A W3C traceparent of a trusted caller. */
  parent?: string | undefined;
  /** Begins a trace of its own: work that a request woke, but that serves others as well. */
  isRoot?: boolean;
}

export const spanChannel = tracingChannel<unknown, SpanContext>('onda:span');

/** Runs the work as a span, with what it calls as spans below. `work` gets the attributes to add to. */
export function inSpan<Value>(
  context: SpanContext,
  work: (attributes: SpanContext['attributes']) => Promise<Value>,
): Promise<Value> {
  if (!spanChannel.hasSubscribers) return work(context.attributes);
  return spanChannel.tracePromise(work, context, undefined, context.attributes) as Promise<Value>;
}
