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
  allowed: (string | undefined)[];
  because: string;
}

export async function writeThroughOutages(
  ways: WriteWay[],
  {
    writesPerWay,
    workersPerWay,
    isEnough,
  }: { writesPerWay: number; workersPerWay: number; isEnough(): boolean },
): Promise<{ results: Record<string, WayResult>; violations: string[] }> {
  const results: Record<string, WayResult> = {};
  const violations: string[] = [];
  const expectations: Expectation[] = [];

  async function check({ way, id, allowed, because }: Expectation): Promise<string | undefined> {
    const found = await insist(() => way.find(id));
    if (!allowed.includes(found))
      violations.push(
        `${way.name} ${id}: ${because}, found ${found ?? 'nothing'} instead of ${allowed.join(' or ') || 'nothing'}`,
      );
    return found;
  }

  async function work(way: WriteWay, worker: number): Promise<void> {
    const result = results[way.name] ?? { succeeded: 0, failed: 0, unknown: 0, unknownDone: 0, errors: {} };
    results[way.name] = result;
    const count = Math.ceil(writesPerWay / workersPerWay);
    const word = way.name.replace(/[^a-z0-9]+/gi, '-').toLowerCase();
    let before: string | undefined;
    let lastId = '';
    for (
      let turn = 0, attempt = 0;
      (turn < count || !isEnough()) && attempt < 500 + 60 * count;
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
      if (kind === 'failed') {
        const error = `${answer.status} ${answer.text.slice(0, 60)}`;
        result.errors[error] = (result.errors[error] ?? 0) + 1;
      }
      const because = `${answer.status} ${answer.text.slice(0, 120)} after ${ms} ms`;
      if (kind === 'unknown' && answer.hasRetryAfter)
        violations.push(`${way.name}: Retry-After with ${because}`);
      const allowed = kind === 'succeeded' ? [mark] : kind === 'failed' ? [before] : [before, mark];
      const expectation = { way, id, allowed, because };
      // What was answered soon was hardly begun and counts for nothing; what was answered at once is looked at in the end.
      if (kind !== 'failed' || ms > 2500) turn += 1;
      if (kind === 'failed' && ms < 500) await sleep(250);
      else {
        const found = await check(expectation);
        if (kind === 'unknown' && found === mark) result.unknownDone += 1;
        if (way.isOverwrite) before = found;
      }
      if (!way.isOverwrite) expectations.push(expectation);
      lastId = id;
    }
    if (way.isOverwrite) expectations.push({ way, id: lastId, allowed: [before], because: 'in the end' });
  }

  await Promise.all(
    ways.flatMap((way) => Array.from({ length: workersPerWay }, (_, worker) => work(way, worker))),
  );
  // Nothing may come late.
  for (const expectation of expectations) await check(expectation);
  return { results, violations };
}

function contentIn({ name }: WriteWay, content: Buffer): string {
  if (/^(rest|rpc|function)/.test(name)) return markOf(content);
  return /^(booking|sign-up)/.test(name) ? '' : digestOf(content);
}

function kindOf({ status, text }: Answer): 'succeeded' | 'failed' | 'unknown' {
  if (status === 0 || /outcome_?unknown/i.test(text) || /may or may not/.test(text)) return 'unknown';
  return status < 300 ? 'succeeded' : 'failed';
}

function noAnswer(error: unknown): Answer {
  return { status: 0, text: String(error), hasRetryAfter: false };
}

/** The check itself waits for the end of an outage. */
async function insist<Value>(work: () => Promise<Value>): Promise<Value> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      const value = await work();
      if (typeof value !== 'string' || !/: 50[0-9] /.test(value) || attempt > 200) return value;
    } catch (error) {
      if (attempt > 200) throw error;
    }
    await sleep(300);
  }
}
