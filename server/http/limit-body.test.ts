// Bodies that are handed on as they come, and come too slowly, on a real socket.
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { limitPace } from './limit-body.ts';

let server: Server;
beforeAll(async () => {
  server = createServer((request, response) => {
    limitPace(request, { windowMs: 300, minBytes: 3 });
    request.resume().on('end', () => response.end('thanks'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => server.close());

/** Sends a head and then chunks at a pace; returns what was received until the connection closed or an answer came. */
async function send(
  chunk: string,
  { chunks, everyMs }: { chunks: number; everyMs: number },
): Promise<string> {
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
  socket.write(`POST /a HTTP/1.1\r\nhost: x\r\ncontent-length: ${chunks * chunk.length}\r\n\r\n`);
  for (let sent = 0; sent < chunks && !isClosed; sent += 1) {
    await sleep(everyMs);
    if (!isClosed) socket.write(chunk);
  }
  await expect.poll(() => isClosed || answer.includes('thanks')).toBe(true);
  socket.destroy();
  return answer;
}

test('a long upload goes on while each stretch of time brings some of it', async () => {
  expect(await send('xxxx', { chunks: 12, everyMs: 60 })).toContain('thanks');
});

test('an upload that stops or trickles is cut off', async () => {
  expect(await send('x', { chunks: 2, everyMs: 1500 })).toBe('');
  expect(await send('x', { chunks: 12, everyMs: 200 })).toBe('');
});
