import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createRateLimiter } from '#backend/limits/rate-limiter.ts';
import { signUp, type TestPerson } from '../accounts/testing/people.ts';
import { createBotCheck } from '../http-kit/bot-check.ts';
import { createHumanGate } from '../http-kit/human-gate.ts';
import { createLogger } from '../logger.ts';
import { type StudioApp, startStudioApp } from '../testing/studio-app.ts';
import { type RadioService, startRadio } from './start-radio.ts';

let studio: StudioApp;
let service: RadioService;
let dataDir: string;
let staff: TestPerson;
let host: TestPerson;
let otherHost: TestPerson;
let member: TestPerson;
let chatId: string;

const clientIp = (request: Request) => request.headers.get('x-address') ?? '192.0.2.1';

function start(): Promise<RadioService> {
  const { sql } = studio;
  const botCheck = createBotCheck({ sql, secret: 'a secret', onFailure: () => undefined });
  return startRadio({
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
      storage: { fileSizeLimitBytes: 2 ** 20, s3: undefined },
    },
    sql,
    databaseUrl: studio.databaseUrl,
    clientIp,
    limiter: createRateLimiter({}),
    clients: studio.clients,
    isHuman: createHumanGate({ botCheck, clientIp, limiter: createRateLimiter({}) }).isHuman,
    secret: 'a secret of the test',
    log: createLogger('silent'),
  });
}

beforeAll(async () => {
  studio = await startStudioApp();
  dataDir = await mkdtemp(join(tmpdir(), 'onda-chat-'));
  service = await start();
  staff = await signUp(studio, 'staff');
  host = await signUp(studio, 'host');
  otherHost = await signUp(studio, 'host');
  member = await signUp(studio);
});
afterAll(async () => {
  await service?.close();
  await studio?.close();
  await rm(dataDir, { recursive: true, force: true });
});

// Each test is its own show: the host is live, and the chat is open.
beforeEach(async () => {
  await studio.sql`update public.radio_live_sessions set ended_at = now() - interval '10 minutes'`;
  chatId = await beginShow(host);
});

async function beginShow({ id }: TestPerson): Promise<string> {
  const [session] = await studio.sql<{ id: string }[]>`
    insert into public.radio_live_sessions (id, user_id, show_id, way, started_at)
    values (gen_random_uuid(), ${id}, (select id from public.shows order by title limit 1), 'browser', now()) returning id`;
  return session?.id ?? '';
}
const endShow = () => studio.sql`update public.radio_live_sessions set ended_at = now() where id = ${chatId}`;

let addresses = 0;
const newAddress = () => `198.51.100.${++addresses}`;

async function say(body: object, { as, from = newAddress() }: { as?: TestPerson; from?: string } = {}) {
  const response = await service.fetch(
    new Request(`${studio.siteUrl}/api/radio/chat`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-address': from,
        ...(as && { authorization: `Bearer ${as.token}` }),
      },
      body: JSON.stringify(body),
    }),
  );
  const json = (await response.json()) as { id: string; pass: string; code: string };
  return { status: response.status, ...json };
}

const read = async (client = studio.newClient()) =>
  (
    await client
      .from('radio_chat_messages')
      .select('id,name,author_kind,body,removed_at')
      .eq('chat_id', chatId)
      .order('sent_at')
  ).data ?? [];
const bodies = async (client?: TestPerson['client']) => (await read(client)).map(({ body }) => body);

describe('who may speak', () => {
  it('[RADIO-25] no one while no show is live', async () => {
    await endShow();
    expect(await say({ body: 'hello?', name: 'Rui' })).toMatchObject({ status: 409, code: 'chat_closed' });
    expect(await say({ body: 'hello?' }, { as: staff })).toMatchObject({ status: 409, code: 'chat_closed' });
  });

  it('a guest with a name who is no machine, and then with a pass for the evening', async () => {
    const from = newAddress();
    const line = { body: 'Good evening', name: 'Rui' };
    expect(await say({ ...line, bot_token: 'made up' }, { from })).toMatchObject({
      status: 403,
      code: 'bot_check_failed',
    });
    const { status, pass } = await say(line, { from });
    expect(status).toBe(201);
    const next = { body: 'And another', name: 'Rui', pass, bot_token: 'made up' };
    expect(await say(next, { from })).toMatchObject({ status: 201 });
    expect(await say(next)).toMatchObject({ status: 403, code: 'bot_check_failed' });
    expect(await say({ ...next, pass: `9${pass}` }, { from })).toMatchObject({ status: 403 });
    expect(await read()).toMatchObject([
      { name: 'Rui', author_kind: 'guest', body: 'Good evening' },
      { name: 'Rui', author_kind: 'guest', body: 'And another' },
    ]);
  });

  it.each([
    ['no name', { body: 'hi' }],
    ['a name too long', { body: 'hi', name: 'x'.repeat(41) }],
    ['nothing to say', { body: ' \n\u202e ', name: 'Rui' }],
    ['too much to say', { body: 'x'.repeat(501), name: 'Rui' }],
  ])('%s is rejected', async (_what, body) => {
    expect(await say(body)).toMatchObject({ status: 422, code: 'invalid' });
  });

  it('people with an account under its name, whatever they send; hosts and staff are marked', async () => {
    for (const as of [member, host, otherHost, staff])
      expect(await say({ body: 'hello', name: 'The Mayor' }, { as })).toMatchObject({
        status: 201,
        pass: null,
      });
    const said = await read();
    expect(said.map(({ author_kind }) => author_kind)).toEqual(['member', 'host', 'member', 'staff']);
    expect(said.every(({ name }) => /^Person /.test(name) && name.length <= 40)).toBe(true);
  });

  it('not too fast, and not the same again', async () => {
    const from = newAddress();
    const { pass } = await say({ body: 'line 0', name: 'Rui' }, { from });
    expect(await say({ body: 'line 0', name: 'Rui', pass }, { from })).toMatchObject({
      status: 409,
      code: 'said_already',
    });
    const more = await Promise.all(
      Array.from({ length: 7 }, (_, i) => say({ body: `more ${i}`, name: 'Rui', pass }, { from })),
    );
    expect(more.filter(({ status }) => status === 201)).toHaveLength(4);
    expect(more.filter(({ code }) => code === 'too_fast')).toHaveLength(3);
    expect(await say({ body: 'me too', name: 'Eva' })).toMatchObject({ status: 201 });
  });
});

describe('who may read, and what', () => {
  it('[RADIO-25] everyone while it is open; afterwards its hosts and staff', async () => {
    await say({ body: 'only tonight', name: 'Rui' });
    for (const client of [undefined, member.client, host.client, staff.client])
      expect(await bodies(client)).toEqual(['only tonight']);
    await endShow();
    for (const client of [undefined, member.client, otherHost.client])
      expect(await bodies(client)).toEqual([]);
    for (const client of [host.client, staff.client]) expect(await bodies(client)).toEqual(['only tonight']);
  });

  it.each(['author', 'user_id', 'removed_by', '*'])('no one can read the column %s', async (column) => {
    for (const client of [studio.newClient(), member.client, host.client, staff.client]) {
      const { error } = await client.from('radio_chat_messages').select(column);
      expect(error?.code).toBe('42501');
    }
  });

  it('no one can write past the station: not as a row, not as a function, not on the channel', async () => {
    const row = { chat_id: chatId, author: 'x', author_kind: 'host', name: 'The host', body: 'x' };
    for (const client of [studio.newClient(), member.client, host.client, staff.client]) {
      expect((await client.from('radio_chat_messages').insert(row)).error?.code).toBe('42501');
      expect(
        (await client.from('radio_chats').update({ closed_at: null }).eq('id', chatId)).error?.code,
      ).toBe('42501');
      expect((await client.from('radio_chat_mutes').delete().eq('chat_id', chatId)).error?.code).toBe(
        '42501',
      );
      expect((await client.rpc('say_in_chat', {})).error?.code).toBe('PGRST202');
    }
    for (const role of ['anon', 'authenticated']) {
      const received = studio.sql.begin(async (sql) => {
        await sql.unsafe(`set local role ${role}`);
        await sql`select set_config('realtime.topic', 'radio:chat', true)`;
        return sql`select event from realtime.messages where topic = 'radio:chat'`;
      });
      expect((await received).length).toBeGreaterThan(0);
      const spoken = studio.sql.begin(async (sql) => {
        await sql.unsafe(`set local role ${role}`);
        await sql`select set_config('realtime.topic', 'radio:chat', true)`;
        await sql`insert into realtime.messages (topic, extension, event, private) values ('radio:chat', 'broadcast', 'said', true)`;
      });
      await expect(spoken).rejects.toMatchObject({ code: '42501' });
    }
  });
});

describe('hosts and staff', () => {
  it('remove a message for everyone; others may not', async () => {
    const { id } = await say({ body: 'buy my things', name: 'Spam' });
    await say({ body: 'lovely show', name: 'Eva' });
    for (const client of [studio.newClient(), member.client, otherHost.client])
      expect((await client.rpc('remove_chat_message', { message: id })).error?.code).toBe('42501');
    expect(await bodies()).toEqual(['buy my things', 'lovely show']);
    expect((await host.client.rpc('remove_chat_message', { message: id })).error).toBeNull();
    expect(await bodies()).toEqual(['lovely show']);
    const notified = await studio.sql`
      select event, payload ->> 'body' as body from realtime.messages
      where topic = 'radio:chat' and payload ->> 'id' = ${id} order by inserted_at`;
    expect(notified).toMatchObject([{ event: 'said', body: 'buy my things' }, { event: 'removed' }]);
  });

  it('mute someone until the show ends, and let them speak again; never one another', async () => {
    const [from, elsewhere] = [newAddress(), newAddress()];
    const { id, pass } = await say({ body: 'one', name: 'Loud' }, { from });
    await say({ body: 'two', name: 'Loud', pass }, { from });
    await say({ body: 'three', name: 'Calm' }, { from: elsewhere });
    const byHost = await say({ body: 'welcome' }, { as: host });
    for (const client of [studio.newClient(), member.client, otherHost.client])
      expect((await client.rpc('mute_chat_author', { message: id })).error?.code).toBe('42501');
    expect((await host.client.rpc('mute_chat_author', { message: id })).error).toBeNull();
    expect(await bodies()).toEqual(['three', 'welcome']);
    expect(await say({ body: 'four', name: 'Other name', pass }, { from })).toMatchObject({
      status: 403,
      code: 'muted',
    });
    expect(await say({ body: 'five', name: 'Calm' }, { from: elsewhere })).toMatchObject({ status: 201 });
    expect((await staff.client.rpc('mute_chat_author', { message: byHost.id })).error?.code).toBe('23514');

    expect((await member.client.from('radio_chat_mutes').select('id,name')).data).toEqual([]);
    const { data } = await host.client.from('radio_chat_mutes').select('id,name').eq('chat_id', chatId);
    expect(data).toMatchObject([{ name: 'Loud' }]);
    const mute = data?.[0]?.id;
    expect((await member.client.rpc('unmute_chat_author', { mute })).error?.code).toBe('42501');
    expect((await host.client.rpc('unmute_chat_author', { mute })).error).toBeNull();
    expect(await say({ body: 'sorry', name: 'Loud', pass }, { from })).toMatchObject({ status: 201 });
  });
});

describe('[RADIO-26] an address', () => {
  it('is muted for its guests, whatever they call themselves, show after show, until someone lifts it', async () => {
    const from = '2001:db8:7:7::1';
    const { id, pass } = await say({ body: 'one', name: 'Loud' }, { from });
    await say({ body: 'two', name: 'Calm' });
    for (const client of [studio.newClient(), member.client, otherHost.client])
      expect((await client.rpc('mute_chat_address', { message: id })).error?.code).toBe('42501');
    expect((await host.client.rpc('mute_chat_address', { message: id })).error).toBeNull();
    expect(await bodies()).toEqual(['two']);
    const rejected = { status: 403, code: 'address_muted' };
    // The next address of the same household.
    expect(await say({ body: 'three', name: 'Other', pass }, { from: '2001:db8:7:7::2' })).toMatchObject(
      rejected,
    );
    expect(await say({ body: 'four', name: 'Calm' }, { from: '2001:db8:7:8::1' })).toMatchObject({
      status: 201,
    });
    expect(await say({ body: 'five' }, { as: member, from })).toMatchObject({ status: 201 });
    await studio.sql`update public.radio_live_sessions set ended_at = now() - interval '10 minutes'`;
    chatId = await beginShow(host);
    expect(await say({ body: 'six', name: 'Loud' }, { from })).toMatchObject(rejected);

    const seen = async (client: TestPerson['client']) =>
      (await client.from('radio_chat_address_mutes').select('id,name,muted_at,ends_at')).data ?? [];
    for (const client of [member.client, otherHost.client, studio.newClient()])
      expect(await seen(client)).toEqual([]);
    const [mute] = await seen(host.client);
    expect(mute).toMatchObject({ name: 'Loud' });
    expect(await seen(staff.client)).toEqual([mute]);
    for (const client of [host.client, staff.client])
      expect((await client.from('radio_chat_address_mutes').select('mark')).error?.code).toBe('42501');
    for (const client of [member.client, otherHost.client])
      expect((await client.rpc('unmute_chat_address', { mute: mute?.id })).error?.code).toBe('42501');
    expect((await staff.client.rpc('unmute_chat_address', { mute: mute?.id })).error).toBeNull();
    expect(await say({ body: 'seven', name: 'Loud' }, { from })).toMatchObject({ status: 201 });
    const log = await studio.sql`
      select actor, action from public.audit_events where area = 'radio' and subject = 'Loud' order by id`;
    expect(log).toEqual([
      { actor: host.id, action: 'muted_an_address_in_the_chat' },
      { actor: staff.id, action: 'lifted_a_muted_address_in_the_chat' },
    ]);
  });

  it('speaks again when its month is over', async () => {
    const from = newAddress();
    const { id } = await say({ body: 'one', name: 'Loud' }, { from });
    await host.client.rpc('mute_chat_address', { message: id });
    await studio.sql`update public.radio_chat_address_mutes set ends_at = now() - interval '1 minute'`;
    expect(await say({ body: 'two', name: 'Loud' }, { from })).toMatchObject({ status: 201 });
  });

  it('is not what an account is muted by', async () => {
    const { id } = await say({ body: 'hello' }, { as: member });
    const { error } = await host.client.rpc('mute_chat_address', { message: id });
    expect(error?.hint).toBe('has_account');
  });

  it('cannot be read from what is stored', async () => {
    const from = newAddress();
    const { id } = await say({ body: 'one', name: 'Loud' }, { from });
    await staff.client.rpc('mute_chat_address', { message: id });
    const [stored] =
      await studio.sql`select * from public.radio_chat_address_mutes where muted_by = ${staff.id}`;
    expect(JSON.stringify(stored)).not.toContain(from);
    expect(stored?.mark).toMatch(/^[\w-]{22}$/);
  });
});

it('a host whose line broke finds the same chat; another host a new one', async () => {
  await say({ body: 'still there?', name: 'Rui' });
  const openChats = async () => (await studio.newClient().from('radio_chats').select('id')).data;
  // The new connection is open before the station notices that the old one is dead.
  const again = await beginShow(host);
  await endShow();
  expect(await openChats()).toEqual([{ id: chatId }]);
  expect(await bodies()).toEqual(['still there?']);
  await studio.sql`update public.radio_live_sessions set ended_at = now() where id = ${again}`;
  expect(await openChats()).toEqual([]);
  // And the other way round.
  await beginShow(host);
  expect(await openChats()).toEqual([{ id: chatId }]);
  expect(await say({ body: 'welcome back', name: 'Rui' })).toMatchObject({ status: 201 });
  await studio.sql`update public.radio_live_sessions set ended_at = now() where ended_at is null`;
  const other = await beginShow(otherHost);
  expect(await openChats()).toEqual([{ id: other }]);
});

it('a person’s chat messages are in their data export, and are deleted with their account', async () => {
  const leaver = await signUp(studio);
  await say({ body: 'remember me' }, { as: leaver });
  await say({ body: 'I stay' }, { as: member });
  const { data } = await leaver.client.rpc('my_data');
  expect(data).toMatchObject({
    account: { id: leaver.id },
    radio: { chat_messages: [{ text: 'remember me' }], live: [] },
  });
  await studio.sql`delete from auth.users where id = ${leaver.id}`;
  expect(await bodies()).toEqual(['I stay']);
});

it('[RADIO-25] a paused chat can be read, but only hosts and staff write until it is resumed', async () => {
  const pause = (as: TestPerson, is_paused: boolean) =>
    as.client.rpc('pause_chat', { chat: chatId, is_paused });
  expect((await pause(member, true)).error?.hint).toBe('hosts_pause_chat');
  expect((await pause(otherHost, true)).error?.hint).toBe('hosts_pause_chat');
  expect((await pause(staff, true)).error).toBeNull();
  const { data } = await studio.newClient().from('radio_chats').select('paused_at');
  expect(data).toEqual([{ paused_at: expect.any(String) }]);
  expect(await say({ body: 'me?' }, { as: member })).toMatchObject({ status: 409, code: 'chat_paused' });
  expect((await say({ body: 'a moment' }, { as: host })).status).toBe(201);
  expect(await bodies()).toEqual(['a moment']);
  expect((await pause(host, false)).error).toBeNull();
  expect((await say({ body: 'me again' }, { as: member })).status).toBe(201);
});

it('a song request that fails the security check is not saved', async () => {
  const [track] = await studio.sql<{ id: string }[]>`
    insert into public.radio_tracks (title, duration_ms, file) values ('requested', 1000, 'requested.mp3') returning id`;
  const requestSong = (bot_token: string) =>
    service.fetch(
      new Request(`${studio.siteUrl}/api/radio/requests`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ track_id: track?.id, bot_token }),
      }),
    );
  const rejected = await requestSong('made up');
  expect([rejected.status, await rejected.json()]).toMatchObject([403, { code: 'bot_check_failed' }]);
  expect(
    await studio.sql`select from public.radio_requests where track_id = ${track?.id ?? ''}`,
  ).toHaveLength(0);
  expect((await requestSong('')).status).toBe(201);
});

it('a station that was killed in mid-show leaves no chat open', async () => {
  await service.close();
  service = await start();
  await expect.poll(async () => (await studio.newClient().from('radio_chats').select('id')).data).toEqual([]);
});
