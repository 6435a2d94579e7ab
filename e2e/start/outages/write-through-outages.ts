// Writes in every way while outages come, and compares each answer with what is there: a success is whole, an error left
// nothing and destroyed nothing, and only an answer that says so may be either.
import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, digestOf, makeContent, markOf, type WriteWay } from './write-ways.ts';

export interface WayResult {
  succeeded: number;
  failed: number;
  /** The answer said that nobody knows, or there was none. */
  unknown: number;
  /** Of those, the ones that were done. */
  unknownDone: number;
  /** How often each error was answered. */
  errors: Record<string, number>;
}

interface Expectation {
  way: WriteWay;
  id: string;
  /** Contents of which one must be there; undefined: nothing. */
  allowed: Set<string | undefined>;
  because: string;
  sentMs: number;
}

export async function writeThroughOutages(
  ways: WriteWay[],
  {
    writesPerWay,
    workersPerWay,
    isEnough,
    faultsBetween,
  }: {
    writesPerWay: number;
    workersPerWay: number;
    isEnough(): boolean;
    faultsBetween(fromMs: number, toMs: number): string;
  },
): Promise<{ results: Record<string, WayResult>; violations: string[] }> {
  const results: Record<string, WayResult> = {};
  const violations: string[] = [];
  const expectations: Expectation[] = [];

  /** What each overwriting worker sent last, for a message. */
  const sent = new Map<string, string[]>();

  async function check(expectation: Expectation, when = 'then'): Promise<string | undefined> {
    const { way, id, allowed } = expectation;
    const found = await insist(() => way.find(id));
    if (!allowed.has(found)) {
      const expected = [...allowed].map((one) => one ?? 'nothing').join(' or ');
      report(expectation, `found ${when} ${found ?? 'nothing'} instead of ${expected}`);
    }
    return found;
  }

  function report({ way, id, because, sentMs }: Expectation, what: string): void {
    const nowMs = performance.now();
    // From a while before: what failed may have begun with what an earlier fault left.
    const faults = faultsBetween(sentMs - 10_000, nowMs) || 'no fault';
    const history = sent.get(id)?.join(', ') ?? '';
    const violation = `${way.name} ${id}, sent at ${seconds(sentMs)}: ${because}; ${what} at ${seconds(nowMs)}; ${faults}; ${history}`;
    console.log(violation);
    violations.push(violation);
  }

  async function work(way: WriteWay, worker: number): Promise<void> {
    const result = results[way.name] ?? { succeeded: 0, failed: 0, unknown: 0, unknownDone: 0, errors: {} };
    results[way.name] = result;
    const count = Math.ceil(writesPerWay / workersPerWay);
    let last: Expectation | undefined;
    const word = way.name.replace(/[^a-z0-9]+/gi, '-').toLowerCase();
    // After an unknown outcome either may be there: the COMMIT may still be under way.
    let before = new Set<string | undefined>([undefined]);
    for (
      let turn = 0, attempt = 0;
      (turn < count || !isEnough() || result.succeeded === 0) && attempt < 500 + 60 * count;
      attempt += 1
    ) {
      const id = `${word}-${worker}-${way.isOverwrite ? 'same' : attempt}`;
      const content = makeContent();
      const mark = contentIn(way, content);
      const startedMs = performance.now();
      const answer = await way.send(id, content).catch(noAnswer);
      const ms = Math.round(performance.now() - startedMs);
      const kind = kindOf(answer);
      result[kind] += 1;
      sent.set(id, [...(sent.get(id) ?? []).slice(-9), `${mark} ${kind} ${seconds(startedMs)} + ${ms} ms`]);
      if (kind === 'failed') {
        const error = `${answer.status} ${answer.text.slice(0, 60)}`;
        result.errors[error] = (result.errors[error] ?? 0) + 1;
      }
      const because = `${answer.status} ${answer.text.slice(0, 300)} after ${ms} ms`;
      const allowed = {
        succeeded: new Set<string | undefined>([mark]),
        failed: before,
        unknown: new Set<string | undefined>([...before, ...(way.part ? [way.part] : []), mark]),
      }[kind];
      const expectation = { way, id, allowed, because, sentMs: startedMs };
      if (kind === 'unknown' && answer.hasRetryAfter)
        report(expectation, 'Retry-After with an unknown outcome');
      // What was answered soon was hardly begun and counts for nothing; what was answered at once is looked at in the end.
      if (kind !== 'failed' || ms > 2500) turn += 1;
      if (kind === 'failed' && ms < 500) await sleep(250);
      else {
        const found = await check(expectation);
        if (kind === 'unknown' && found === mark) result.unknownDone += 1;
        if (way.isOverwrite) before = found !== mark && allowed.has(found) ? allowed : new Set([found]);
      }
      if (way.isOverwrite) last = { ...expectation, allowed: before };
      else expectations.push(expectation);
    }
    if (last) expectations.push(last);
  }

  await Promise.all(
    ways.flatMap((way) => Array.from({ length: workersPerWay }, (_, worker) => work(way, worker))),
  );
  // Nothing may come late.
  for (const expectation of expectations) await check(expectation, 'in the end');
  return { results, violations };
}

function contentIn({ name }: WriteWay, content: Buffer): string {
  if (/^(rest|rpc|function)/.test(name)) return markOf(content);
  return /^(booking|sign-up)/.test(name) ? 'done' : digestOf(content);
}

export const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

function kindOf({ status, text }: Answer): 'succeeded' | 'failed' | 'unknown' {
  if (status === 0 || /outcome_?unknown/i.test(text) || /may or may not|don’t know yet/.test(text))
    return 'unknown';
  return status < 300 ? 'succeeded' : 'failed';
}

function noAnswer(error: unknown): Answer {
  return { status: 0, text: String(error), hasRetryAfter: false };
}

/** The check itself waits for the end of an outage, and until others are answered. */
async function insist<Value>(work: () => Promise<Value>): Promise<Value> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      const value = await work();
      if (typeof value !== 'string' || !/: (429|5\d\d) /.test(value) || attempt > 200) return value;
    } catch (error) {
      if (attempt > 200) throw error;
    }
    await sleep(300);
  }
}
