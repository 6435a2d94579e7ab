// Memory of a process and everything it started, as Linux shares it out: pages used by several count once (Pss).
import { readProcFile, readStats } from '../host/process-cost.ts';

export function familyMegabytes(root: number): { server: number; database: number } {
  const parents = new Map(readStats().map(({ pid, parent }) => [pid, parent]));
  const isFamily = (pid: number): boolean => {
    for (let at: number | undefined = pid; at !== undefined && at > 1; at = parents.get(at))
      if (at === root) return true;
    return false;
  };
  let database = 0;
  for (const pid of parents.keys()) if (pid !== root && isFamily(pid)) database += proportionalMegabytes(pid);
  return { server: proportionalMegabytes(root), database };
}

function proportionalMegabytes(pid: number): number {
  return Number(/^Pss:\s+(\d+) kB$/m.exec(readProcFile(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0) / 1024;
}
