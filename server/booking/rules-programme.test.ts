// Dates that change, rooms and teachers that clash, and who may see and do what.
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signUp, type TestPerson } from '../accounts/testing/people.ts';
import { type StudioApp, startStudioApp } from '../testing/studio-app.ts';
import { bookPlaces, call, callError, details, type HoldAnswer, makeClassroom } from './testing/classroom.ts';

let studio: StudioApp;
let guest: SupabaseClient;
let member: TestPerson;
let stranger: TestPerson;
let teacher: TestPerson;
let otherTeacher: TestPerson;
let staff: TestPerson;
let teacherId = '';

beforeAll(async () => {
  studio = await startStudioApp();
  guest = studio.newClient();
  [member, stranger, teacher, otherTeacher, staff] = await Promise.all([
    signUp(studio),
    signUp(studio),
    signUp(studio, 'teacher'),
    signUp(studio, 'teacher'),
    signUp(studio, 'staff'),
  ]);
  const people = await studio.sql<{ id: string }[]>`
    insert into public.people (slug, name, line, bio) values ('test-one', 'One', '', ''), ('test-two', 'Two', '', '') returning id`;
  teacherId = people[0]?.id ?? '';
  await studio.sql`insert into public.person_accounts (person_id, user_id)
    values (${teacherId}, ${teacher.id}), (${people[1]?.id ?? ''}, ${otherTeacher.id})`;
});
afterAll(() => studio?.close());

async function makeSeries(
  zone: string,
  { from, weeks, time = '18:00' }: { from: string; weeks: number; time?: string },
) {
  const room = await makeClassroom(studio.sql, { inHours: 24 * 365 * 9 });
  await studio.sql`delete from public.sessions where id = ${room.sessionId}`;
  const [series] = await studio.sql<{ id: string }[]>`
    insert into public.series (offering_id, room_id, weekday, local_time, duration_min, zone, capacity, starts_on, ends_on)
    values (${room.offeringId}, ${room.roomId}, extract(isodow from ${from}::date), ${time}::time, 90, ${zone}, 10, ${from}::date,
      ${from}::date + ${weeks * 7}::int) returning id`;
  await studio.sql`
    insert into public.sessions (offering_id, series_id, room_id, pool_id, local_date, local_time, duration_min, zone)
    select ${room.offeringId}, ${series?.id ?? ''}, ${room.roomId}, ${room.poolId}, ${from}::date + 7 * turn, ${time}::time, 90, ${zone}
    from generate_series(0, ${weeks - 1}) turn`;
  const read = () => studio.sql<
    { id: string; local: string; utc: string; minutes: number; sequence: number; room_id: string }[]
  >`
    select id, to_char(timezone(zone, starts_at), 'HH24:MI') as local,
      to_char(starts_at at time zone 'UTC', 'MM-DD HH24:MI') as utc,
      extract(epoch from ends_at - starts_at)::int / 60 as minutes, sequence, room_id
    from public.sessions where offering_id = ${room.offeringId} order by starts_at`;
  return { ...room, read };
}

describe('[STUDIO-4] a room and a teacher never overlap', () => {
  it('not by moving, not by twenty at once, but with a written reason that stays in the timeline', async () => {
    const one = await makeClassroom(studio.sql, { inHours: 100 });
    const other = await makeClassroom(studio.sql, { inHours: 104 });
    const changes = { room_id: one.roomId };
    await call(staff.client, 'change_sessions', { session_id: other.sessionId, scope: 'this', changes });
    const [{ time } = { time: '' }] =
      await studio.sql`select local_time as time from public.sessions where id = ${one.sessionId}`;
    const [{ days } = { days: 0 }] = await studio.sql`
      select (select local_date from public.sessions where id = ${one.sessionId})
        - (select local_date from public.sessions where id = ${other.sessionId}) as days`;
    const clash = { session_id: other.sessionId, scope: 'this', changes: { local_time: time, days } };
    expect(await callError(staff.client, 'change_sessions', clash)).toMatchObject({ code: '23P01' });
    await call(staff.client, 'change_sessions', {
      ...clash,
      clash_reason: 'They share the room on purpose.',
    });
    const [event] = await studio.sql`
      select actor, details from public.timeline where session_id = ${other.sessionId} and what like '%clash%'`;
    expect(event).toMatchObject({
      actor: staff.id,
      details: { clash_reason: 'They share the room on purpose.' },
    });
  });

  it('twenty inserts of one evening into one room leave one', async () => {
    const room = await makeClassroom(studio.sql, { inHours: 200 });
    const answers = await Promise.allSettled(
      Array.from(
        { length: 20 },
        () => studio.sql`
          insert into public.sessions (offering_id, room_id, pool_id, local_date, local_time, duration_min, zone)
          values (${room.offeringId}, ${room.roomId}, ${room.poolId}, current_date + 40, '19:00', 60, 'Europe/Lisbon')`,
      ),
    );
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});

describe('[STUDIO-7] wall time and zone are the truth', () => {
  it.each([
    ['Europe/Lisbon', '2027-03-23', ['03-23 18:00', '03-30 17:00', '04-06 17:00']],
    ['America/New_York', '2027-03-09', ['03-09 23:00', '03-16 22:00', '03-23 22:00']],
    ['Australia/Lord_Howe', '2027-03-30', ['03-30 07:00', '04-06 07:30', '04-13 07:30']],
    ['Asia/Kathmandu', '2027-03-23', ['03-23 12:15', '03-30 12:15', '04-06 12:15']],
    ['Pacific/Chatham', '2027-03-30', ['03-30 04:15', '04-06 05:15', '04-13 05:15']],
  ])('a 18:00 class in %s stays at 18:00 across the clock change', async (zone, from, utc) => {
    const dates = await (await makeSeries(zone, { from, weeks: 3 })).read();
    expect(dates.map(({ local }) => local)).toEqual(['18:00', '18:00', '18:00']);
    expect(dates.map((date) => date.utc)).toEqual(utc);
  });

  it('a night class that runs through the change keeps its length', async () => {
    const dates = await (
      await makeSeries('Europe/Lisbon', { from: '2027-03-28', weeks: 1, time: '00:15' })
    ).read();
    expect(dates[0]?.minutes).toBe(90);
  });

  it('this, the following or all dates move to another hour, each at its own offset', async () => {
    const series = await makeSeries('Europe/Lisbon', { from: '2027-03-16', weeks: 5 });
    const ids = (await series.read()).map(({ id }) => id);
    const change = (index: number, scope: string, local_time: string) =>
      call(staff.client, 'change_sessions', { session_id: ids[index], scope, changes: { local_time } });
    expect(await change(1, 'this', '17:00')).toBe(1);
    expect((await series.read()).map(({ local }) => local)).toEqual([
      '18:00',
      '17:00',
      '18:00',
      '18:00',
      '18:00',
    ]);
    expect(await change(3, 'following', '19:30')).toBe(2);
    expect((await series.read()).map(({ local }) => local)).toEqual([
      '18:00',
      '17:00',
      '18:00',
      '19:30',
      '19:30',
    ]);
    expect(await change(0, 'all', '20:00')).toBe(3);
    const after = await series.read();
    expect(after.map(({ local }) => local)).toEqual(['20:00', '20:00', '20:00', '19:30', '19:30']);
    expect(after.map(({ utc }) => utc.slice(-5))).toEqual(['20:00', '20:00', '19:00', '18:30', '18:30']);
    // [STUDIO-11] calendars notice: the sequence only rises.
    expect(after.map(({ sequence }) => sequence)).toEqual([1, 2, 1, 1, 1]);
  });

  it('a whole series moves by a week without tripping over itself', async () => {
    const series = await makeSeries('Europe/Lisbon', { from: '2027-05-04', weeks: 4 });
    const [first] = await series.read();
    expect(
      await call(staff.client, 'change_sessions', {
        session_id: first?.id,
        scope: 'all',
        changes: { days: 7 },
      }),
    ).toBe(4);
  });
});

describe('[STUDIO-9] a child’s data is for guardians, that class’s teachers and staff', () => {
  it('and for no one else', async () => {
    const room = await makeClassroom(studio.sql, { teacherId, ages: { from: 7, to: 12 } });
    const child = await call<{ id: string }>(member.client, 'save_family_member', {
      name: 'Tomás',
      born_on: '2013-02-01',
      note: 'Nuts',
    });
    const { hold_token } = await call<HoldAnswer>(member.client, 'hold_places', {
      session_id: room.sessionId,
    });
    const booking = details({ more: { attendees: [{ participant_id: child.id }] } });
    expect(await callError(stranger.client, 'book', { hold_token, booking })).toMatchObject({
      reason: 'no_such_person',
    });
    await call(member.client, 'book', { hold_token, booking });
    const reads = async (client: SupabaseClient) => {
      const participants = await client.from('participants').select('name,note').eq('id', child.id);
      const bookings = await client
        .from('bookings')
        .select('name,born_on,is_outside_age')
        .eq('pool_id', room.poolId);
      return [participants.data?.length ?? 0, bookings.data?.length ?? 0];
    };
    expect(await reads(member.client)).toEqual([1, 1]);
    expect(await reads(staff.client)).toEqual([1, 1]);
    expect(await reads(teacher.client)).toEqual([1, 1]);
    expect(await reads(otherTeacher.client)).toEqual([0, 0]);
    expect(await reads(stranger.client)).toEqual([0, 0]);
    expect(await reads(guest)).toEqual([0, 0]);
    const seen = await teacher.client.from('bookings').select('is_outside_age').eq('pool_id', room.poolId);
    expect(seen.data).toEqual([{ is_outside_age: true }]);
    expect((await teacher.client.from('orders').select('buyer_email')).data).toEqual([]);
  });

  it('a family is changed by its guardian only', async () => {
    const child = await call<{ id: string }>(member.client, 'save_family_member', { name: 'Ana' });
    expect(await callError(stranger.client, 'save_family_member', { id: child.id, name: 'X' })).toMatchObject(
      {
        status: 404,
      },
    );
    expect(await callError(stranger.client, 'remove_family_member', { id: child.id })).toMatchObject({
      status: 404,
    });
    expect(await callError(guest, 'my_family')).toMatchObject({ status: 401 });
    await call(member.client, 'remove_family_member', { id: child.id });
    expect(
      (await call<{ name: string }[]>(member.client, 'my_family')).map(({ name }) => name),
    ).not.toContain('Ana');
  });
});

describe('the register', () => {
  it('is filled in by the teacher of that session and by staff; of two marks the later one counts, not the later sync', async () => {
    const room = await makeClassroom(studio.sql, { teacherId, inHours: 60 });
    const order = await bookPlaces(guest, room.sessionId);
    const mark = (client: SupabaseClient, value: string, marked_at: string) =>
      client.rpc('mark_attendance', {
        session_id: room.sessionId,
        marks: [{ booking_id: order.bookings[0]?.id, mark: value, marked_at }],
      });
    expect((await mark(otherTeacher.client, 'present', '2026-01-01T10:00:00Z')).status).toBe(403);
    expect((await mark(member.client, 'present', '2026-01-01T10:00:00Z')).status).toBe(403);
    expect((await mark(guest, 'present', '2026-01-01T10:00:00Z')).status).toBe(401);
    expect((await mark(teacher.client, 'late', '2026-01-01T10:05:00Z')).data).toBe(1);
    expect((await mark(staff.client, 'absent', '2026-01-01T10:00:00Z')).data).toBe(0);
    const register = await teacher.client.from('attendance').select('mark').eq('session_id', room.sessionId);
    expect(register.data).toEqual([{ mark: 'late' }]);
  });
});

describe('who may do what', () => {
  it.each([
    'move_in_waitlist',
    'record_payment',
    'refund_order',
    'change_sessions',
    'cancel_session',
    'card_payment_received',
    'remove_demo_content',
  ])('%s is nothing for guests, members and teachers', async (name) => {
    const zero = '00000000-0000-0000-0000-000000000000';
    const args: Record<string, Record<string, unknown>> = {
      move_in_waitlist: { waitlist_entry_id: 1, priority: 1, reason: 'because' },
      record_payment: { order_id: zero, amount_cents: 1, method: 'cash' },
      refund_order: { order_id: zero, amount_cents: 1, reason: 'because' },
      change_sessions: { session_id: zero, scope: 'this', changes: {} },
      cancel_session: { session_id: zero },
      card_payment_received: { order_id: zero, amount_cents: 1, currency: 'EUR', provider_ref: 'x' },
      remove_demo_content: {},
    };
    for (const client of [guest, member.client, teacher.client]) {
      const { error, status } = await client.rpc(name, args[name]);
      expect(error, name).not.toBeNull();
      expect([401, 403, 404]).toContain(status);
    }
  });

  it('tables of the business are written only through functions', async () => {
    for (const client of [guest, member.client, teacher.client, staff.client]) {
      for (const table of [
        'orders',
        'bookings',
        'holds',
        'waitlist_entries',
        'payments',
        'refunds',
        'passes',
        'vouchers',
        'capacity_pools',
        'timeline',
      ]) {
        const { error } = await client.from(table).insert({});
        expect(error?.code, `insert into ${table}`).toBe('42501');
        const removed = await client.from(table).delete().not('id', 'is', null);
        expect(removed.error?.code, `delete from ${table}`).toBe('42501');
      }
    }
  });

  it('a member sees only their own orders, waiting list entries and holds', async () => {
    const room = await makeClassroom(studio.sql);
    const order = await bookPlaces(member.client, room.sessionId);
    for (const [client, count] of [
      [member.client, 1],
      [stranger.client, 0],
      [staff.client, 1],
    ] as const) {
      const seen = await client.from('orders').select('number').eq('id', order.order_id);
      expect(seen.data).toHaveLength(count);
    }
    expect(await callError(stranger.client, 'booking_status', { order_id: order.order_id })).toMatchObject({
      status: 404,
    });
    await call(member.client, 'booking_status', { order_id: order.order_id });
  });

  it('a private calendar opens by its link, which can be renewed', async () => {
    const room = await makeClassroom(studio.sql);
    await bookPlaces(member.client, room.sessionId, { names: ['Clara'] });
    const link = await call<string>(member.client, 'my_calendar_link');
    const dates = await call<{ id: string; names: string }[]>(guest, 'get_calendar', {
      calendar_token: link,
    });
    expect(dates.find(({ id }) => id === room.sessionId)?.names).toBe('Clara');
    const renewed = await call<string>(member.client, 'my_calendar_link', { renew: true });
    expect(renewed).not.toBe(link);
    expect(await call(guest, 'get_calendar', { calendar_token: link })).toEqual([]);
  });
});

it('the sample studio is removed by one call and leaves what is the studio’s own', async () => {
  const own = await makeClassroom(studio.sql);
  const order = await bookPlaces(guest, own.sessionId);
  await call(studio.clients.elevated as SupabaseClient, 'remove_demo_content');
  const [left] = await studio.sql`
    select (select count(*)::int from public.offerings where is_demo) as offerings,
      (select count(*)::int from public.orders where is_demo) as orders, (select count(*)::int from public.posts) as posts`;
  expect(left).toEqual({ offerings: 0, orders: 0, posts: 0 });
  await call(guest, 'booking_status', { order_token: order.order_token });
});

it('what a household knew goes with its last guardian, and a register forgets a child who left', async () => {
  const parent = await signUp(studio);
  const child = await call<{ id: string; household_id: string }>(parent.client, 'save_family_member', {
    name: 'Ben',
    born_on: '2016-01-01',
  });
  const room = await makeClassroom(studio.sql);
  const { hold_token } = await call<HoldAnswer>(parent.client, 'hold_places', { session_id: room.sessionId });
  await call(parent.client, 'book', {
    hold_token,
    booking: details({ more: { attendees: [{ participant_id: child.id }] } }),
  });
  await studio.sql`delete from auth.users where id = ${parent.id}`;
  expect(await studio.sql`select from public.households where id = ${child.household_id}`).toHaveLength(0);
  const [booking] = await studio.sql`
    select name, born_on, participant_id from public.bookings where pool_id = ${room.poolId}`;
  expect(booking).toEqual({ name: 'Ben', born_on: null, participant_id: null });
});
