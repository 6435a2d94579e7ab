// Turns the reports of inSpan() into spans with a trace and a parent, and passes finished ones to the exporter.
// Loaded only where traces are configured.
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { type SpanContext, spanChannel } from '#contracts/spans.ts';
import type { Logger } from '../logger.ts';
import { createExporter } from './export-spans.ts';
import type { TraceConfig } from './trace-config.ts';

interface OpenSpan {
  traceId: string;
  spanId: string;
  parentId: string | undefined;
  isSampled: boolean;
  startMs: number;
  hasFailed: boolean;
}

const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/;

export function startTraces(config: TraceConfig, log: Logger): { close(): Promise<void> } {
  const exporter = createExporter(config, log);
  const current = new AsyncLocalStorage<OpenSpan>();
  const open = new WeakMap<SpanContext, OpenSpan>();

  function begin(context: SpanContext): OpenSpan {
    const parent = context.isRoot ? undefined : (current.getStore() ?? readParent(context.parent));
    const traceId = parent?.traceId ?? randomBytes(16).toString('hex');
    const isLocal = parent !== undefined && 'startMs' in parent;
    const span: OpenSpan = {
      traceId,
      spanId: randomBytes(8).toString('hex'),
      parentId: parent?.spanId,
      isSampled:
        parent && (isLocal || config.followsParent) ? parent.isSampled : isChosen(traceId, config.ratio),
      startMs: nowMs(),
      hasFailed: false,
    };
    open.set(context, span);
    return span;
  }

  function end(context: SpanContext): void {
    const span = open.get(context);
    if (!span || !open.delete(context) || !span.isSampled) return;
    const { traceId, spanId, parentId, startMs, hasFailed } = span;
    const { name, kind, attributes } = context;
    const status = attributes['http.response.status_code'];
    const isError = hasFailed || (typeof status === 'number' && status >= 500);
    exporter.add({ traceId, spanId, parentId, name, kind, attributes, startMs, endMs: nowMs(), isError });
  }

  const subscribers = {
    start: () => undefined,
    end: (context: SpanContext & { error?: unknown }) => {
      // Work that threw before it had a promise has no later moment.
      if (context.error !== undefined) end(context);
    },
    asyncStart: () => undefined,
    asyncEnd: end,
    error: (context: SpanContext) => {
      const span = open.get(context);
      if (span) span.hasFailed = true;
    },
  };
  spanChannel.start.bindStore(current, begin);
  spanChannel.subscribe(subscribers);
  return {
    close() {
      spanChannel.unsubscribe(subscribers);
      spanChannel.start.unbindStore(current);
      return exporter.close();
    },
  };
}

/** A clock that does not jump within a span. */
function nowMs(): number {
  return performance.timeOrigin + performance.now();
}

function readParent(traceparent: string | undefined) {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(traceparent ?? '') ?? [];
  if (traceId === undefined || spanId === undefined) return undefined;
  return { traceId, spanId, isSampled: (Number.parseInt(flags ?? '0', 16) & 1) === 1 };
}

/** By the trace's own number, so that every program that sees it decides alike. */
function isChosen(traceId: string, ratio: number): boolean {
  return Number.parseInt(traceId.slice(-13), 16) < ratio * 2 ** 52;
}
