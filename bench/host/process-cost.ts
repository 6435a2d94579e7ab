// What a process has cost so far, as Linux counts it: CPU time of all its threads (NaN where there is no /proc), and
// memory that is its own.
import { readdirSync, readFileSync } from 'node:fs';

export const TICKS_PER_SECOND = 100;

export function cpuMsOf(pid: number): number {
  const { ownTicks } = readStat(pid) ?? { ownTicks: Number.NaN };
  return (ownTicks * 1000) / TICKS_PER_SECOND;
}

export function residentBytesOf(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readProcFile(`/proc/${pid}/status`))?.[1] ?? 0) * 1024;
}

export interface ProcessStat {
  pid: number;
  parent: number;
  /** User and system time of the process itself. */
  ownTicks: number;
  /** The same of its children that have ended. */
  endedTicks: number;
}

export function readStat(pid: number): ProcessStat | undefined {
  const text = readProcFile(`/proc/${pid}/stat`);
  if (text === '') return undefined;
  // The name may hold spaces and brackets; the figures come behind the last one.
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const sum = (first: number, second: number) => (fields[first] ?? 0) + (fields[second] ?? 0);
  return { pid, parent: fields[1] ?? 0, ownTicks: sum(11, 12), endedTicks: sum(13, 14) };
}

/** All processes of the machine. */
export function readStats(): ProcessStat[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readStat(Number(name)) ?? []);
}

/** Empty where the process ended before it was read. */
export function readProcFile(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
