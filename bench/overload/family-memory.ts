// Memory of a process and everything it started, as Linux shares it out: pages used by several count once (Pss).
import { readdirSync, readFileSync } from 'node:fs';

export function familyMegabytes(root: number): { server: number; database: number } {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = read(`/proc/${name}/stat`);
    // The name may hold spaces and brackets; the parent comes behind the last one.
    if (stat) parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
  }
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
  return Number(/^Pss:\s+(\d+) kB$/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0) / 1024;
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // Ended between the listing and the reading.
    return '';
  }
}
