// One round of load on one contestant: wrk with 20 connections, and the CPU time that the server and PostgreSQL used for
// it. Answers that are not 2xx are not counted as served; a contestant that mostly fails ends the bench.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readStat, readStats, residentBytesOf, TICKS_PER_SECOND } from '../host/process-cost.ts';
import { runToEnd } from '../web/programs.ts';
import type { Scenario } from './tables.ts';

export interface Contestant {
  name: string;
  url: string;
  pid: number;
  /** PostgreSQL's first process; the others are its children. */
  databasePid: number;
}

export interface Round {
  requests: number;
  requestsPerSecond: number;
  failed: number;
  serverCpuMs: number;
  databaseCpuMs: number;
}

const connections = 20;

export async function loadOnce(
  contestant: Contestant,
  scenario: Scenario,
  token: string,
  seconds: number,
): Promise<Round> {
  const folder = await mkdtemp(join(tmpdir(), 'onda-bench-'));
  try {
    const script = join(folder, 'request.lua');
    await writeFile(script, luaOf(scenario, token));
    const before = [cpuSeconds(contestant.pid), familySeconds(contestant.databasePid)] as const;
    const output = await runToEnd({
      name: 'wrk',
      command: 'wrk',
      parameters: [
        '-t1',
        `-c${connections}`,
        `-d${seconds}s`,
        '--timeout',
        '10s',
        '-s',
        script,
        `${contestant.url}${scenario.path}`,
      ],
      limitMs: (seconds + 30) * 1000,
    });
    const serverSeconds = cpuSeconds(contestant.pid) - before[0];
    const databaseSeconds = familySeconds(contestant.databasePid) - before[1];
    const requests = Number(/(\d+) requests in /.exec(output)?.[1]);
    const failed = Number(/Non-2xx or 3xx responses: (\d+)/.exec(output)?.[1] ?? 0);
    if (failed > requests / 2)
      throw new Error(`${contestant.name}, ${scenario.name}: ${failed} of ${requests} failed`);
    return {
      requests,
      requestsPerSecond:
        (Number(/Requests\/sec:\s+([\d.]+)/.exec(output)?.[1]) * (requests - failed)) / requests,
      failed,
      serverCpuMs: (serverSeconds * 1000) / requests,
      databaseCpuMs: (databaseSeconds * 1000) / requests,
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export function residentMegabytes({ pid }: Contestant): number {
  return residentBytesOf(pid) / 2 ** 20;
}

function luaOf({ method, body }: Scenario, token: string): string {
  const lines = [`wrk.method = "${method}"`, `wrk.headers["authorization"] = "Bearer ${token}"`];
  if (body) lines.push('wrk.headers["content-type"] = "application/json"', `wrk.body = [[${body}]]`);
  return lines.join('\n');
}

/** User and system time of one process. */
function cpuSeconds(pid: number): number {
  return (readStat(pid)?.ownTicks ?? 0) / TICKS_PER_SECOND;
}

/** The same of a process, its children, and the children that it has outlived. */
function familySeconds(root: number): number {
  const children = readStats().filter(({ parent }) => parent === root);
  const ended = (readStat(root)?.endedTicks ?? 0) / TICKS_PER_SECOND;
  return children.reduce((sum, { pid }) => sum + cpuSeconds(pid), cpuSeconds(root) + ended);
}
