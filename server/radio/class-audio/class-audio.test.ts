// The private audio of online classes over real sockets: a teacher speaks, people with a place hear it, nobody else does.
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { signUp, type TestPerson } from '../../accounts/testing/people.ts';
import { bookPlaces, call } from '../../booking/testing/classroom.ts';
import type { RadioStudio } from '../testing/radio-studio.ts';
import { makeClassToken } from './class-token.ts';
import * as testing from './testing/class-studio.ts';

let classes: testing.ClassStudio;
let radio: RadioStudio;
let guest: SupabaseClient;
let staff: TestPerson;
let teacher: TestPerson;
let otherTeacher: TestPerson;
let member: TestPerson;

beforeAll(async () => {
  classes = await testing.startClassStudio();
  ({ radio, guest, staff, teacher } = classes);
  otherTeacher = await signUp(radio.studio, 'teacher');
  member = await signUp(radio.studio);
});
afterAll(() => classes?.close());

const { loudnessOf } = testing;
const makeOnlineClass: testing.ClassStudio['makeOnlineClass'] = (options) => classes.makeOnlineClass(options);
const ask: testing.ClassStudio['ask'] = (sessionId, who) => classes.ask(sessionId, who);
const streamOf: testing.ClassStudio['streamOf'] = (sessionId, who) => classes.streamOf(sessionId, who);
const listen = async (stream: string) => testing.listen(await fetch(`${classes.url}${stream}`));
const speak = (sessionId: string, as: TestPerson, showing?: string) =>
  testing.speak(classes.url, sessionId, as, { showing });
const rejectionOf = (sessionId: string, as: TestPerson) => testing.rejectionOf(classes.url, sessionId, as);

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
    await expect.poll(() => waiting.bytes().length - silent).toBeGreaterThan(32_000);
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
  });

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
    await expect.poll(listener.isOver).toBe(true);
    const stolen = await listen(stream);
    expect([stolen.status, await stolen.code()]).toEqual([403, 'no_place']);
    expect(other.isOver()).toBe(false);

    await radio.studio.sql`update public.sessions set is_online = false where id = ${room.sessionId}`;
    await expect.poll(other.isOver).toBe(true);
    expect((await ask(room.sessionId, stays)).json.code).toBe('no_class_audio');
  });

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
  });

  it('opens a quarter of an hour before, and only on dates that are online', async () => {
    const early = await makeOnlineClass({ inHours: 2 });
    const order = await bookPlaces(guest, early.sessionId);
    const { json } = await ask(early.sessionId, order);
    expect(json).toMatchObject({ state: 'early', stream: null, is_speaking: false });
    const holder = { kind: 'order', id: order.order_id } as const;
    const page = crypto.randomUUID();
    const token = makeClassToken(
      'a secret of the test',
      { sessionId: early.sessionId, holder, page },
      Date.now(),
    );
    const answer = await listen(`/api/radio/class-audio/stream?token=${token}`);
    expect([answer.status, await answer.code()]).toEqual([403, 'class_audio_closed']);
    expect(await rejectionOf(early.sessionId, teacher)).toEqual([403, 'class_audio_closed']);

    const inRoom = await makeOnlineClass({ isOnline: false });
    const placed = await bookPlaces(guest, inRoom.sessionId);
    expect((await ask(inRoom.sessionId, placed)).json.code).toBe('no_class_audio');
    expect(await rejectionOf(inRoom.sessionId, teacher)).toEqual([404, 'class_not_online']);
  });

  it('rejects wrong and old tokens, and more than two pages for a place', async () => {
    const room = await makeOnlineClass();
    const order = await bookPlaces(guest, room.sessionId);
    const holder = { kind: 'order', id: order.order_id } as const;
    const make = (secret: string, ago = 0) =>
      makeClassToken(
        secret,
        { sessionId: room.sessionId, holder, page: crypto.randomUUID() },
        Date.now() - ago,
      );
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
    const streams = [stream, await streamOf(room.sessionId, order), await streamOf(room.sessionId, order)];
    const [one, two, three] = [
      await listen(stream),
      await listen(streams[1] ?? ''),
      await listen(streams[2] ?? ''),
    ];
    expect([one.status, two.status, three.status, await three.code()]).toEqual([
      200,
      200,
      429,
      'place_is_listening',
    ]);
    // A player cannot read that error, so the page is told why.
    expect((await ask(room.sessionId, order)).json.blocked).toBe('place_is_listening');
    await one.leave();
    await expect.poll(async () => (await ask(room.sessionId, order)).json.blocked).toBeNull();
    const again = await listen(await streamOf(room.sessionId, order));
    expect(again.status).toBe(200);
    await Promise.all([two.leave(), again.leave()]);
  });

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
    await expect.poll(() => listener.bytes().length).toBeGreaterThan(before + 16_000);
    expect(listener.isOver()).toBe(false);
    const { socket } = await speak(room.sessionId, staff);
    await expect.poll(async () => (await ask(room.sessionId, order)).json.is_speaking).toBe(true);
    expect(listener.isOver()).toBe(false);

    await radio.studio.sql`update public.sessions set status = 'cancelled' where id = ${room.sessionId}`;
    await expect.poll(listener.isOver).toBe(true);
    await expect.poll(() => socket.readyState).toBe(WebSocket.CLOSED);
  });

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
  });
});
