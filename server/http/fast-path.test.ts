import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { createFastPath } from './fast-path.ts';

let server: Server | undefined;
afterEach(() => new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve())));

it.each([
  ['says nothing', ''],
  ['rests after an answer', 'GET /ready HTTP/1.1\r\nHost: a\r\n\r\n'],
])('a connection that %s is ended after its time', async (_what, said) => {
  const body = Buffer.from('water');
  const variant = { headers: ['content-length', '5'], body };
  const lane = createFastPath({
    findReady: () => ({ etag: '"a"', variants: { br: variant, gzip: variant, identity: variant } }),
    passOn: (socket) => socket.destroy(new Error('not expected here')),
    maxHeadBytes: 16_384,
    firstRequestMs: said === '' ? 60 : 60_000,
    keepAliveMs: said === '' ? 60_000 : 60,
  });
  server = createServer((socket) => lane.take(socket));
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let received = '';
  client.on('data', (chunk) => {
    received += chunk;
  });
  if (said) client.write(said);
  const begun = Date.now();
  await new Promise((resolve) => client.once('close', resolve));
  expect(Date.now() - begun).toBeGreaterThan(40);
  expect(received.endsWith('water')).toBe(said !== '');
});
