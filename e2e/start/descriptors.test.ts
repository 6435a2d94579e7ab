// A running program is left few file descriptors and meets more connections than it has: it says so to the newcomers and
// once in its log, the radio plays on, and everything is back when they leave.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { type ClientRequest, get } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { cleanUp, startProgram, waitUntil } from './program.ts';
import { makeUsedDataDir } from './used-folder.ts';

const sockets = new Set<Socket>();
let radio: ClientRequest | undefined;
afterEach(async () => {
  radio?.destroy();
  for (const socket of sockets) socket.destroy();
  sockets.clear();
  await cleanUp();
});

const OPEN_FILES = 256;
const CONNECTIONS = 600;
const BYTES_PER_SECOND = 16_000;

it.skipIf(spawnSync('prlimit', ['--version']).error)(
  'answers 503 while connections use up the file descriptors, plays on, and recovers (needs prlimit)',
  async () => {
    const program = startProgram({ DATA_DIR: await makeUsedDataDir('empty') });
    const url = await program.url();
    const { port } = new URL(url);
    const page = () => fetch(`${url}/classes?fresh=${Math.random()}`, { headers: { connection: 'close' } });
    const statusOfPage = () =>
      page().then(
        (answer) => answer.status,
        () => 0,
      );
    expect(await statusOfPage()).toBe(200);
    const listening = listen(`${url}/radio/live.mp3`);
    await waitUntil('the radio plays', () => listening.bytes > 0);
    const limited = spawnSync('prlimit', [
      `--pid=${program.child.pid}`,
      `--nofile=${OPEN_FILES}:${OPEN_FILES}`,
    ]);
    expect(limited.status).toBe(0);
    // The program looks at its limit once a second.
    await sleep(1100);

    const seen = { answered503: 0, closed: 0 };
    for (let n = 0; n < CONNECTIONS; n += 1) {
      const socket = connect(Number(port), '127.0.0.1');
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('data', (chunk) => {
        if (chunk.toString().startsWith('HTTP/1.1 503')) seen.answered503 += 1;
      });
      socket.on('close', () => {
        seen.closed += 1;
      });
      if (n % 20 === 0) await sleep(5);
    }
    await waitUntil('the others are turned away', () => seen.closed >= CONNECTIONS - OPEN_FILES / 2);
    const statuses = new Set<number>();
    for (let n = 0; n < 20; n += 1) statuses.add(await statusOfPage());
    const inUse = readdirSync(`/proc/${program.child.pid}/fd`).length;
    expect(seen.answered503).toBeGreaterThan(0);
    // 0: closed without a word, because too many others are being answered.
    expect([...statuses].filter((status) => status !== 503 && status !== 0)).toEqual([]);
    expect(statuses.has(503)).toBe(true);
    expect(inUse).toBeLessThan(OPEN_FILES);
    const before = listening.bytes;
    await waitUntil('the radio plays on', () => listening.bytes - before > 2 * BYTES_PER_SECOND);

    const leftMs = performance.now();
    for (const socket of sockets) socket.destroy();
    await waitUntil('pages are back', async () => (await statusOfPage()) === 200);
    console.log(
      `${OPEN_FILES} open files, ${CONNECTIONS} connections: ${seen.answered503} answered with 503, ${inUse} files open, ` +
        `radio without a gap over ${Math.round(listening.longestGapMs)} ms, pages back after ${Math.round(performance.now() - leftMs)} ms`,
    );
    expect(listening.isCut).toBe(false);
    const lines = program.stdout().match(/limit of open files/g) ?? [];
    expect(lines).toHaveLength(1);
    expect(program.stdout() + program.stderr()).not.toContain('EMFILE');
    program.child.kill('SIGTERM');
    expect(await program.exit).toBe(0);
  },
);

function listen(url: string) {
  const listening = { bytes: 0, longestGapMs: 0, isCut: false };
  let lastMs: number | undefined;
  radio = get(url, (response) => {
    response.on('error', () => undefined);
    response.on('data', (chunk: Buffer) => {
      const nowMs = performance.now();
      if (lastMs !== undefined) listening.longestGapMs = Math.max(listening.longestGapMs, nowMs - lastMs);
      lastMs = nowMs;
      listening.bytes += chunk.length;
    });
    response.on('close', () => {
      listening.isCut = true;
    });
  });
  radio.on('error', () => undefined);
  return listening;
}
