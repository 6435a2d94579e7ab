// Readers who do not read: their answers do not pile up in memory, and those who read get theirs whole.
import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Backlog, createBacklog } from './limit-backlog.ts';

const answer = Buffer.alloc(8 * 2 ** 20, 'a');
let server: Server;
let backlog: Backlog;

async function serve(limits: { maxBytes: number; silenceMs: number }): Promise<void> {
  backlog = createBacklog(limits);
  server = createServer((request, response) => {
    backlog.watch(response, request.socket);
    response.end(answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
}

function ask(): Promise<IncomingMessage> {
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) =>
    get({ host: '127.0.0.1', port, agent: false }, resolve).on('error', reject),
  );
}

/** The bytes that came until the end, or that the connection was cut. */
function readAll(response: IncomingMessage): Promise<number | 'cut'> {
  return new Promise((resolve) => {
    let bytes = 0;
    response.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
    });
    response.on('end', () => resolve(bytes));
    response.on('error', () => resolve('cut'));
  });
}

describe('the backlog of unread answers', () => {
  beforeEach(() => serve({ maxBytes: 20 * 2 ** 20, silenceMs: 60_000 }));
  afterEach(() => new Promise((resolve) => server.close(resolve).closeAllConnections()));

  test('stays bounded however many leave their answers lying', async () => {
    const idle = await Promise.all(Array.from({ length: 8 }, ask));
    expect(backlog.bytes).toBeLessThanOrEqual(20 * 2 ** 20);
    const results = await Promise.all(idle.map(readAll));
    expect(results).toContain('cut');
  });

  test('does not touch those who read', async () => {
    for (let round = 0; round < 4; round += 1) expect(await readAll(await ask())).toBe(answer.length);
    await expect.poll(() => backlog.bytes).toBe(0);
  });
});

test('a reader who takes nothing for a while is cut', async () => {
  await serve({ maxBytes: 1000 * 2 ** 20, silenceMs: 50 });
  const idle = await ask();
  await expect.poll(() => backlog.bytes).toBe(0);
  expect(await readAll(idle)).toBe('cut');
  server.close();
});
