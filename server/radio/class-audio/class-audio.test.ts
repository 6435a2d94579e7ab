// The private audio of online classes over real sockets: a teacher speaks, people with a place hear it, nobody else does.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import type { ClassAudioView } from '#contracts/class-audio.ts';
import { createMp3Decoder } from '#radio/audio/mp3-decoder.ts';
import { tone } from '#radio/testing/sounds.ts';
import { signUp, type TestPerson } from '../../accounts/testing/people.ts';
import { bookPlaces, type Classroom, call, makeClassroom } from '../../booking/testing/classroom.ts';
import { type RadioStudio, startRadioStudio } from '../testing/radio-studio.ts';
import { makeClassToken } from './class-token.ts';

let radio: RadioStudio;
let server: Server;
let guest: SupabaseClient;
let staff: TestPerson;
let teacher: TestPerson;
let otherTeacher: TestPerson;
let member: TestPerson;
let teacherId: string;

beforeAll(async () => {
  radio = await startRadioStudio({}, { recheckMs: 200 });
  const { studio, service } = radio;
  guest = studio.newClient();
  staff = await signUp(studio, 'staff');
  teacher = await signUp(studio, 'teacher');
  otherTeacher = await signUp(studio, 'teacher');
  member = await signUp(studio);
  const [person] = await studio.sql`
    insert into public.people (slug, name, line, bio) values ('speaker', 'Sara Speaker', '', '') returning id`;
  teacherId = person?.id;
  await studio.sql`insert into public.person_accounts (person_id, user_id) values (${teacherId}, ${teacher.id})`;
  server = createServer().on('upgrade', (request, socket, head) => service.upgrade(request, socket, head));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
}, 120_000);
afterAll(async () => {
  await radio?.close();
  await new Promise((resolve) => server.close(resolve));
});

/** Each has its own hour of the teacher, who cannot be in two places at once. */
async function makeOnlineClass({ inHours = 0.1, isOnline = true } = {}): Promise<Classroom> {
  await radio.studio.sql`update public.sessions set clash_reason = 'a test' where teacher_id = ${teacherId}`;
  const room = await makeClassroom(radio.studio.sql, { inHours, teacherId });
  await radio.studio.sql`update public.sessions set is_online = ${isOnline} where id = ${room.sessionId}`;
  return room;
}

function ask(sessionId: string, who: { as?: TestPerson; order_token?: string } = {}) {
  const { as, order_token } = who;
  return radio.ask('POST /api/radio/class-audio', { as, body: { session_id: sessionId, order_token } });
}

async function streamOf(sessionId: string, who: { as?: TestPerson; order_token?: string }): Promise<string> {
  const { status, json } = await ask(sessionId, who);
  expect([status, json]).toEqual([200, expect.objectContaining({ state: 'open' })]);
  return (json as unknown as ClassAudioView).stream ?? '';
}

/** A listener who reads until the end. */
async function listen(stream: string) {
  const answer = await radio.service.fetch(new Request(`${radio.studio.siteUrl}${stream}`));
  const received: Uint8Array[] = [];
  const state = { isOver: false };
  const reader = answer.status === 200 ? answer.body?.getReader() : undefined;
  if (reader)
    void (async () => {
      for (let read = await reader.read(); !read.done; read = await reader.read()) received.push(read.value);
      state.isOver = true;
    })();
  return {
    status: answer.status,
    headers: answer.headers,
    code: async () => ((await answer.json()) as { code: string }).code,
    bytes: () => Buffer.concat(received),
    isOver: () => state.isOver,
    leave: () => reader?.cancel(),
  };
}

/** The loudest sample of what was received. */
async function loudnessOf(bytes: Buffer): Promise<number> {
  const decoder = await createMp3Decoder();
  const sound = await decoder.decode(bytes);
  decoder.free();
  return [...(sound?.channels[0] ?? [])].reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0);
}

function connect(sessionId: string, as: TestPerson, showing?: string) {
  const { port } = server.address() as AddressInfo;
  const socket = new WebSocket(`ws://127.0.0.1:${port}/api/radio/live/class/${sessionId}`, {
    headers: { authorization: `Bearer ${as.token}` },
  });
  const messages: Record<string, unknown>[] = [];
  socket.on('message', (data) => {
    const message = JSON.parse(String(data));
    messages.push(message);
    if (message.type === 'ready')
      socket.send(
        JSON.stringify({ type: 'start', format: 'pcm-s16', sampleRate: 48_000, channels: 1, showing }),
      );
  });
  const samples = tone(0.1, { sampleRate: 48_000, hz: 500 });
  const bytes = Buffer.alloc(samples.length * 2);
  for (const [i, sample] of samples.entries()) bytes.writeInt16LE(Math.round(sample * 32_767), i * 2);
  const timer = setInterval(() => {
    if (socket.readyState === WebSocket.OPEN) socket.send(bytes);
  }, 100);
  socket.once('close', () => clearInterval(timer));
  return { socket, messages, types: () => messages.map(({ type }) => type) };
}

async function speak(sessionId: string, as: TestPerson, showing?: string) {
  const line = connect(sessionId, as, showing);
  await expect.poll(line.types, { timeout: 10_000 }).toContain('accepted');
  return line;
}

async function rejectionOf(sessionId: string, as: TestPerson) {
  const { messages, types } = connect(sessionId, as);
  await expect.poll(types).toContain('rejected');
  const { status, code } = messages.find(({ type }) => type === 'rejected') ?? {};
  return [status, code];
}

describe('[RADIO-70] the audio of an online class', () => {
  it('is heard by a guest with a place, as MP3, and by nobody without one', async () => {
    const { service, studio } = radio;
    const room = await makeOnlineClass();
    const order = await bookPlaces(guest, room.sessionId);
    const elsewhere = await bookPlaces(guest, (await makeOnlineClass({ inHours: 0.2 })).sessionId);
    const waiting = await listen(await streamOf(room.sessionId, order));
    expect([
      waiting.status,
      waiting.headers.get('content-type'),
      waiting.headers.get('cache-control'),
    ]).toEqual([200, 'audio/mpeg', 'private, no-store']);
    await expect.poll(() => waiting.bytes().length).toBeGreaterThan(8000);
    expect(await loudnessOf(waiting.bytes()), 'silence until the teacher speaks').toBe(0);
    expect((await ask(room.sessionId, order)).json.is_speaking).toBe(false);

    const { socket, messages } = await speak(room.sessionId, teacher);
    await expect.poll(async () => (await ask(room.sessionId, order)).json.is_speaking).toBe(true);
    const silent = waiting.bytes().length;
    await expect.poll(() => waiting.bytes().length - silent, { timeout: 10_000 }).toBeGreaterThan(32_000);
    expect(await loudnessOf(waiting.bytes())).toBeGreaterThan(0.2);
    await expect.poll(() => messages.at(-1)).toMatchObject({ type: 'status', isOnAir: true, listeners: 1 });

    for (const who of [
      {},
      { as: member },
      { order_token: elsewhere.order_token },
      { order_token: 'made-up' },
    ]) {
      const { status, json } = await ask(room.sessionId, who);
      expect([status, json.code]).toEqual(
        'as' in who || 'order_token' in who ? [403, 'no_place'] : [401, 'not_signed_in'],
      );
    }
    const { nowPlaying } = service.radio;
    expect(nowPlaying().isLive).toBe(false);
    expect(nowPlaying().listeners.current).toBe(0);
    const [logged] =
      await studio.sql`select (select count(*)::integer from public.radio_live_sessions) as shows,
      (select count(*)::integer from public.radio_connections) as connections`;
    expect(logged).toMatchObject({ shows: 0, connections: 0 });
    socket.close();
    await waiting.leave();
  }, 60_000);

  it('ends within the next check for a booking that was cancelled, and its token opens nothing any more', async () => {
    const room = await makeOnlineClass();
    const [order, stays] = [await bookPlaces(guest, room.sessionId), await bookPlaces(guest, room.sessionId)];
    const stream = await streamOf(room.sessionId, order);
    const [listener, other] = [await listen(stream), await listen(await streamOf(room.sessionId, stays))];
    await expect.poll(() => listener.bytes().length).toBeGreaterThan(0);
    await call(guest, 'cancel_bookings', {
      booking_ids: [order.bookings[0]?.id],
      order_token: order.order_token,
    });
    await expect.poll(listener.isOver, { timeout: 10_000 }).toBe(true);
    const stolen = await listen(stream);
    expect([stolen.status, await stolen.code()]).toEqual([403, 'no_place']);
    expect(other.isOver()).toBe(false);

    await radio.studio.sql`update public.sessions set is_online = false where id = ${room.sessionId}`;
    await expect.poll(other.isOver, { timeout: 10_000 }).toBe(true);
    expect((await ask(room.sessionId, stays)).json.code).toBe('no_class_audio');
  }, 60_000);

  it('is heard by members with a place of their own or of their family, by its teacher and by staff', async () => {
    const room = await makeOnlineClass();
    expect((await ask(room.sessionId, { as: member })).status).toBe(403);
    await bookPlaces(member.client, room.sessionId);
    expect((await ask(room.sessionId, { as: member })).status).toBe(200);

    const child = await call<string>(otherTeacher.client, 'save_family_member', { name: 'Ana' });
    expect((await ask(room.sessionId, { as: otherTeacher })).status, 'teaches something else').toBe(403);
    const [participant] = await radio.studio.sql`select id from public.participants where name = 'Ana'`;
    expect(child).toBeTruthy();
    const booked = await bookPlaces(guest, room.sessionId, { names: ['Ana'] });
    await radio.studio.sql`update public.bookings set participant_id = ${participant?.id}
      where id = ${booked.bookings[0]?.id ?? ''}`;
    expect((await ask(room.sessionId, { as: otherTeacher })).status).toBe(200);
    expect((await ask(room.sessionId, { as: teacher })).status).toBe(200);
    expect((await ask(room.sessionId, { as: staff })).status).toBe(200);
  }, 60_000);

  it('opens a quarter of an hour before, and only on dates that are online', async () => {
    const early = await makeOnlineClass({ inHours: 2 });
    const order = await bookPlaces(guest, early.sessionId);
    const { json } = await ask(early.sessionId, order);
    expect(json).toMatchObject({ state: 'early', stream: null, is_speaking: false });
    const holder = { kind: 'order', id: order.order_id } as const;
    const token = makeClassToken('a secret of the test', { sessionId: early.sessionId, holder }, Date.now());
    const answer = await listen(`/api/radio/class-audio/stream?token=${token}`);
    expect([answer.status, await answer.code()]).toEqual([403, 'class_audio_closed']);
    expect(await rejectionOf(early.sessionId, teacher)).toEqual([403, 'class_audio_closed']);

    const inRoom = await makeOnlineClass({ isOnline: false });
    const placed = await bookPlaces(guest, inRoom.sessionId);
    expect((await ask(inRoom.sessionId, placed)).json.code).toBe('no_class_audio');
    expect(await rejectionOf(inRoom.sessionId, teacher)).toEqual([404, 'class_not_online']);
  }, 60_000);

  it('rejects wrong and old tokens, and more than two connections for a place', async () => {
    const room = await makeOnlineClass();
    const order = await bookPlaces(guest, room.sessionId);
    const holder = { kind: 'order', id: order.order_id } as const;
    const make = (secret: string, ago = 0) =>
      makeClassToken(secret, { sessionId: room.sessionId, holder }, Date.now() - ago);
    for (const token of [
      '',
      order.order_token,
      make('another secret'),
      make('a secret of the test', 120_000),
    ]) {
      const answer = await listen(`/api/radio/class-audio/stream?token=${token}`);
      expect([answer.status, await answer.code()]).toEqual([403, 'class_audio_token']);
    }
    const stream = await streamOf(room.sessionId, order);
    expect(stream).not.toContain(order.order_token);
    const [one, two, three] = [await listen(stream), await listen(stream), await listen(stream)];
    expect([one.status, two.status, three.status, await three.code()]).toEqual([
      200,
      200,
      429,
      'place_is_listening',
    ]);
    await one.leave();
    const again = await listen(stream);
    expect(again.status).toBe(200);
    await Promise.all([two.leave(), again.leave()]);
  }, 60_000);

  it('has one speaker: its teacher or staff, whose listeners wait for them when the connection is lost', async () => {
    const room = await makeOnlineClass();
    const order = await bookPlaces(guest, room.sessionId);
    const listener = await listen(await streamOf(room.sessionId, order));
    expect(await rejectionOf(room.sessionId, otherTeacher)).toEqual([403, 'only_its_teacher_speaks']);
    expect(await rejectionOf(room.sessionId, member)).toEqual([403, 'only_its_teacher_speaks']);
    const first = await speak(room.sessionId, teacher, 'one page');
    expect(await rejectionOf(room.sessionId, staff)).toEqual([409, 'someone_is_already_speaking']);

    // The line breaks without a word: the same page comes back before the server notices.
    const again = await speak(room.sessionId, teacher, 'one page');
    await expect.poll(() => first.socket.readyState).toBe(WebSocket.CLOSED);
    again.socket.terminate();
    const before = listener.bytes().length;
    await expect.poll(() => listener.bytes().length, { timeout: 10_000 }).toBeGreaterThan(before + 16_000);
    expect(listener.isOver()).toBe(false);
    const { socket } = await speak(room.sessionId, staff);
    await expect.poll(async () => (await ask(room.sessionId, order)).json.is_speaking).toBe(true);
    expect(listener.isOver()).toBe(false);

    await radio.studio.sql`update public.sessions set status = 'cancelled' where id = ${room.sessionId}`;
    await expect.poll(listener.isOver, { timeout: 10_000 }).toBe(true);
    await expect.poll(() => socket.readyState).toBe(WebSocket.CLOSED);
  }, 60_000);

  it('is decided by the program alone: no account asks or answers for another one', async () => {
    const room = await makeOnlineClass();
    const [rights] = await radio.studio.sql`select
      has_schema_privilege('anon', 'private', 'usage') and
        has_function_privilege('anon', 'private.class_places(uuid, uuid, uuid)', 'execute') as anon,
      has_function_privilege('authenticated', 'private.class_places(uuid, uuid, uuid)', 'execute')
        or has_function_privilege('authenticated', 'private.speaks_in_class(uuid, uuid)', 'execute') as signed_in`;
    expect(rights).toEqual({ anon: false, signed_in: false });
    const shown = await guest.from('sessions').select('is_online').eq('id', room.sessionId).single();
    expect(shown.data).toEqual({ is_online: true });
    for (const { client } of [{ client: guest }, member, teacher]) {
      const { error } = await client.from('sessions').update({ is_online: false }).eq('id', room.sessionId);
      expect(error?.code).toBe('42501');
    }
    const change = { session_id: room.sessionId, scope: 'this', changes: { is_online: false } };
    expect((await member.client.rpc('change_sessions', change)).error).not.toBeNull();
    expect((await staff.client.rpc('change_sessions', change)).error).toBeNull();
    const after = await guest.from('sessions').select('is_online,sequence').eq('id', room.sessionId).single();
    expect(after.data?.is_online).toBe(false);
  }, 60_000);
});
