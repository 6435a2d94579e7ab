// Bodies that come too slowly, on a real socket.
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { limitBody } from './limit-body.ts';

let server: Server;
beforeAll(async () => {
  server = createServer((request, response) => {
    limitBody(request, { wholeMs: 300, silenceMs: 300 });
    request.resume().on('end', () => response.end('thanks'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => server.close());

/** Sends a head and then single bytes at a pace; gives what came back until the connection closed or an answer came. */
async function send(path: string, { bytes, everyMs }: { bytes: number; everyMs: number }): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let answer = '';
  let isClosed = false;
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  socket
    .on('error', () => undefined)
    .on('close', () => {
      isClosed = true;
    });
  socket.write(`POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-length: ${bytes}\r\n\r\n`);
  for (let sent = 0; sent < bytes && !isClosed; sent += 1) {
    await sleep(everyMs);
    if (!isClosed) socket.write('x');
  }
  await expect.poll(() => isClosed || answer.includes('thanks')).toBe(true);
  socket.destroy();
  return answer;
}

test('a body that trickles is cut off, except where large ones go', async () => {
  const slow = { bytes: 12, everyMs: 60 };
  expect(await send('/rest/v1/x', slow)).toBe('');
  expect(await send('/storage/v1/object/a/b', slow)).toContain('thanks');
});

test('a large body that stops is cut off', async () => {
  expect(await send('/storage/v1/object/a/b', { bytes: 2, everyMs: 1500 })).toBe('');
});

test('a body in time is taken anywhere', async () => {
  expect(await send('/rest/v1/x', { bytes: 1, everyMs: 1 })).toContain('thanks');
});
