// Sends finished spans to a collector by OTLP over HTTP as JSON, in batches. What a collector does not take is tried
// again a few times in the background, with bounded memory.
import type { SpanContext } from '#contracts/spans.ts';
import type { Logger } from '../logger.ts';
import { PROGRAM } from '../program.ts';
import type { TraceConfig } from './trace-config.ts';

interface FinishedSpan {
  traceId: string;
  spanId: string;
  parentId: string | undefined;
  name: string;
  kind: SpanContext['kind'];
  attributes: SpanContext['attributes'];
  startMs: number;
  endMs: number;
  isError: boolean;
}

export interface Exporter {
  add(span: FinishedSpan): void;
  close(): Promise<void>;
}

const MAX_WAITING = 2048;
const BATCH_SPANS = 512;
const SEND_EVERY_MS = 5000;
const ANSWER_LIMIT_MS = 10_000;
const CLOSE_LIMIT_MS = 2000;
const MAX_TRIES = 3;
/** What a collector means by "later", from the OTLP specification. */
const RETRYABLE = new Set([429, 502, 503, 504]);
const KINDS = { internal: 1, server: 2, client: 3 };

export function createExporter(config: TraceConfig, log: Logger): Exporter {
  const waiting: FinishedSpan[] = [];
  let dropped = 0;
  let tries = 0;
  let sending: Promise<void> | undefined;
  let hasFailed = false;

  async function sendBatch(limitMs: number): Promise<void> {
    const batch = waiting.slice(0, BATCH_SPANS);
    const outcome = await post(batch, limitMs);
    tries += 1;
    if (outcome === 'later' && tries < MAX_TRIES) return;
    tries = 0;
    waiting.splice(0, batch.length);
    if (outcome !== 'taken') dropped += batch.length;
  }

  async function post(batch: FinishedSpan[], limitMs: number): Promise<'taken' | 'later' | 'rejected'> {
    try {
      const response = await fetch(config.url, {
        method: 'POST',
        headers: { ...config.headers, 'content-type': 'application/json' },
        body: JSON.stringify(toOtlp(config, batch)),
        redirect: 'error',
        signal: AbortSignal.timeout(limitMs),
      });
      await response.body?.cancel();
      if (response.ok) {
        hasFailed = false;
        return 'taken';
      }
      warn(`status ${response.status}`);
      return RETRYABLE.has(response.status) ? 'later' : 'rejected';
    } catch (error) {
      warn(error instanceof Error ? error.message : String(error));
      return 'later';
    }
  }

  /** Once until it works again: a collector that is away must not fill the log. */
  function warn(reason: string): void {
    if (!hasFailed) log.warn({ reason, dropped }, 'traces could not be sent');
    hasFailed = true;
  }

  function send(): void {
    if (waiting.length === 0) return;
    sending ??= sendBatch(ANSWER_LIMIT_MS).finally(() => {
      sending = undefined;
      if (waiting.length >= BATCH_SPANS && tries === 0) send();
    });
  }

  const timer = setInterval(send, SEND_EVERY_MS).unref();
  return {
    add(span) {
      if (waiting.length >= MAX_WAITING) {
        dropped += 1;
        return;
      }
      waiting.push(span);
      if (waiting.length === BATCH_SPANS) send();
    },
    async close() {
      clearInterval(timer);
      await sending;
      if (waiting.length > 0) await sendBatch(CLOSE_LIMIT_MS);
    },
  };
}

function toOtlp({ serviceName, resource }: TraceConfig, spans: FinishedSpan[]) {
  return {
    resourceSpans: [
      {
        resource: { attributes: attributesOf({ ...resource, 'service.name': serviceName }) },
        scopeSpans: [
          {
            scope: { name: 'onda', version: PROGRAM.split(' ')[1] },
            spans: spans.map((span) => ({
              traceId: span.traceId,
              spanId: span.spanId,
              ...(span.parentId !== undefined && { parentSpanId: span.parentId }),
              name: span.name,
              kind: KINDS[span.kind],
              startTimeUnixNano: nanoseconds(span.startMs),
              endTimeUnixNano: nanoseconds(span.endMs),
              attributes: attributesOf(span.attributes),
              ...(span.isError && { status: { code: 2 } }),
            })),
          },
        ],
      },
    ],
  };
}

function attributesOf(attributes: SpanContext['attributes']) {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: anyValue(value) }));
}

function anyValue(value: string | number | boolean) {
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value === 'string') return { stringValue: value };
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}

/** More digits than a number holds: microseconds are exact, the rest is zero. */
function nanoseconds(ms: number): string {
  return `${BigInt(Math.round(ms * 1000)) * 1000n}`;
}
