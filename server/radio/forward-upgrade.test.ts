import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { forwardUpgrade } from './forward-upgrade.ts';
import { createRelayMark } from './relay-mark.ts';

const mark = createRelayMark('a secret of the test');
const servers: Server[] = [];
const seen: Record<string, unknown>[] = [];
let stationUrl = '';

async function listen(onUpgrade: Parameters<Server['on']>[1]): Promise<string> {
  const server = createServer().on('upgrade', onUpgrade);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
const relayTo = (url: () => string) =>
  listen((request, stream, head) =>
    forwardUpgrade(url(), request, { stream, head, headers: mark.headersFor('192.0.2.7') }),
  );
const open = (url: string, headers = {}) =>
  new WebSocket(`${url.replace('http', 'ws')}/api/radio/live?a=1`, { headers });
const failure = (socket: WebSocket) =>
  new Promise<string>((resolve) => socket.once('error', ({ message }) => resolve(message)));

beforeAll(async () => {
  const sockets = new WebSocketServer({ noServer: true });
  stationUrl = await listen((request, stream, head) => {
    seen.push({ url: request.url, ...request.headers });
    sockets.handleUpgrade(request, stream, head, (socket) => {
      socket.on('message', (data, isBinary) => socket.send(data, { binary: isBinary }));
    });
  });
});
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

it('passes a host on to the station, with everything that says who they are', async () => {
  const relay = await relayTo(() => stationUrl);
  const socket = open(relay, { authorization: 'Bearer x', origin: 'http://studio.test', cookie: 'a=b' });
  await new Promise((resolve) => socket.once('open', resolve));
  const echo = new Promise((resolve) => socket.once('message', (data) => resolve(String(data))));
  socket.send('hello');
  expect(await echo).toBe('hello');
  expect(seen.at(-1)).toMatchObject({
    url: '/api/radio/live?a=1',
    authorization: 'Bearer x',
    origin: 'http://studio.test',
    cookie: 'a=b',
  });
  expect(mark.addressOf((name) => seen.at(-1)?.[name] as string | undefined)).toBe('192.0.2.7');
  const closed = new Promise((resolve) => socket.once('close', resolve));
  servers[0]?.closeAllConnections();
  socket.terminate();
  await closed;
});

it('forwards a connection only once, and returns an error when the station is away', async () => {
  let first = '';
  const second = await relayTo(() => first);
  first = await relayTo(() => second);
  expect(await failure(open(first))).toContain('503');
  const alone = await relayTo(() => 'http://127.0.0.1:1');
  expect(await failure(open(alone))).toContain('503');
});

it('believes only who knows the secret about whom a request is for', () => {
  const headers = { ...mark.headersFor('192.0.2.7') };
  const read = (given: Record<string, string>) => mark.addressOf((name) => given[name]);
  expect(read(headers)).toBe('192.0.2.7');
  expect(createRelayMark('another secret').addressOf((name) => headers[name])).toBeUndefined();
  for (const forged of ['', '1', 'x'.repeat(43)])
    expect(read({ ...headers, 'x-onda-relay': forged })).toBeUndefined();
  // The mark of one visitor names no other.
  for (const other of ['192.0.2.8', '192.0.2.70', ' 192.0.2.7', '', '::ffff:192.0.2.7'])
    expect(read({ ...headers, 'x-onda-relayed-for': other })).toBeUndefined();
});
