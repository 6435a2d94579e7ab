// CPU time of the page's main thread from an input until it hands over the frame, from the browser's trace. It depends less
// than the time that passes on who else uses the machine, but not little: shared caches and cores made it vary by half.
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
  args?: { data?: { interactionId?: number; timeStamp: number; processingEnd: number } };
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
    const ownThread = events.filter(({ pid, tid }) => pid === begun.pid && tid === begun.tid);
    const end = Math.min(ended.ts, handedOver(ownThread, begun));
    let sum = 0;
    for (const { name, ts, dur = 0, tdur = 0 } of ownThread) {
      if (name !== 'RunTask' || dur === 0) continue;
      const inside = Math.min(ts + dur, end) - Math.max(ts, begun.ts);
      if (inside > 0) sum += (tdur * inside) / dur;
    }
    slowest = Math.max(slowest, sum / 1000);
  }
  return slowest;
}

/** The end of the first commit after the handlers. The frame is shown later; what runs until then does not delay it. */
function handedOver(ownThread: readonly TraceEvent[], { ts, args }: TraceEvent): number {
  const { timeStamp = 0, processingEnd = 0 } = args?.data ?? {};
  const handledAt = ts + (processingEnd - timeStamp) * 1000;
  const commits = ownThread
    .filter(({ name }) => name === 'Commit')
    .map((commit) => commit.ts + (commit.dur ?? 0))
    .filter((end) => end >= handledAt);
  return Math.min(...commits);
}

function idOf({ pid, id, id2 }: TraceEvent): string {
  return `${pid} ${id ?? id2?.local}`;
}
