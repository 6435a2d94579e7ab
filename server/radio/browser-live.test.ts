// Going live from the browser, over real sockets: who may, and for how long.
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { createRateLimiter } from '#backend/limits/rate-limiter.ts';
import { tone } from '#radio/testing/sounds.ts';
import { signUp, type TestPerson } from '../accounts/testing/people.ts';
import { createLogger } from '../logger.ts';
import { type StudioApp, startStudioApp } from '../testing/studio-app.ts';
import { type RadioService, startRadio } from './start-radio.ts';

let studio: StudioApp;
let service: RadioService;
let dataDir: string;
let server: Server;
let staff: TestPerson;
let host: TestPerson;
let member: TestPerson;

beforeAll(async () => {
  studio = await startStudioApp();
  dataDir = await mkdtemp(join(tmpdir(), 'onda-browser-live-'));
  service = await startRadio({
    config: {
      dataDir,
      siteUrl: studio.siteUrl,
      demo: false,
      host: '127.0.0.1',
      port: 0,
      radio: {
        streamUrl: undefined,
        sourcePort: 0,
        icecastPushUrl: undefined,
        recordingsLimitBytes: 2 ** 30,
      },
      storage: { fileSizeLimitBytes: 2 * 2 ** 20, s3: undefined },
    },
    sql: studio.sql,
    databaseUrl: studio.databaseUrl,
    clientIp: () => '192.0.2.1',
    clients: studio.clients,
    secret: 'a secret of the test',
    limiter: createRateLimiter({}),
    recheckMs: 200,
    log: createLogger('silent'),
  });
  staff = await signUp(studio, 'staff');
  host = await signUp(studio, 'host');
  member = await signUp(studio);
  server = createServer().on('upgrade', (request, socket, head) => service.upgrade(request, socket, head));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  service.live.liveControl.endBy('The test');
  await expect.poll(() => service.radio.nowPlaying().isLive).toBe(false);
});
afterAll(async () => {
  await service?.close();
  await new Promise((resolve) => server.close(resolve));
  await studio?.close();
  await rm(dataDir, { recursive: true, force: true });
});

const port = () => (server.address() as AddressInfo).port;
const title = () => service.radio.nowPlaying().now?.title;

function open(as: { token: string } | undefined, headers: Record<string, string> = {}) {
  const socket = new WebSocket(`ws://127.0.0.1:${port()}/api/radio/live`, {
    headers: { ...(as && { authorization: `Bearer ${as.token}` }), ...headers },
  });
  const messages: Record<string, unknown>[] = [];
  socket.on('message', (data) => messages.push(JSON.parse(String(data))));
  const failed = new Promise<string>((resolve) => socket.once('error', ({ message }) => resolve(message)));
  const closed = new Promise<number>((resolve) => socket.once('close', resolve));
  return {
    socket,
    messages,
    failed,
    closed,
    types: () => messages.map(({ type }) => type),
    send: (message: object) => socket.send(JSON.stringify(message)),
  };
}

const pcm = { type: 'start', format: 'pcm-s16', sampleRate: 48_000, channels: 1 };

/** A host on air who keeps sending audio. */
async function goLive(as: { token: string }) {
  const line = open(as);
  await expect.poll(line.types).toContain('ready');
  line.send(pcm);
  await expect.poll(line.types).toContain('accepted');
  const samples = tone(0.1, { sampleRate: 48_000, hz: 500 });
  const bytes = Buffer.alloc(samples.length * 2);
  for (const [i, sample] of samples.entries()) bytes.writeInt16LE(Math.round(sample * 32_767), i * 2);
  const timer = setInterval(() => {
    if (line.socket.readyState === WebSocket.OPEN) line.socket.send(bytes);
  }, 100);
  return {
    ...line,
    async end() {
      clearInterval(timer);
      line.socket.close();
      await expect.poll(() => service.live.liveControl.session).toBeUndefined();
      await expect.poll(() => service.radio.nowPlaying().isLive).toBe(false);
    },
  };
}

describe('live from the browser', () => {
  it('gives no connection without a session or from another page', async () => {
    expect(await open(undefined, { origin: 'http://studio.test' }).failed).toContain('401');
    const evil = ['http://evil.test', 'null', 'https://studio.test', 'http://studio.test.evil.test'];
    for (const origin of evil)
      expect(await open(undefined, { origin, cookie: 'a=b' }).failed).toContain('403');
    expect(await open(undefined, { cookie: 'a=b' }).failed).toContain('403');
  });

  it('a page on another origin than the API names its token among the protocols', async () => {
    const call = (token: string) =>
      new WebSocket(`ws://127.0.0.1:${port()}/api/radio/live`, ['onda.live', `bearer.${token}`], {
        origin: 'https://elsewhere.test',
      });
    const socket = call(host.token);
    await new Promise((resolve) => socket.once('open', resolve));
    expect(socket.protocol).toBe('onda.live');
    socket.close();
    const rejected = await new Promise<Error>((resolve) => call('made-up').once('error', resolve));
    expect(rejected.message).toContain('401');
  });

  it('[RADIO-19] a host outside their slot reads why', async () => {
    const { socket, messages, types } = open(host);
    await expect.poll(types).toContain('ready');
    socket.send(JSON.stringify({ type: 'start', format: 'pcm-s16', sampleRate: 48_000, channels: 1 }));
    await expect.poll(types).toContain('rejected');
    expect(messages.at(-1)).toMatchObject({
      status: 403,
      code: expect.stringMatching(/^(not_host_of_show|no_show_on_air_now)$/),
      message: expect.stringContaining('Hosts can go live only during their own show'),
    });
  });

  it('[RADIO-20] who comes back after a broken line goes on at once; a second show of theirs has to wait', async () => {
    const begin = async (showing: string) => {
      const line = open(staff);
      await expect.poll(line.types).toContain('ready');
      line.socket.send(
        JSON.stringify({ type: 'start', format: 'pcm-s16', sampleRate: 48_000, channels: 1, showing }),
      );
      line.socket.send(Buffer.alloc(960, 1));
      await expect
        .poll(() => line.types().some((type) => type === 'accepted' || type === 'rejected'))
        .toBe(true);
      return line;
    };
    const first = await begin('one show');
    const timer = setInterval(() => first.socket.send(Buffer.alloc(960, 1)), 100);
    const other = await begin('another show');
    expect(other.messages.at(-1)).toMatchObject({ type: 'rejected', status: 403 });
    clearInterval(timer);
    const again = await begin('one show');
    expect(again.types()).toContain('accepted');
    await expect.poll(first.types).toContain('ended');
    again.socket.close();
    await expect.poll(() => service.live.liveControl.session).toBeUndefined();
  });

  it('[RADIO-20] staff are on air, see their level, and the programme continues after them', async () => {
    const { socket, messages, types } = open(staff);
    await expect.poll(types).toContain('ready');
    socket.send(JSON.stringify({ type: 'start', format: 'pcm-s16', sampleRate: 48_000, channels: 1 }));
    await expect.poll(types).toContain('accepted');
    const samples = tone(0.1, { sampleRate: 48_000, hz: 500 });
    const bytes = Buffer.alloc(samples.length * 2);
    for (const [i, sample] of samples.entries()) bytes.writeInt16LE(Math.round(sample * 32_767), i * 2);
    const timer = setInterval(() => socket.send(bytes), 100);
    await expect.poll(() => service.radio.nowPlaying().isLive).toBe(true);
    await expect
      .poll(() => messages.find(({ type, peak }) => type === 'status' && Number(peak) > 0.4))
      .toBeDefined();
    socket.send(JSON.stringify({ type: 'title', artist: 'Vera', title: 'Talking' }));
    await expect.poll(() => service.radio.nowPlaying().now?.title).toBe('Talking');
    clearInterval(timer);
    socket.close();
    await expect.poll(() => service.radio.nowPlaying().isLive).toBe(false);
  });
});

describe('[RADIO-28] someone who is not live', () => {
  it('changes no title: not a member, not an anonymous account, not a host beside', async () => {
    const { data } = await studio.newClient().auth.signInAnonymously();
    const anonymous = { token: data.session?.access_token ?? '' };
    const live = await goLive(staff);
    await expect.poll(() => service.radio.nowPlaying().isLive).toBe(true);
    live.send({ type: 'title', title: 'Mine' });
    await expect.poll(title).toBe('Mine');
    for (const stranger of [member, anonymous]) {
      const line = open(stranger);
      line.socket.on('open', () => line.send({ type: 'title', title: 'Stolen' }));
      expect(await line.closed).toBe(1008);
      expect(line.messages).toEqual([
        {
          type: 'rejected',
          status: 403,
          code: 'only_hosts_and_staff_go_live',
          values: {},
          message: 'You don’t have access. Only hosts and staff can go live.',
        },
      ]);
    }
    for (const other of [host, staff]) {
      const line = open(other);
      await expect.poll(line.types).toContain('ready');
      line.send({ type: 'title', title: 'Stolen' });
      line.socket.send(Buffer.alloc(100));
      line.send({ ...pcm, showing: 'another' });
      line.send({ type: 'title', title: 'Stolen' });
      await expect.poll(line.types).toContain('rejected');
      await line.closed;
    }
    expect(await studio.sql`select from public.radio_plays where title = 'Stolen'`).toEqual([]);
    expect(await studio.sql`select from public.radio_connections where user_id = ${member.id}`).toEqual([]);
    await live.end();
  });

  it('does not come from a page of another site on someone’s cookie, whatever else is sent along', async () => {
    const cookie = `passkey-token=${staff.token}`;
    for (const authorization of [undefined, 'Basic x', 'Bearer', 'Digest a=b'])
      expect(
        await open(undefined, { origin: 'http://evil.test', cookie, ...(authorization && { authorization }) })
          .failed,
      ).toContain('403');
    expect(await open(undefined, { cookie }).failed).toContain('403');
    const ours = open(undefined, { origin: studio.siteUrl, cookie });
    await expect.poll(ours.types).toContain('ready');
    ours.socket.close();
    await ours.closed;
  });
});

describe('[RADIO-28] the live host', () => {
  it('is asked for at every message: a role that was taken away ends it', async () => {
    const second = await signUp(studio, 'staff');
    const live = await goLive(second);
    await studio.sql`delete from public.roles where user_id = ${second.id}`;
    live.send({ type: 'title', title: 'Too late' });
    await expect.poll(() => service.live.liveControl.session).toBeUndefined();
    await live.closed;
    expect(live.messages.at(-1)).toMatchObject({
      type: 'ended',
      code: 'no_longer_has_access',
      message: expect.stringMatching(/no longer has access to go live\.$/),
    });
    expect(await studio.sql`select from public.radio_plays where title = 'Too late'`).toEqual([]);
    await live.end();
  });

  it('is asked for while only sound comes: a session that was ended, a ban', async () => {
    const one = await signUp(studio, 'staff');
    const first = await goLive(one);
    await one.client.auth.signOut();
    await expect.poll(first.types).toContain('ended');
    await first.end();
    const two = await signUp(studio, 'staff');
    const second = await goLive(two);
    await studio.sql`update auth.users set banned_until = now() + interval '1 day' where id = ${two.id}`;
    await expect.poll(second.types).toContain('ended');
    await second.end();
  });

  it('sends titles that players and logs can bear', async () => {
    const live = await goLive(staff);
    await expect.poll(() => service.radio.nowPlaying().isLive).toBe(true);
    live.send({ type: 'title', artist: 7, title: `a\u0000b\r\nc\u202e${'x'.repeat(5000)}` });
    await expect.poll(title).toMatch(/^a b c x{294}$/);
    live.send({ type: 'title', title: 'next', artist: '\ud800z' });
    await expect.poll(() => service.radio.nowPlaying().now?.artist).toBe('\ufffdz');
    await live.end();
  });
});

describe('the connection itself', () => {
  it('survives broken frames, before and after it is known who sends them', async () => {
    for (const bytes of ['ffffffff', '8001', '81fe', '827f00000000ffffffff00000000']) {
      const socket = connect(port(), '127.0.0.1');
      socket.write(
        `GET /api/radio/live HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${staff.token}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`,
      );
      socket.write(Buffer.from(bytes, 'hex'));
      socket.resume();
      setTimeout(() => socket.destroy(), 1500).unref();
      await new Promise((resolve) => socket.once('close', resolve));
    }
    const line = open(staff);
    await expect.poll(line.types).toContain('ready');
    line.socket.send('not JSON');
    line.socket.send('null');
    line.socket.send('[1]');
    line.send({ type: 'start', format: 'wav' });
    expect(await line.closed).toBe(1008);
  });

  it('ends when it sends too many or too long messages', async () => {
    const many = open(staff);
    await expect.poll(many.types).toContain('ready');
    for (let i = 0; i < 100; i++) many.send({ type: 'title', title: String(i) });
    expect(await many.closed).toBe(1008);
    const long = open(staff);
    await expect.poll(long.types).toContain('ready');
    long.socket.send(Buffer.alloc((1 << 20) + 1));
    expect([1006, 1009]).toContain(await long.closed);
  });

  it('is one of few for an account, and lives at one address only', async () => {
    const lines = Array.from({ length: 4 }, () => open(host));
    for (const line of lines) await expect.poll(line.types).toContain('ready');
    expect(await open(host).failed).toContain('429');
    for (const line of lines) line.socket.close();
    await Promise.all(lines.map(({ closed }) => closed));
    const elsewhere = new WebSocket(`ws://127.0.0.1:${port()}/api/radio/live-too`, {
      headers: { authorization: `Bearer ${staff.token}` },
    });
    expect(
      await new Promise<string>((resolve) => elsewhere.once('error', ({ message }) => resolve(message))),
    ).toContain('404');
  });
});
