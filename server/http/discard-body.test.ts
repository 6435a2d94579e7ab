// Unwanted bodies: their senders get the error, and a flood of them is not read to its end.
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { discardBody } from './discard-body.ts';

const bodyBytes = 4 * 2 ** 20;
const sockets: Socket[] = [];
let server: Server;
beforeAll(async () => {
  server = createServer((request, response) => {
    sockets.push(request.socket);
    discardBody(request);
    response.writeHead(413).end('too large');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => new Promise((resolve) => server.close(resolve).closeAllConnections()));

/** Sends everything at once, then disconnects as soon as it receives a response. */
function sendLarge(): Promise<string> {
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    socket.write(`POST / HTTP/1.1\r\nhost: x\r\ncontent-length: ${bodyBytes}\r\n\r\n`);
    socket.write(Buffer.alloc(bodyBytes));
    socket.once('data', (data) => {
      resolve(data.toString('latin1').split('\r\n')[0] ?? '');
      socket.destroy();
    });
    socket.once('error', reject);
  });
}

describe('a body that is not wanted', () => {
  test('is answered while it is sent', async () => {
    expect(await sendLarge()).toBe('HTTP/1.1 413 Payload Too Large');
  });

  test('is hardly read when many are sent at once', async () => {
    sockets.length = 0;
    const started = vi.spyOn(globalThis, 'setInterval');
    const cleared = vi.spyOn(globalThis, 'clearInterval');
    await Promise.all(Array.from({ length: 30 }, () => sendLarge().catch(() => undefined)));
    await sleep(500);
    const readBytes = sockets.reduce((sum, socket) => sum + socket.bytesRead, 0);
    expect(sockets).toHaveLength(30);
    expect(readBytes).toBeLessThan((30 * bodyBytes) / 4);

    // Nothing of it is left when the connections are.
    server.closeAllConnections();
    await expect
      .poll(() => {
        const ended = cleared.mock.calls.map(([timer]) => timer);
        return started.mock.results.filter(({ value }) => !ended.includes(value)).length;
      })
      .toBe(0);
    vi.restoreAllMocks();
  });
});
