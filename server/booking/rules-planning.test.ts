// What staff do with the programme: planning and moving dates.
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signUp, type TestPerson } from '../accounts/testing/people.ts';
import { type StudioApp, startStudioApp } from '../testing/studio-app.ts';
import { bookPlaces, call, callError, countsOf, makeClassroom } from './testing/classroom.ts';
import { ownRoom, planning, makeOffering as writeOffering } from './testing/offerings.ts';

let studio: StudioApp;
let guest: SupabaseClient;
let staff: TestPerson;
let other: TestPerson;
let roomId = '';
let teacherId = '';

beforeAll(async () => {
  studio = await startStudioApp();
  guest = studio.newClient();
  [staff, other] = await Promise.all([signUp(studio, 'staff'), signUp(studio, 'staff')]);
  const [room] =
    await studio.sql`insert into public.rooms (slug, name) values ('planning', 'planning room') returning id`;
  roomId = room?.id;
  const [person] = await studio.sql`
    insert into public.people (slug, name, line, bio) values ('planner', 'Paula Planner', '', '') returning id`;
  teacherId = person?.id;
});
afterAll(() => studio?.close());

const makeOffering = (fields?: Record<string, unknown>) => writeOffering(staff.client, fields);

interface PlanAnswer {
  dates: {
    local_date: string;
    starts_at: string;
    state: string;
    closed: string | null;
    clashes: { title: string }[];
  }[];
  made: number;
  session_ids: string[];
}
const plan = (offeringId: string, more: Record<string, unknown> = {}, dryRun = false) =>
  planning(offeringId, { room_id: roomId, ...more }, dryRun);

describe('[STUDIO-7] planning by a weekly rule', () => {
  it('shows every day first, passes over holidays, and stays at its hour across a clock change', async () => {
    const own = await ownRoom(studio.sql);
    await staff.client
      .from('closed_days')
      .insert({ name: 'Spring break', starts_on: '2027-03-22', ends_on: '2027-03-24' });
    const { id } = await makeOffering({ title: 'Rule' });
    const shown = await call<PlanAnswer>(staff.client, 'plan_dates', plan(id, { room_id: own }, true));
    expect(shown.dates.map(({ local_date, state }) => [local_date, state])).toEqual([
      ['2027-03-16', 'new'],
      ['2027-03-23', 'closed'],
      ['2027-03-30', 'new'],
      ['2027-04-06', 'new'],
      ['2027-04-13', 'new'],
    ]);
    expect(shown.made).toBe(0);
    const made = await call<PlanAnswer>(
      staff.client,
      'plan_dates',
      plan(id, { room_id: own, leave_out: ['2027-04-06'] }),
    );
    expect(made.made).toBe(3);
    const dates = await studio.sql`
      select to_char(timezone(zone, starts_at), 'HH24:MI') as local, to_char(starts_at at time zone 'UTC', 'HH24:MI') as utc,
        series_id, pool_id from public.sessions where offering_id = ${id} order by starts_at`;
    expect(dates.map(({ local }) => local)).toEqual(['18:00', '18:00', '18:00']);
    expect(dates.map(({ utc }) => utc)).toEqual(['18:00', '17:00', '17:00']);
    expect(new Set(dates.map(({ series_id }) => series_id)).size).toBe(1);
    expect(new Set(dates.map(({ pool_id }) => pool_id)).size).toBe(3);
  });

  it('the dates of a course share their places', async () => {
    const { id } = await makeOffering({ title: 'Together', kind: 'course' });
    await call(
      staff.client,
      'plan_dates',
      plan(id, { room_id: await ownRoom(studio.sql), weekdays: [2, 4] }),
    );
    const [row] = await studio.sql`
      select count(*)::int as dates, count(distinct pool_id)::int as pools, count(distinct series_id)::int as series
      from public.sessions where offering_id = ${id}`;
    expect(row).toEqual({ dates: 8, pools: 1, series: 2 });
  });

  it('[STUDIO-4] what clashes is rejected, left out, or planned with a reason that is written down', async () => {
    const own = await ownRoom(studio.sql);
    const { id: first } = await makeOffering({ title: 'Here first' });
    await call(staff.client, 'plan_dates', plan(first, { room_id: own, ends_on: '2027-03-16' }));
    const { id } = await makeOffering({ title: 'Late comer' });
    const change = { room_id: own, local_time: '19:00' };
    const shown = await call<PlanAnswer>(staff.client, 'plan_dates', plan(id, change, true));
    expect(shown.dates[0]).toMatchObject({
      state: 'clash',
      clashes: [{ title: 'Here first', room: 'own room' }],
    });
    expect(await callError(staff.client, 'plan_dates', plan(id, change))).toMatchObject({
      status: 409,
      reason: 'clash',
    });
    expect(
      await callError(staff.client, 'plan_dates', plan(id, { ...change, clashes: 'allow' })),
    ).toMatchObject({
      status: 422,
      reason: 'bad_clash_reason',
    });
    const skipped = await call<PlanAnswer>(
      staff.client,
      'plan_dates',
      plan(id, { ...change, clashes: 'skip' }),
    );
    expect(skipped.made).toBe(3);
    const forced = await call<PlanAnswer>(
      staff.client,
      'plan_dates',
      plan(id, { ...change, ends_on: '2027-03-16', clashes: 'allow', clash_reason: 'One big evening' }),
    );
    const [event] = await studio.sql`
      select actor, details ->> 'clash_reason' as reason from public.timeline where session_id = ${forced.session_ids[0] ?? ''}`;
    expect(event).toEqual({ actor: staff.id, reason: 'One big evening' });
  });

  it('[STUDIO-4] of ten who plan the same hour of one room at once, one does', async () => {
    const own = await ownRoom(studio.sql);
    const { id } = await makeOffering({ title: 'Race' });
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, turn) =>
        (turn % 2 ? staff : other).client.rpc(
          'plan_dates',
          plan(id, { room_id: own, ends_on: '2027-03-16' }),
        ),
      ),
    );
    expect(answers.filter(({ error }) => !error)).toHaveLength(1);
    for (const { error, status } of answers.filter((answer) => answer.error))
      expect([status, error?.hint]).toEqual([409, 'clash']);
    const [left] = await studio.sql`
      select count(*)::int as sessions, count(distinct series_id)::int as series from public.sessions where room_id = ${own}`;
    expect(left).toEqual({ sessions: 1, series: 1 });
  });

  it('a teacher is not in two rooms', async () => {
    const [one, two] = [await ownRoom(studio.sql), await ownRoom(studio.sql)];
    const { id } = await makeOffering({ title: 'Paula here', teacher_id: teacherId });
    const single = { weekdays: undefined, dates: ['2027-05-04'] };
    await call(staff.client, 'plan_dates', plan(id, { ...single, room_id: one }));
    const shown = await call<PlanAnswer>(
      staff.client,
      'plan_dates',
      plan(id, { ...single, room_id: two }, true),
    );
    expect(shown.dates[0]).toMatchObject({
      state: 'clash',
      clashes: [{ teacher: 'Paula Planner', room: null }],
    });
  });

  it.each([
    [{ local_time: 'late' }, 'bad_local_time'],
    [{ duration_min: 2 }, 'bad_duration_min'],
    [{ room_id: null }, 'bad_room_id'],
    [{ ends_on: '2027-01-01' }, 'bad_ends_on'],
    [{ ends_on: '2037-01-01' }, 'bad_ends_on'],
    [{ weekdays: [] }, 'bad_weekdays'],
    [{ weekdays: [9] }, 'bad_weekdays'],
    [{ capacity: 0 }, 'bad_capacity'],
    [{ every_weeks: 0 }, 'bad_every_weeks'],
    [{ every_weeks: 13 }, 'bad_every_weeks'],
    [{ month_weeks: [] }, 'bad_month_weeks'],
    [{ month_weeks: [5] }, 'bad_month_weeks'],
    [{ every_weeks: 2, month_weeks: [1] }, 'bad_plan'],
    [{ starts_on: '2020-01-01', ends_on: '2020-02-01' }, 'no_dates'],
  ])('%j is rejected as %s', async (change, reason) => {
    const { id } = await makeOffering();
    expect(await callError(staff.client, 'plan_dates', plan(id, change))).toMatchObject({
      status: 422,
      reason,
    });
  });
});

describe('[STUDIO-7] rules by several weeks and by months', () => {
  const datesOf = (offeringId: string) => studio.sql<
    { id: string; day: string; local: string; utc: string }[]
  >`
    select id, local_date::text as day, to_char(timezone(zone, starts_at), 'Dy HH24:MI') as local,
      to_char(starts_at at time zone 'UTC', 'HH24:MI') as utc
    from public.sessions where offering_id = ${offeringId} order by starts_at`;
  const change = async (args: Record<string, unknown>) => {
    const preview = await call<{ dates: { to: string }[] }>(staff.client, 'preview_change', args);
    await call(staff.client, 'change_sessions', args);
    return preview.dates.map(({ to }) => to.slice(0, 10));
  };

  it('every second week keeps its weeks, its hour across the clock change, and its pace when it moves', async () => {
    const { id } = await makeOffering({ title: 'Fortnight' });
    const rule = { weekdays: [2, 4], starts_on: '2027-03-17', every_weeks: 2 };
    await call(staff.client, 'plan_dates', plan(id, { ...rule, room_id: await ownRoom(studio.sql) }));
    const made = await datesOf(id);
    // The week of the first Thursday is the first: its Tuesday had passed.
    expect(made.map(({ day }) => day)).toEqual(['2027-03-18', '2027-03-30', '2027-04-01', '2027-04-13']);
    expect(made.map(({ local }) => local)).toEqual(['Thu 18:00', 'Tue 18:00', 'Thu 18:00', 'Tue 18:00']);
    expect(made.map(({ utc }) => utc)).toEqual(['18:00', '17:00', '17:00', '17:00']);
    await change({ session_id: made[0]?.id, scope: 'all', changes: { days: 1 } });
    expect((await datesOf(id)).map(({ local, utc }) => [local, utc])).toEqual([
      ['Fri 18:00', '18:00'],
      ['Tue 18:00', '17:00'],
      ['Fri 18:00', '17:00'],
      ['Tue 18:00', '17:00'],
    ]);
    const series = await studio.sql`
      select weekday, every_weeks, month_week from public.series where offering_id = ${id} order by weekday`;
    expect(series).toEqual([
      { weekday: 2, every_weeks: 2, month_week: null },
      { weekday: 5, every_weeks: 2, month_week: null },
    ]);
  });

  it('weekdays of the month move to weekdays of the month; a date that left the rule moves along', async () => {
    const { id } = await makeOffering({ title: 'Monthly' });
    const rule = { weekdays: [6], month_weeks: [1, -1], starts_on: '2027-02-01', ends_on: '2027-05-31' };
    await call(staff.client, 'plan_dates', plan(id, { ...rule, room_id: await ownRoom(studio.sql) }));
    const made = await datesOf(id);
    expect(made.map(({ day }) => day.slice(5))).toEqual([
      '02-06',
      '02-27',
      '03-06',
      '03-27',
      '04-03',
      '04-24',
      '05-01',
      '05-29',
    ]);
    expect(new Set(made.map(({ local }) => local))).toEqual(new Set(['Sat 18:00']));
    const on = (day: string) => made.find((date) => date.day === `2027-${day}`)?.id;
    await change({ session_id: on('04-03'), scope: 'this', changes: { days: 2 } });
    // To the Friday before: in May the first Friday lies six days after the first Saturday, not one before.
    const shown = await change({ session_id: on('03-06'), scope: 'following', changes: { days: -1 } });
    expect(shown).toEqual(['2027-03-05', '2027-04-04', '2027-05-07']);
    const shownLast = await change({ session_id: on('02-27'), scope: 'all', changes: { days: 1 } });
    expect(shownLast).toEqual(['2027-02-28', '2027-03-28', '2027-04-25', '2027-05-30']);
    expect((await datesOf(id)).map(({ day, local }) => `${day.slice(5)} ${local}`)).toEqual([
      '02-06 Sat 18:00',
      '02-28 Sun 18:00',
      '03-05 Fri 18:00',
      '03-28 Sun 18:00',
      '04-04 Sun 18:00',
      '04-25 Sun 18:00',
      '05-07 Fri 18:00',
      '05-30 Sun 18:00',
    ]);
    const series = await studio.sql`
      select weekday, month_week from public.series where offering_id = ${id} order by weekday`;
    expect(series).toEqual([
      { weekday: 5, month_week: 1 },
      { weekday: 6, month_week: 1 },
      { weekday: 7, month_week: -1 },
    ]);
  });
});

describe('[STUDIO-7] changing dates, with a look at it first', () => {
  interface Preview {
    dates: { id: string; from: string; to: string; is_moved: boolean; clashes: unknown[] }[];
    recipients: { orders: number; places: number; names: string[] };
    teachers: { name: string; teaches: boolean; dates: number; is_reached: boolean }[];
  }
  async function series() {
    const own = await ownRoom(studio.sql);
    const { id } = await makeOffering({ title: 'Series', published_at: 'now' });
    const made = await call<PlanAnswer>(
      staff.client,
      'plan_dates',
      plan(id, { room_id: own, on_closed_days: true }),
    );
    return { id, own, ids: made.session_ids };
  }
  const jobs = (sessionId: string) =>
    studio.sql`select payload ->> 'order_id' as order_id from private.jobs
      where kind = 'mail.moved' and payload ->> 'session_id' = ${sessionId}`;

  it('the preview names sessions and people; the change notifies exactly those', async () => {
    const { ids } = await series();
    const order = await bookPlaces(guest, ids[2] ?? '', { places: 2 });
    const args = { session_id: ids[1], scope: 'following', changes: { days: 1, local_time: '19:30' } };
    const preview = await call<Preview>(staff.client, 'preview_change', args);
    expect(preview.dates).toHaveLength(4);
    expect(preview.recipients).toEqual({ orders: 1, places: 2, names: ['Clara Nunes'], without_email: [] });
    expect(await call(staff.client, 'change_sessions', args)).toBe(4);
    expect(await jobs(ids[2] ?? '')).toEqual([{ order_id: order.order_id }]);
    expect(await jobs(ids[3] ?? '')).toEqual([]);
    const after = await studio.sql`
      select to_char(timezone(zone, starts_at), 'Dy HH24:MI') as local from public.sessions where id = any (${ids}) order by starts_at`;
    expect(after.map(({ local }) => local)).toEqual([
      'Tue 18:00',
      'Wed 19:30',
      'Wed 19:30',
      'Wed 19:30',
      'Wed 19:30',
    ]);
    const moved = preview.dates.map(({ to }) => new Date(to).toISOString()).sort();
    const real =
      await studio.sql`select starts_at from public.sessions where id = any (${ids.slice(1)}) order by starts_at`;
    expect(real.map(({ starts_at }) => starts_at.toISOString())).toEqual(moved);
  });

  it('a new teacher is emailed to everyone who booked, without mentioning a new time', async () => {
    const { ids } = await series();
    const order = await bookPlaces(guest, ids[0] ?? '');
    const args = { session_id: ids[0], scope: 'this', changes: { teacher_id: teacherId } };
    const preview = await call<Preview>(staff.client, 'preview_change', args);
    expect(preview.recipients.orders).toBe(1);
    expect(preview.teachers).toMatchObject([{ name: 'Paula Planner', teaches: true, is_reached: false }]);
    await call(staff.client, 'change_sessions', args);
    expect(await jobs(ids[0] ?? '')).toEqual([]);
    const notified = await studio.sql`
      select payload -> 'session_ids' as dates from private.jobs
      where kind = 'mail.teacher_changed' and payload ->> 'order_id' = ${order.order_id}`;
    expect(notified).toEqual([{ dates: [ids[0]] }]);
    // The same change again has no effect, so nobody is notified.
    expect((await call<Preview>(staff.client, 'preview_change', args)).teachers).toEqual([]);
  });

  it('the preview shows what prevents it, and sessions of one change never clash with each other', async () => {
    const { ids, own } = await series();
    const { id } = await makeOffering({ title: 'Neighbour' });
    await call(
      staff.client,
      'plan_dates',
      plan(id, { room_id: own, weekdays: [3], ends_on: '2027-03-17', on_closed_days: true }),
    );
    const ask = (scope: string, days: number) =>
      call<Preview>(staff.client, 'preview_change', { session_id: ids[0], scope, changes: { days } });
    const week = await ask('all', 7);
    expect(week.dates.flatMap(({ clashes }) => clashes)).toEqual([]);
    const day = await ask('this', 1);
    expect(day.dates[0]?.clashes).toMatchObject([{ title: 'Neighbour' }]);
  });

  it('a date that someone moved in the meantime is not moved again unseen', async () => {
    const { ids } = await series();
    const move = (local_time: string, was: number) => ({
      session_id: ids[0],
      scope: 'this',
      changes: { local_time, was },
    });
    await call(staff.client, 'change_sessions', move('17:00', 0));
    expect(await callError(other.client, 'change_sessions', move('16:00', 0))).toMatchObject({
      status: 409,
      reason: 'changed_meanwhile',
    });
  });

  it('places follow what is taken, and new ones go to those who wait', async () => {
    const room = await makeClassroom(studio.sql, { capacity: 2 });
    await bookPlaces(guest, room.sessionId, { places: 2 });
    await call(guest, 'join_waitlist', {
      session_id: room.sessionId,
      places: 1,
      person: { name: 'Wim', email: 'wim@post.example' },
    });
    const resize = (capacity: number) => ({ session_id: room.sessionId, scope: 'this', capacity });
    expect(await callError(staff.client, 'set_capacity', resize(1))).toMatchObject({ reason: 'too_small' });
    await call(staff.client, 'set_capacity', resize(3));
    expect(await countsOf(studio.sql, room.poolId)).toMatchObject({
      capacity: 3,
      seats: 2,
      offered: 1,
      waiting: 0,
    });
  });
});
