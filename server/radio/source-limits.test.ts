// The port for source clients against strangers: slow heads, many connections, wrong passwords, titles of others.
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { plainFrame } from '#radio/testing/station.ts';
import { removePassword } from './live-access.ts';
import { type LiveStation, startLiveStation } from './testing/live-station.ts';

type HostOfTest = { userId: string; password: string };
let station: LiveStation;
let staff: HostOfTest;
let host: HostOfTest;
// Whose connection the next ones are.
let sender = '192.0.2.1';
const senders = new WeakMap<Socket, string>();

beforeAll(async () => {
  station = await startLiveStation({
    recheckMs: 200,
    sourceLimits: { headMs: 800, maxWaitingPerAddress: 4, maxWaiting: 12, maxPerAddress: 8 },
    sourceSenderOf({ socket }) {
      const known = senders.get(socket) ?? sender;
      senders.set(socket, known);
      return known;
    },
  });
  staff = await station.addHost('staff', 'Vera');
  host = await station.addHost('host', 'Teo');
});
// Nobody stays live for the next test.
const sources: Socket[] = [];
afterEach(async () => {
  for (const socket of sources.splice(0)) socket.destroy();
  await expect.poll(isFree).toBe(true);
});
afterAll(() => station?.close());

const basic = (password: string) =>
  `Authorization: Basic ${Buffer.from(`source:${password}`).toString('base64')}\r\n`;
const status = 'GET /status-json.xsl HTTP/1.0\r\n\r\n';
const put = (password: string, path = '/live') =>
  `PUT ${path} HTTP/1.1\r\nHost: a\r\n${basic(password)}Content-Type: audio/mpeg\r\n\r\n`;

/** A connection that is known to the server as the sender's; what comes back, and when it ends. */
async function open(first = '') {
  const socket = connect(station.port, '127.0.0.1');
  const state = { socket, text: '', isClosed: false };
  socket.on('data', (bytes) => {
    state.text += bytes.toString('latin1');
  });
  socket.on('error', () => undefined);
  const closed = new Promise<void>((resolve) =>
    socket.once('close', () => {
      state.isClosed = true;
      resolve();
    }),
  );
  await new Promise((resolve) => socket.once('connect', resolve));
  if (first) socket.write(first);
  // The server must have seen the connection before the sender changes.
  await new Promise((resolve) => setTimeout(resolve, 15));
  return Object.assign(state, { closed });
}

type Connection = Awaited<ReturnType<typeof open>>;

async function ask(head: string): Promise<string> {
  const one = await open(head);
  await expect.poll(() => one.isClosed || one.text.includes('\r\n\r\n')).toBe(true);
  one.socket.destroy();
  return one.text;
}

async function goLive({ password }: HostOfTest) {
  const one = await open(put(password));
  await expect.poll(() => one.text).toMatch(/^HTTP\/1\.1 200 OK/);
  const frames = Buffer.concat(Array.from({ length: 20 }, plainFrame));
  sources.push(one.socket);
  const timer = setInterval(() => one.socket.writable && one.socket.write(frames), 200);
  one.socket.once('close', () => clearInterval(timer));
  return one;
}
const isFree = () => station.service.live.liveControl.session === undefined;
const now = () => station.service.radio.nowPlaying().now;

describe('[RADIO-27] connections without a head', () => {
  it('end after their time in all, however often they send a byte', async () => {
    sender = '192.0.2.10';
    const begun = performance.now();
    const one = await open('GET /live HTTP/1.1\r\nX: ');
    const drip = setInterval(() => one.socket.writable && one.socket.write('x'), 50);
    await one.closed;
    clearInterval(drip);
    expect(performance.now() - begun).toBeGreaterThan(600);
    expect(one.text).toBe('');
    const again = await open('OPTIONS * HTTP/1.1\r\n\r\n');
    await expect.poll(() => again.text).toContain('204');
    // A connection that may ask again owes its next head, too.
    await again.closed;
  });

  it('are few for one address and few in all, and delay no one else', async () => {
    sender = '192.0.2.11';
    const flood: Connection[] = [];
    for (let i = 0; i < 8; i++) flood.push(await open());
    await expect.poll(() => flood.filter(({ isClosed }) => !isClosed)).toHaveLength(4);
    sender = '192.0.2.12';
    expect(await ask(status)).toMatch(/^HTTP\/1\.1 200/);
    const many: Connection[] = [];
    for (let i = 0; i < 20; i++) {
      sender = `198.51.100.${i}`;
      many.push(await open());
    }
    await expect.poll(() => many.filter(({ isClosed }) => !isClosed).length).toBeLessThanOrEqual(12);
    sender = '192.0.2.13';
    expect(await ask(status)).toMatch(/^HTTP\/1\.1 200/);
    for (const { socket } of [...flood, ...many]) socket.destroy();
  });

  it('leave room for others, listeners included', async () => {
    sender = '192.0.2.14';
    const listeners: Connection[] = [];
    for (let i = 0; i < 10; i++) listeners.push(await open('GET /live HTTP/1.0\r\n\r\n'));
    await expect.poll(() => listeners.filter(({ isClosed }) => isClosed)).toHaveLength(2);
    sender = '192.0.2.15';
    expect(await ask(status)).toMatch(/^HTTP\/1\.1 200/);
    for (const { socket } of listeners) socket.destroy();
  });
});

describe('[RADIO-27] wrong passwords', () => {
  it('are checked a few times, logged a few times, and lock out no one else', async () => {
    sender = '192.0.2.20';
    const answers: string[] = [];
    for (let i = 0; i < 60; i++) answers.push((await ask(put(`guess ${i}`))).slice(9, 12));
    const lookedAt = answers.filter((code) => code === '401').length;
    // One more every three seconds, should the machine be slow.
    expect(lookedAt).toBeGreaterThanOrEqual(20);
    expect(lookedAt).toBeLessThan(30);
    expect(answers.filter((code) => code === '429')).toHaveLength(60 - lookedAt);
    const rows = () =>
      station.sql<
        { status: number }[]
      >`select status from public.radio_connections where address = '127.0.0.1'`;
    // Far fewer lines than tries.
    await expect.poll(async () => (await rows()).length).toBe(10);
    sender = '192.0.2.21';
    const live = await goLive(staff);
    live.socket.destroy();
    await expect.poll(isFree).toBe(true);
  });

  it('are not what a host sends who changes titles all evening', async () => {
    sender = '192.0.2.22';
    const update = `GET /admin/metadata?mount=/live&song=a HTTP/1.0\r\n${basic(staff.password)}\r\n`;
    for (let i = 0; i < 30; i++) expect(await ask(update)).toMatch(/^HTTP\/1\.1 400 /);
  });

  it('cannot bring along what the log or the database cannot hold', async () => {
    sender = '192.0.2.23';
    const long = 'x'.repeat(5000);
    await ask(
      `PUT /li%00ve%0a${long} HTTP/1.1\r\nUser-Agent: a\u0001b${long}\r\n${basic(host.password)}Content-Type: ${long}\r\n\r\n`,
    );
    await expect
      .poll(
        () => station.sql`select mount, client, reason from public.radio_connections where user_id = ${host.userId}
          order by id desc limit 1`,
      )
      .toMatchObject([
        {
          mount: expect.stringMatching(/^\/li ve x{93}$/),
          client: expect.stringMatching(/^a bx{197}$/),
          reason: { code: 'mount_not_found', values: { mount: expect.stringMatching(/^\/li ve x{93}$/) } },
        },
      ]);
  });
});

describe('[RADIO-28] titles beside the stream', () => {
  const update = (password: string, song: string) =>
    ask(
      `GET /admin/metadata?mount=/live&mode=updinfo&song=${encodeURIComponent(song)} HTTP/1.0\r\n${basic(password)}\r\n`,
    );

  it('are the live host’s and staff’s, clean and not too many', async () => {
    sender = '192.0.2.30';
    const live = await goLive(staff);
    await expect.poll(() => station.service.radio.nowPlaying().isLive).toBe(true);
    expect(await update(host.password, 'Stolen')).toMatch(/^HTTP\/1\.1 403 /);
    expect(await update('guess', 'Stolen')).toMatch(/^HTTP\/1\.1 401 /);
    expect(await update(staff.password, `A\u0007 - b\r\n\u0000c${'x'.repeat(3000)}`)).toMatch(/ 200 /);
    // A busy machine may send the source's sound late: another track is on until it comes.
    await expect.poll(now).toMatchObject({ artist: 'A', title: expect.stringMatching(/^b cx{297}$/) });
    const answers: string[] = [];
    while (answers.length < 40 && !answers.at(-1)?.includes(' 429 '))
      answers.push(await update(staff.password, `Piece ${answers.length}`));
    expect(answers.at(-1)).toMatch(/^HTTP\/1\.1 429 /);
    // The same again changes nothing and costs nothing.
    expect(await update(staff.password, `Piece ${answers.length - 2}`)).toMatch(/ 200 /);
    live.socket.destroy();
    await expect.poll(isFree).toBe(true);
    expect(await update(staff.password, 'After the end')).toMatch(/^HTTP\/1\.1 400 /);
  });
});

describe('a request that is followed by another', () => {
  const inner = 'GET /status-json.xsl HTTP/1.1\r\nHost: a\r\n\r\n';
  const question = 'OPTIONS * HTTP/1.1\r\nHost: a\r\n';
  const poke = 'PUT /live HTTP/1.1\r\nHost: a\r\n';

  it.each([
    ['a question', question, /^HTTP\/1\.1 204 /],
    ['a question that says it has no body', `${question}Content-Length: 0\r\n`, /^HTTP\/1\.1 204 /],
    ['a source without password and body', `${poke}Content-Length: 0\r\n`, /^HTTP\/1\.1 401 /],
  ])('after %s: both are answered', async (_what, head, first) => {
    sender = '192.0.2.50';
    const one = await open(`${head}\r\n${inner}`);
    await expect.poll(() => one.text).toContain('HTTP/1.1 200 OK');
    expect(one.text).toMatch(first);
    one.socket.destroy();
  });

  it.each([
    ['a length', `${question}Content-Length: ${inner.length}\r\n`],
    ['two lengths', `${question}Content-Length: ${inner.length}\r\nContent-Length: 0\r\n`],
    ['an empty length', `${question}Content-Length:\r\n`],
    ['a hidden length', `${question}Content-Length : ${inner.length}\r\n`],
    ['a folded length', `${question}Content-Length:\r\n ${inner.length}\r\n`],
    ['a length behind a bare line feed', `${question}X: a\nContent-Length: ${inner.length}\r\n`],
    ['a length behind a bare carriage return', `${question}X: a\rContent-Length: ${inner.length}\r\n`],
    ['chunks', `${question}Transfer-Encoding: chunked\r\n`],
    ['chunks and no length', `${question}Content-Length: 0\r\nTransfer-Encoding: chunked\r\n`],
    ['a source’s two lengths', `${poke}Content-Length: ${inner.length}\r\nContent-Length: 0\r\n`],
    ['a source’s chunks', `${poke}Content-Length: 0\r\nTransfer-Encoding: chunked\r\n`],
    ['a source’s hidden length', `${poke}Content-Length: 0\r\nContent-Length\t: ${inner.length}\r\n`],
  ])('with %s: the second is none', async (_what, head) => {
    sender = '192.0.2.51';
    const one = await open(`${head}\r\n${inner}`);
    await expect.poll(() => one.text).toMatch(/^HTTP\/1\.1 40[01] [\s\S]*Connection: Close/);
    one.socket.end();
    await one.closed;
    expect(one.text.match(/HTTP\/1\.1 /g)).toHaveLength(1);
  });
});

describe('[RADIO-19] a source that is live', () => {
  it('ends when its password or its role is taken away', async () => {
    sender = '192.0.2.40';
    const other = await station.addHost('staff', 'Rita');
    const first = await goLive(other);
    await removePassword(station.sql, other.userId);
    await first.closed;
    await expect.poll(isFree).toBe(true);
    const third = await station.addHost('staff', 'Noa');
    const second = await goLive(third);
    // Still a host, but not of the show that is on: only staff may be live now.
    await station.sql`insert into public.roles (user_id, role) values (${third.userId}, 'host')`;
    await station.sql`delete from public.roles where user_id = ${third.userId} and role = 'staff'`;
    await second.closed;
    await expect.poll(isFree).toBe(true);
    await expect
      .poll(
        () =>
          station.sql`select reason from public.radio_connections where outcome = 'ended' order by id desc limit 1`,
      )
      .toMatchObject([{ reason: { code: 'no_longer_has_access', values: { name: 'Noa' } } }]);
  });
});
