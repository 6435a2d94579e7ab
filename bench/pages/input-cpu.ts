// CPU time of the page's main thread from an input to its frame, from the browser's trace. Unlike the time that passes, it
// hardly depends on who else uses the machine.
import type { CDPSession } from '@playwright/test';

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  tdur?: number;
  id?: string;
  id2?: { local?: string };
  args?: { data?: { interactionId?: number } };
}

const CATEGORIES = ['devtools.timeline', 'disabled-by-default-devtools.timeline'];

/** Runs the input and answers with the milliseconds of its slowest event; 0 when none led to a frame. */
export async function inputCpuMs(devtools: CDPSession, run: () => Promise<unknown>): Promise<number> {
  const events: TraceEvent[] = [];
  const collect = ({ value }: { value: object[] }) => events.push(...(value as TraceEvent[]));
  devtools.on('Tracing.dataCollected', collect);
  await devtools.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { recordMode: 'recordAsMuchAsPossible', includedCategories: CATEGORIES },
  });
  await run();
  const isComplete = new Promise<void>((resolve) =>
    devtools.once('Tracing.tracingComplete', () => resolve()),
  );
  await devtools.send('Tracing.end');
  await isComplete;
  devtools.off('Tracing.dataCollected', collect);
  return slowestCpuMs(events);
}

function slowestCpuMs(events: readonly TraceEvent[]): number {
  const timings = events.filter(({ name }) => name === 'EventTiming');
  let slowest = 0;
  for (const begun of timings) {
    if (begun.ph !== 'b' || !begun.args?.data?.interactionId) continue;
    // Ids are used again.
    const ended = timings
      .filter((event) => event.ph === 'e' && idOf(event) === idOf(begun) && event.ts >= begun.ts)
      .sort((a, b) => a.ts - b.ts)[0];
    if (!ended) continue;
    let sum = 0;
    for (const { name, pid, tid, ts, dur = 0, tdur = 0 } of events) {
      if (name !== 'RunTask' || pid !== begun.pid || tid !== begun.tid || dur === 0) continue;
      const inside = Math.min(ts + dur, ended.ts) - Math.max(ts, begun.ts);
      if (inside > 0) sum += (tdur * inside) / dur;
    }
    slowest = Math.max(slowest, sum / 1000);
  }
  return slowest;
}

function idOf({ pid, id, id2 }: TraceEvent): string {
  return `${pid} ${id ?? id2?.local}`;
}
