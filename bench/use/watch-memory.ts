// Follows the memory of a program and of the task processes it starts, step by step.
import { readProcFile, readStats, residentBytesOf } from '../host/process-cost.ts';

type Row = (string | number)[];

export interface MemoryWatch {
  /** What was measured since the last step is printed as one row. */
  step(name: string): void;
  end(): { rows: Row[]; highestMb: number; lastMb: number; openTasks: number };
}

const SAMPLE_MS = 250;

export function watchMemory(pid: number): MemoryWatch {
  const rows: Row[] = [];
  let highest = 0;
  let highestTasks = 0;
  let highestOfAll = 0;
  let beganMs = performance.now();
  const sample = () => {
    highest = Math.max(highest, megabytes(residentBytesOf(pid)));
    highestTasks = Math.max(highestTasks, ...tasksOf(pid).map((task) => megabytes(residentBytesOf(task))), 0);
    highestOfAll = Math.max(highestOfAll, highest);
  };
  const timer = setInterval(sample, SAMPLE_MS);
  const restMb = () => megabytes(residentBytesOf(pid));
  return {
    step(name) {
      sample();
      const row = [
        name,
        ((performance.now() - beganMs) / 1000).toFixed(0),
        restMb().toFixed(0),
        proportionalMb(pid).toFixed(0),
        highest.toFixed(0),
        highestTasks.toFixed(0),
      ];
      console.log(`  ${row[0]}: ${row[2]} MB, at most ${row[4]}, task processes ${row[5]}`);
      rows.push(row);
      highest = 0;
      highestTasks = 0;
      beganMs = performance.now();
    },
    end() {
      clearInterval(timer);
      return { rows, highestMb: highestOfAll, lastMb: restMb(), openTasks: tasksOf(pid).length };
    },
  };
}

function tasksOf(pid: number): number[] {
  return readStats()
    .filter(
      ({ pid: own, parent }) => parent === pid && readProcFile(`/proc/${own}/cmdline`).includes('run-tasks'),
    )
    .map(({ pid: own }) => own);
}

function megabytes(bytes: number): number {
  return bytes / 2 ** 20;
}

function proportionalMb(pid: number): number {
  return Number(/^Pss:\s+(\d+) kB$/m.exec(readProcFile(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0) / 1024;
}
