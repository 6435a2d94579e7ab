// How connections on the source port begin: plain or TLS on one port, and behind proxies that name the client.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plainFrame } from '#radio/testing/station.ts';
import { createProxyTrust } from '../http/trusted-proxies.ts';
import { createTestAuthority, type TestAuthority } from '../testing/test-certificates.ts';
import { readCertificate } from '../tls/certificate.ts';
import type { Certificates } from '../tls/certificate-files.ts';
import { readProxyHeader } from './proxy-header.ts';
import { hasProgram, type LiveStation, startLiveStation } from './testing/live-station.ts';

const PROXY = '127.0.0.2';
let authority: TestAuthority;
let station: LiveStation;
let host: { userId: string; password: string };

beforeAll(async () => {
  authority = await createTestAuthority();
  const pair = await authority.issue(['localhost', '127.0.0.1']);
  const current = readCertificate(pair, { certName: 'cert', keyName: 'key' });
  station = await startLiveStation({
    certificates: { current } as Certificates,
    trustedProxies: { addresses: [PROXY] },
    sourceLimits: { headMs: 2000 },
  });
  host = await station.addHost('staff', 'Vera');
});
afterAll(() => station?.close());

const v1 = (address: string) => Buffer.from(`PROXY TCP4 ${address} 192.0.2.250 50000 8001\r\n`);
const v2 = (address: string) =>
  Buffer.concat([
    Buffer.from('\r\n\r\n\0\r\nQUIT\n\x21\x11\0\x0c', 'latin1'),
    Buffer.from(address.split('.').map(Number)),
    Buffer.from([192, 0, 2, 250, 0xc3, 0x50, 0x1f, 0x41]),
  ]);
const put = (password = host.password) =>
  `PUT /live HTTP/1.1\r\nHost: a\r\nAuthorization: Basic ${Buffer.from(`source:${password}`).toString('base64')}\r\nContent-Type: audio/mpeg\r\n\r\n`;

const open = (localAddress = '127.0.0.1') => connect({ port: station.port, host: '127.0.0.1', localAddress });
const secure = (socket?: Socket) =>
  connectTls({
    ca: authority.root,
    servername: 'localhost',
    ...(socket ? { socket } : { port: station.port, host: '127.0.0.1' }),
  });

/** What comes back, once there is something or the connection ends. */
async function ask(socket: Socket | TLSSocket, request: string): Promise<string> {
  let text = '';
  socket.on('error', () => undefined);
  socket.on('data', (bytes) => {
    text += bytes.toString('latin1');
  });
  const closed = once(socket, 'close');
  socket.write(request);
  await Promise.race([closed, expect.poll(() => text).not.toBe('')]);
  return text;
}

async function goLive(socket: Socket | TLSSocket): Promise<string> {
  expect(await ask(socket, put())).toMatch(/^HTTP\/1\.1 200 OK/);
  socket.write(Buffer.concat(Array.from({ length: 20 }, plainFrame)));
  await expect.poll(() => station.service.live.liveControl.session).toBeDefined();
  socket.destroy();
  await expect.poll(() => station.service.live.liveControl.session).toBeUndefined();
  return lastAddress();
}

async function lastAddress(): Promise<string> {
  let address = '';
  await expect
    .poll(async () => {
      const [row] = await station.sql<{ address: string }[]>`
        select address from public.radio_connections where outcome <> 'rejected' order by at desc, id desc limit 1`;
      address = row?.address ?? '';
      return address;
    })
    .not.toBe('');
  await station.sql`delete from public.radio_connections`;
  return address;
}

describe('the source port', () => {
  it('takes plain and encrypted sources on one port', async () => {
    expect(await goLive(open())).toBe('127.0.0.1');
    expect(await goLive(secure())).toBe('127.0.0.1');
  });

  it('writes down the client that a trusted proxy names, for plain and encrypted sources', async () => {
    const first = open(PROXY);
    first.write(v1('203.0.113.7'));
    expect(await goLive(first)).toBe('203.0.113.7');
    const second = open(PROXY);
    await once(second, 'connect');
    second.write(v2('203.0.113.8'));
    expect(await goLive(secure(second))).toBe('203.0.113.8');
    expect(await goLive(open(PROXY))).toBe(PROXY);
  });

  it('rejects the proxy header of a stranger, and one that cannot be read', async () => {
    for (const header of [v1('203.0.113.9'), v2('203.0.113.9')]) {
      const socket = open();
      socket.write(header);
      expect(await ask(socket, put())).toMatch(/^HTTP\/1\.1 400 /);
    }
    const malformed = open(PROXY);
    expect(await ask(malformed, 'PROXY TCP4 nobody 192.0.2.250 1 2\r\n')).toMatch(/^HTTP\/1\.1 400 /);
    expect(station.service.live.liveControl.session).toBeUndefined();
    // A number of hops cannot identify proxies on a port that is open to everyone.
    expect(createProxyTrust({ hops: 1 })('127.0.0.1')).toBe(false);
  });

  it('counts wrong passwords by client, not by proxy', async () => {
    const guess = async (address: string) => {
      const socket = open(PROXY);
      socket.write(v1(address));
      const text = await ask(socket, put('wrong'));
      socket.destroy();
      return text.split(' ', 2)[1];
    };
    for (let count = 0; count < 20; count++) expect(await guess('203.0.113.20')).toBe('401');
    expect(await guess('203.0.113.20')).toBe('429');
    expect(await guess('203.0.113.21')).toBe('401');
    // Wrong ones do not lock out a host of the same network.
    const host = open(PROXY);
    host.write(v1('203.0.113.20'));
    expect(await goLive(host)).toBe('203.0.113.20');
  });

  it('ends a connection that never says what it is', async () => {
    const [silent, half] = [open(), open()];
    half.write(Buffer.from([0x16, 3, 1]));
    await Promise.all(
      [silent, half].map((socket) =>
        once(
          socket.resume().on('error', () => undefined),
          'close',
        ),
      ),
    );
  });

  it.skipIf(!hasProgram('ffmpeg'))('takes ffmpeg over TLS (needs ffmpeg)', async () => {
    const url = `icecast://source:${host.password}@127.0.0.1:${station.port}/live`;
    const input = ['-re', '-f', 'lavfi', '-i', 'sine=frequency=880:duration=20'];
    const output = [
      '-c:a',
      'libmp3lame',
      '-b:a',
      '128k',
      '-content_type',
      'audio/mpeg',
      '-tls',
      '1',
      '-f',
      'mp3',
      url,
    ];
    const ffmpeg = spawn('ffmpeg', ['-v', 'error', ...input, ...output]);
    const ended = once(ffmpeg, 'close');
    try {
      await expect.poll(() => station.service.live.liveControl.session?.facts.way).toBe('source');
    } finally {
      ffmpeg.kill('SIGKILL');
      await ended;
    }
    await expect.poll(() => station.service.live.liveControl.session).toBeUndefined();
  });
});

describe('readProxyHeader', () => {
  it('distinguishes a header from a request, waits for the rest of one, and reads both versions', () => {
    const read = (text: string) => readProxyHeader(Buffer.from(text, 'latin1'));
    expect(read('P')).toEqual({ kind: 'incomplete' });
    expect(read('PUT /live HTTP/1.1')).toEqual({ kind: 'none' });
    expect(read('\x16\x03')).toEqual({ kind: 'none' });
    expect(read('PROXY TCP6 2001:db8::1 ::1 1 2\r\nPUT')).toEqual({
      kind: 'header',
      address: '2001:db8::1',
      byteLength: 32,
    });
    expect(read('PROXY UNKNOWN\r\n')).toEqual({ kind: 'header', address: undefined, byteLength: 15 });
    expect(read('PROXY TCP4 2001:db8::1 ::1 1 2\r\n')).toEqual({ kind: 'malformed' });
    expect(read(`PROXY ${'x'.repeat(200)}`)).toEqual({ kind: 'malformed' });
    for (const header of [v1('203.0.113.7'), v2('203.0.113.7')])
      for (let length = 1; length <= header.length; length++)
        expect(readProxyHeader(header.subarray(0, length)).kind).toBe(
          length < header.length ? 'incomplete' : 'header',
        );
    const local = Buffer.from('\r\n\r\n\0\r\nQUIT\n\x20\0\0\0', 'latin1');
    expect(readProxyHeader(local)).toEqual({ kind: 'header', address: undefined, byteLength: 16 });
    const six = Buffer.concat([
      Buffer.from('\r\n\r\n\0\r\nQUIT\n\x21\x21\0\x24', 'latin1'),
      Buffer.alloc(36, 0),
    ]);
    six.writeUInt16BE(0x2001, 16);
    six.writeUInt16BE(1, 30);
    expect(readProxyHeader(six)).toEqual({ kind: 'header', address: '2001::1', byteLength: 52 });
  });
});
