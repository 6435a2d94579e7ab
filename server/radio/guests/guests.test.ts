// Guests of a browser show, over real sockets: who gets in, who hears whom, and when it is over.
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { createRateLimiter } from '#backend/limits/rate-limiter.ts';
import { signUp, type TestPerson } from '../../accounts/testing/people.ts';
import { createLogger } from '../../logger.ts';
import { type StudioApp, startStudioApp } from '../../testing/studio-app.ts';
import { type RadioService, startRadio } from '../start-radio.ts';

let studio: StudioApp;
let service: RadioService;
let dataDir: string;
let server: Server;
let staff: TestPerson;
let member: TestPerson;
const opened: WebSocket[] = [];
const logged: string[] = [];

beforeAll(async () => {
  studio = await startStudioApp();
  dataDir = await mkdtemp(join(tmpdir(), 'onda-guests-'));
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
    log: createLogger('trace', undefined, (line) => logged.push(line)),
  });
  staff = await signUp(studio, 'staff');
  member = await signUp(studio);
  server = createServer().on('upgrade', (request, socket, head) => service.upgrade(request, socket, head));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  const host = await openHost();
  await host.say({ type: 'end' });
  await expect.poll(() => host.last('room')).toMatchObject({ guests: [], invitations: [] });
  for (const socket of opened.splice(0)) socket.terminate();
  service.live.liveControl.endBy('The test');
  await expect.poll(() => service.radio.nowPlaying().isLive).toBe(false);
});
afterAll(async () => {
  await service?.close();
  await new Promise((resolve) => server.close(resolve));
  await studio?.close();
  await rm(dataDir, { recursive: true, force: true });
});

type Message = { type: string } & Record<string, unknown>;

function open(path: string, headers: Record<string, string>) {
  const { port } = server.address() as AddressInfo;
  const socket = new WebSocket(`ws://127.0.0.1:${port}/api/radio/live${path}`, { headers });
  const messages: Message[] = [];
  const sounds: Buffer[] = [];
  socket.on('message', (data: Buffer, isBinary) => {
    if (isBinary) sounds.push(data);
    else messages.push(JSON.parse(String(data)));
  });
  const line = {
    socket,
    messages,
    sounds,
    failed: new Promise<string>((resolve) => socket.once('error', ({ message }) => resolve(message))),
    closed: new Promise<number>((resolve) => socket.once('close', resolve)),
    last: (type: string) => messages.findLast((message) => message.type === type),
    async say(message: object) {
      if (socket.readyState === WebSocket.CONNECTING)
        await new Promise((resolve) => socket.once('open', resolve));
      socket.send(JSON.stringify(message));
    },
    sound: (...bytes: number[]) => socket.send(Buffer.from(bytes)),
  };
  opened.push(socket);
  return line;
}

async function openHost(as = staff) {
  const line = open('/guests', { authorization: `Bearer ${as.token}` });
  await line.say({ type: 'hello', decodes: ['opus', 'pcm'] });
  await expect.poll(() => line.last('room')).toBeDefined();
  return {
    ...line,
    guests: () => line.last('room')?.guests as { seat: number; name: string; isConnected: boolean }[],
    async invite() {
      const before = line.messages.filter(({ type }) => type === 'invited').length;
      await line.say({ type: 'invite' });
      await expect.poll(() => line.messages.filter(({ type }) => type === 'invited').length).toBe(before + 1);
      return String(line.last('invited')?.token);
    },
  };
}

async function joinShow(
  token: string,
  { name = 'Ana', key = 'key-of-one-page-1', origin = studio.siteUrl } = {},
) {
  const line = open('/guest', { origin });
  await line.say({ type: 'join', token, key, name, decodes: ['pcm'] });
  await expect.poll(() => line.messages.length).toBeGreaterThan(0);
  return line;
}

/** A browser show of the host that keeps sending samples. */
async function goLive() {
  const line = open('', { authorization: `Bearer ${staff.token}` });
  await expect.poll(() => line.last('ready')).toBeDefined();
  await line.say({ type: 'start', format: 'pcm-s16', sampleRate: 48_000, channels: 1 });
  const timer = setInterval(() => line.socket.send(Buffer.alloc(9600, 40)), 100);
  line.socket.once('close', () => clearInterval(timer));
  await expect.poll(() => service.radio.nowPlaying().isLive).toBe(true);
  return line;
}

describe('[RADIO-60] a link', () => {
  it('lets three guests in, each on their own link, and tells the fourth', async () => {
    const host = await openHost();
    const tokens = [await host.invite(), await host.invite(), await host.invite(), await host.invite()];
    const names = ['Ana', 'Bea', 'Cem'];
    const guests = [];
    for (const [i, name] of names.entries()) guests.push(await joinShow(tokens[i] as string, { name }));
    for (const guest of guests) expect(guest.last('state')).toMatchObject({ isMuted: true, isOnAir: false });
    await expect.poll(() => host.guests().map(({ name }) => name)).toEqual(names);
    const fourth = await joinShow(tokens[3] as string, { name: 'Dora' });
    expect(fourth.last('ended')).toMatchObject({ code: 'guests_full' });
    expect(await fourth.closed).toBe(1008);
    await guests[1]?.say({ type: 'leave' });
    await expect.poll(() => host.guests().map(({ name }) => name)).toEqual(['Ana', 'Cem']);
    const again = await joinShow(tokens[3] as string, { name: 'Dora' });
    expect(again.last('state')).toBeDefined();
    await host.say({ type: 'end' });
    for (const guest of [guests[0], guests[2], again])
      await expect.poll(() => guest?.last('ended')?.code).toBe('guest_show_ended');
    expect((await joinShow(tokens[0] as string)).last('ended')?.code).toBe('guest_link_not_valid');
  });

  it('is unguessable, described without an account, revocable, and in no log line', async () => {
    const host = await openHost();
    const token = await host.invite();
    expect(Buffer.from(token, 'base64url')).toHaveLength(24);
    const describe = (given: string) =>
      service.fetch(
        new Request(`${studio.siteUrl}/api/radio/live/invitation`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ token: given }),
        }),
      );
    expect(await (await describe(token)).json()).toMatchObject({ host: expect.any(String) });
    expect((await describe(`${token}a`)).status).toBe(404);
    expect((await joinShow(`${token}a`)).last('ended')?.code).toBe('guest_link_not_valid');
    await host.say({ type: 'revoke', id: host.last('invited')?.id });
    await expect.poll(async () => (await describe(token)).status).toBe(404);
    expect(logged.join('\n')).not.toContain(token);
  });

  it('belongs to one browser at a time: it comes back, another one waits, a removed guest stays out', async () => {
    const host = await openHost();
    const token = await host.invite();
    const first = await joinShow(token, { key: 'key-of-one-page-1' });
    await host.say({ type: 'mute', seat: 0, isMuted: false });
    await expect.poll(() => first.last('state')?.isMuted).toBe(false);
    expect((await joinShow(token, { key: 'key-of-one-page-2' })).last('ended')?.code).toBe(
      'guest_link_in_use',
    );
    first.socket.terminate();
    await expect.poll(() => host.guests()[0]?.isConnected).toBe(false);
    const again = await joinShow(token, { key: 'key-of-one-page-1' });
    expect(again.last('state')?.isMuted).toBe(false);
    await host.say({ type: 'remove', seat: 0 });
    await expect.poll(() => again.last('ended')?.code).toBe('guest_removed');
    expect((await joinShow(token)).last('ended')?.code).toBe('guest_link_not_valid');
  });
});

describe('[RADIO-61] sound', () => {
  it('goes between the host and one guest, and never by itself to the air', async () => {
    const host = await openHost();
    const [one, two] = [
      await joinShow(await host.invite()),
      await joinShow(await host.invite(), { name: 'Bea' }),
    ];
    one.sound(2, 11, 12);
    two.sound(2, 21, 22);
    await expect
      .poll(() => host.sounds.map((sound) => [...sound]))
      .toEqual([
        [0, 2, 11, 12],
        [1, 2, 21, 22],
      ]);
    host.sound(1, 2, 77);
    host.sound(9, 2, 88);
    await expect.poll(() => two.sounds.map((sound) => [...sound])).toEqual([[2, 77]]);
    expect(one.sounds).toEqual([]);
    expect(service.radio.nowPlaying().isLive).toBe(false);
    await host.say({ type: 'ping', seat: 1, sentAt: 5 });
    await expect.poll(() => two.last('ping')).toMatchObject({ sentAt: 5 });
    await two.say({ type: 'pong', sentAt: 5 });
    await expect.poll(() => host.last('pong')).toMatchObject({ seat: 1, sentAt: 5 });
    await host.say({ type: 'talkback', isOn: true });
    await expect.poll(() => one.last('state')?.isTalkback).toBe(true);
  });

  it('a guest who floods is disconnected, and nobody else', async () => {
    const host = await openHost();
    const [calm, loud] = [
      await joinShow(await host.invite()),
      await joinShow(await host.invite(), { name: 'Bea' }),
    ];
    for (let i = 0; i < 1100; i++) loud.sound(2, 1, 1);
    expect(await loud.closed).toBe(1008);
    expect(loud.last('ended')?.code).toBe('guest_sent_too_much');
    const huge = await joinShow(await host.invite(), { name: 'Cem' });
    huge.socket.send(Buffer.alloc(5000));
    expect([1006, 1009]).toContain(await huge.closed);
    calm.sound(2, 5, 5);
    await expect.poll(() => [...(host.sounds.at(-1) ?? [])]).toEqual([0, 2, 5, 5]);
  });
});

describe('[RADIO-62] the show', () => {
  it('tells guests when it is on air, survives a reload of the host, and its end ends everything', async () => {
    const host = await openHost();
    const token = await host.invite();
    const guest = await joinShow(token);
    const show = await goLive();
    await expect.poll(() => guest.last('state')).toMatchObject({ isOnAir: true, isHostHere: true });
    host.socket.terminate();
    await expect.poll(() => guest.last('state')?.isHostHere).toBe(false);
    const reloaded = await openHost();
    expect(reloaded.guests()).toMatchObject([{ seat: 0, name: 'Ana', isConnected: true }]);
    await expect.poll(() => guest.last('state')?.isHostHere).toBe(true);
    // A second window takes over.
    const other = await openHost();
    await expect.poll(() => reloaded.last('ended')?.code).toBe('guests_open_elsewhere');
    show.socket.close();
    await other.say({ type: 'end' });
    await expect.poll(() => guest.last('ended')?.code).toBe('guest_show_ended');
  });

  it('is closed to members, other sites and hosts who lost their role', async () => {
    expect(await open('/guests', { authorization: `Bearer ${member.token}` }).failed).toContain('403');
    expect(await open('/guests', { origin: studio.siteUrl }).failed).toContain('401');
    expect(await open('/guest', { origin: 'https://evil.test' }).failed).toContain('403');
    expect(await open('/guest', {}).failed).toContain('403');
    const second = await signUp(studio, 'host');
    const host = await openHost(second);
    const guest = await joinShow(await host.invite());
    await studio.sql`delete from public.roles where user_id = ${second.id}`;
    expect(await host.closed).toBe(1008);
    await expect.poll(() => guest.last('ended')?.code).toBe('guest_show_ended');
  });
});

it('a right link is described after any number of wrong ones from its network', async () => {
  const host = await openHost();
  const token = await host.invite();
  const describeLink = async (given: string) => {
    const request = new Request(`${studio.siteUrl}/api/radio/live/invitation`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token: given }),
    });
    return (await service.fetch(request)).status;
  };
  const statuses: number[] = [];
  for (let n = 0; n < 40; n++) statuses.push(await describeLink(`${token}${n}`));
  expect(statuses.at(-1)).toBe(429);
  expect(await describeLink(token)).toBe(200);
  expect((await joinShow(token)).last('state')).toBeDefined();
});
