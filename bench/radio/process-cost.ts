// What a process has cost so far, as Linux counts it: CPU time of all its threads, and memory that is its own.
import { readFileSync } from 'node:fs';

const TICKS_PER_SECOND = 100;

export function cpuMsOf(pid: number): number {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name may hold spaces and brackets; the figures come behind the last one.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_PER_SECOND;
}

export function residentBytesOf(pid: number): number {
  const text = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(text)?.[1] ?? 0) * 1024;
}
