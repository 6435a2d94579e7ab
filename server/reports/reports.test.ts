// What staff count and find, and that others cannot.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signUp, type TestPerson } from '../accounts/testing/people.ts';
import { bookPlaces, call, callError, makeClassroom } from '../booking/testing/classroom.ts';
import { type StudioApp, startStudioApp } from '../testing/studio-app.ts';

let studio: StudioApp;
let member: TestPerson;
let teacher: TestPerson;
let host: TestPerson;
let staff: TestPerson;

interface Report {
  before_from: string;
  before_to: string;
  rows: { day: string; figures: Record<string, number> }[];
  before: { day: string; figures: Record<string, number> }[];
  parts: { name: string; figures: Record<string, number> }[];
}

beforeAll(async () => {
  studio = await startStudioApp();
  await studio.sql`delete from public.radio_listener_minutes`;
  await studio.sql`delete from public.radio_listener_sessions`;
  [member, teacher, host, staff] = await Promise.all([
    signUp(studio),
    signUp(studio, 'teacher'),
    signUp(studio, 'host'),
    signUp(studio, 'staff'),
  ]);
});
afterAll(() => studio?.close());

const report = (subject: string, from_day: string, to_day: string, step = 'day') =>
  call<Report>(staff.client, 'studio_report', { subject, from_day, to_day, step });

describe('reports', () => {
  it('count visits by step, beside as many days before, the greatest parts first', async () => {
    await studio.sql`insert into public.page_views (day, path, views) values
      ('2020-03-01', '/', 2), ('2020-03-02', '/', 3), ('2020-03-02', '/radio', 9), ('2020-02-28', '/', 7)`;
    const { rows, before, parts, before_from, before_to } = await report(
      'visits',
      '2020-03-01',
      '2020-03-07',
    );
    expect([before_from, before_to]).toEqual(['2020-02-23', '2020-02-29']);
    expect(rows).toEqual([
      { day: '2020-03-01', figures: { views: 2 } },
      { day: '2020-03-02', figures: { views: 12 } },
    ]);
    expect(before).toEqual([{ day: '2020-02-28', figures: { views: 7 } }]);
    expect(parts.map(({ name }) => name)).toEqual(['/radio', '/']);
    const byMonth = await report('visits', '2020-02-01', '2020-03-15', 'month');
    expect(byMonth.rows.map(({ day, figures }) => [day, figures.views])).toEqual([
      ['2020-02-01', 7],
      ['2020-03-01', 14],
    ]);
    expect([byMonth.before_from, byMonth.before_to]).toEqual(['2019-12-01', '2020-01-15']);
  });

  it('count money by the day of the studio, less what was given back', async () => {
    const room = await makeClassroom(studio.sql);
    const order = await bookPlaces(studio.newClient(), room.sessionId);
    await studio.sql`insert into public.payments (order_id, amount_cents, currency, method, received_at) values
      (${order.order_id}, 2400, 'EUR', 'cash', '2020-07-01T22:30:00Z'), (${order.order_id}, 1000, 'EUR', 'card', '2020-07-01T23:30:00Z')`;
    await studio.sql`insert into public.refunds (order_id, amount_cents, currency, method, state, reason, done_at) values
      (${order.order_id}, 400, 'EUR', 'studio', 'done', 'test', '2020-07-02T10:00:00Z'),
      (${order.order_id}, 999, 'EUR', 'studio', 'due', 'test', null)`;
    const { rows, parts } = await report('income', '2020-07-01', '2020-07-02');
    expect(rows).toEqual([
      { day: '2020-07-01', figures: { net_cents: 2400, received_cents: 2400, refunded_cents: 0 } },
      { day: '2020-07-02', figures: { net_cents: 600, received_cents: 1000, refunded_cents: 400 } },
    ]);
    expect(parts.map(({ name, figures }) => [name, figures])).toEqual([
      ['cash', { net_cents: 2000, received_cents: 2400, refunded_cents: 400 }],
      ['card', { net_cents: 1000, received_cents: 1000, refunded_cents: 0 }],
    ]);
    // Beside it, the payments of the same days.
    const sums = await call(staff.client, 'sum_ledger', { from_day: '2020-07-01', to_day: '2020-07-02' });
    expect(sums).toEqual([
      { currency: 'EUR', method: 'card', in_cents: 1000, out_cents: 0 },
      { currency: 'EUR', method: 'cash', in_cents: 2400, out_cents: 400 },
    ]);
  });

  it('count listeners once a day, by the day of the studio, however often they come', async () => {
    const zone = 'Europe/Lisbon';
    // Two hours before and one after the studio's last midnight.
    await studio.sql`
      insert into public.radio_listener_sessions (id, way, started_at, ended_at, visitor)
      select gen_random_uuid(), 'mp3', t.at, t.at + interval '90 seconds', visitor
      from (values (-2, 'a'), (-1.5, 'a'), (-1, 'b'), (0, 'a')) came (hours, visitor) cross join lateral (
        select timezone(${zone}, timezone(${zone}, now())::date::timestamp) + hours * interval '1 hour' as at) t`;
    const [show] = await studio.sql`select id, title from public.shows order by id limit 1`;
    await studio.sql`
      insert into public.radio_listener_minutes (minute, listeners, show_id)
      select timezone(${zone}, timezone(${zone}, now())::date::timestamp) + minutes * interval '1 minute', listeners, show
      from (values (-60, 3, ${show?.id}::uuid), (-59, 5, null), (-58, 1, ${show?.id}::uuid)) heard (minutes, listeners, show)
      on conflict (minute) do update set listeners = excluded.listeners, show_id = excluded.show_id`;
    interface Listening {
      days: { listeners: number; minutes: number; peak: number }[];
      shows: { title: string | null; minutes: number; peak: number }[];
    }
    const [span] =
      await studio.sql`select (timezone(${zone}, now())::date - 6)::text as from_day, timezone(${zone}, now())::date::text as to_day`;
    const { days, shows } = await call<Listening>(staff.client, 'radio_audience', { ...span });
    expect(days).toHaveLength(7);
    expect(days.at(-2)).toMatchObject({ listeners: 2, minutes: 5, peak: 5 });
    expect(days.at(-1)).toMatchObject({ listeners: 1, minutes: 2 });
    expect(shows).toEqual([
      { id: null, title: null, minutes: 5, peak: 5, average: 5 },
      { id: show?.id, title: show?.title, minutes: 4, peak: 3, average: 2 },
    ]);
    for (const name of ['radio_audience', 'radio_retention'])
      expect(
        (
          await callError(host.client, name, {
            ...span,
            ...(name === 'radio_retention' && { of_show: show?.id }),
          })
        ).status,
      ).toBe(403);
  });

  it('count who was there and how full it was, in weeks from the first day', async () => {
    const room = await makeClassroom(studio.sql, { capacity: 4 });
    const order = await bookPlaces(studio.newClient(), room.sessionId, { places: 3 });
    await studio.sql`update public.sessions set local_date = '2020-09-09' where id = ${room.sessionId}`;
    for (const [index, mark] of ['present', 'late', 'absent'].entries())
      await call(staff.client, 'mark_attendance', {
        session_id: room.sessionId,
        marks: [{ booking_id: order.bookings[index]?.id, mark }],
      });
    const attendance = await report('attendance', '2020-09-01', '2020-09-14', 'week');
    expect(attendance.rows).toEqual([
      { day: '2020-09-08', figures: { here: 2, absent: 1, expected: 3, sessions: 1 } },
    ]);
    expect(attendance.parts).toMatchObject([{ name: `Class ${room.slug}`, figures: { here: 2 } }]);
    const fill = await report('fill', '2020-09-09', '2020-09-09');
    expect(fill.rows[0]?.figures).toMatchObject({ seats: 3, capacity: 4, sessions: 1 });
  });

  it('count minutes listened by the station’s own count', async () => {
    const minute = (at: string, listeners: number) =>
      studio.sql`insert into public.radio_listener_minutes (minute, listeners) values (${at}, ${listeners})`;
    await minute('2020-11-01T10:00:00Z', 3);
    await minute('2020-11-01T10:01:00Z', 5);
    expect((await report('listeners', '2020-11-01', '2020-11-01')).rows).toEqual([
      { day: '2020-11-01', figures: { minutes: 8, peak: 5 } },
    ]);
  });

  it('are for staff, of sensible spans', async () => {
    const args = { subject: 'visits', from_day: '2020-01-01', to_day: '2020-01-07', step: 'day' };
    for (const [client, status] of [
      [studio.newClient(), 401],
      [member.client, 403],
      [teacher.client, 403],
      [host.client, 403],
    ] as const)
      expect((await callError(client, 'studio_report', args)).status).toBe(status);
    for (const bad of [
      { subject: 'secrets' },
      { step: 'hour' },
      { to_day: '2019-12-31' },
      { to_day: '2030-01-01' },
    ])
      expect(await callError(staff.client, 'studio_report', { ...args, ...bad })).toMatchObject({
        status: 422,
      });
  });
});

describe('finding anything', () => {
  const find = async (person: TestPerson, query: string) =>
    (await call<{ kind: string; title: string }[]>(person.client, 'find_anything', { query })).map(
      ({ kind, title }) => `${kind} ${title}`,
    );

  it('finds for each only what they may see', async () => {
    const [person] = await studio.sql<{ id: string }[]>`
      insert into public.people (slug, name, line, bio) values ('finder', 'Finder', '', '') returning id`;
    await call(staff.client, 'link_teacher', { person_id: person?.id, email: teacher.email });
    const mine = await makeClassroom(studio.sql, { teacherId: person?.id ?? null, inHours: 30 });
    const other = await makeClassroom(studio.sql, { inHours: 40 });
    const draft = await makeClassroom(studio.sql, { inHours: 50 });
    await studio.sql`update public.offerings set title = 'Zirkon drawing', published_at = null where id = ${draft.offeringId}`;
    await studio.sql`insert into public.posts (slug, title, summary, body, discipline) values ('zirkon', 'Zirkon post', '', '', 'word')`;
    await studio.sql`insert into public.radio_tracks (title, artist, duration_ms, file, is_requestable) values
      ('Zirkon song', 'A', 1000, 'zirkon.mp3', false)`;
    await bookPlaces(studio.newClient(), mine.sessionId, { names: ['Zirkon pupil'] });
    await bookPlaces(studio.newClient(), other.sessionId, { names: ['Zirkon stranger'] });
    const own = await bookPlaces(member.client, other.sessionId, { email: 'zirkon@post.example' });

    expect(await find(staff, 'zirkon')).toEqual([
      `order ${own.number}`,
      'offering Zirkon drawing',
      'post Zirkon post',
      'track Zirkon song',
    ]);
    expect(await find(member, 'zirkon')).toEqual([`order ${own.number}`]);
    expect(await find(teacher, 'zirkon')).toEqual(['pupil Zirkon pupil']);
    expect(await find(host, 'zirkon')).toEqual([]);
    expect(await find(staff, member.email)).toEqual([`account Person ${member.email}`]);
    expect(await find(member, staff.email)).toEqual([]);
    expect((await callError(studio.newClient(), 'find_anything', { query: 'zirkon' })).status).toBe(401);
  });

  it('takes the search text literally, not as a pattern', async () => {
    expect(await find(staff, '%%')).toEqual([]);
    expect(await find(staff, '_a')).toEqual([]);
    expect(await find(staff, 'a')).toEqual([]);
    expect(await find(staff, '\\')).toEqual([]);
  });
});

describe('today', () => {
  it('shows staff the day and open tasks, and members only their own next dates', async () => {
    const room = await makeClassroom(studio.sql, { inHours: 72 });
    const order = await bookPlaces(member.client, room.sessionId, { names: ['Ana'] });
    const today = await call<{
      gaps: { session_id: string }[];
      unpaid: { orders: number; cents: number };
      unpaid_first: { number: string }[];
    }>(staff.client, 'get_today');
    expect(today.gaps.map(({ session_id }) => session_id)).toContain(room.sessionId);
    expect(today.unpaid_first[0]?.number).toBe(order.number);
    expect(today.unpaid.cents).toBeGreaterThanOrEqual(2400);
    for (const client of [member.client, teacher.client, host.client])
      expect((await callError(client, 'get_today')).status).toBe(403);
    const dates = await call<{ session_id: string; names: string }[]>(member.client, 'my_next_dates', {
      max_rows: 50,
    });
    expect(dates).toContainEqual(
      expect.objectContaining({ session_id: room.sessionId, names: 'Ana', is_online: false }),
    );
    expect(await call(host.client, 'my_next_dates')).toEqual([]);
    expect((await callError(studio.newClient(), 'my_next_dates')).status).toBe(401);
  });

  it('names who is missing and who has not paid; a closed day has the next and the last one', async () => {
    interface Session {
      id: string;
      unpaid_names: string[];
      unpaid_cents: number;
      missing_names: string[];
    }
    interface Day {
      sessions: Session[];
      next_day: { day: string; sessions: Session[] } | null;
      last_day: { day: string; sessions: number; seats: number; here: number; cancelled: number } | null;
      listeners: number[];
    }
    const get = () => call<Day>(staff.client, 'get_today');
    const room = await makeClassroom(studio.sql, { inHours: 96 });
    const order = await bookPlaces(studio.newClient(), room.sessionId, {
      places: 2,
      names: ['Ana', 'Rui'],
    });
    const move = (days: number) =>
      studio.sql`update public.sessions set local_date = (now() at time zone zone)::date + ${days}::integer
        where id = ${room.sessionId}`;
    await move(0);
    await studio.sql`insert into public.attendance (session_id, booking_id, mark, marked_at)
      select ${room.sessionId}, id, 'present', now() from public.bookings where order_id = ${order.order_id} and name = 'Ana'`;
    const open = await get();
    expect(open.sessions.find(({ id }) => id === room.sessionId)).toMatchObject({
      unpaid_names: [expect.any(String)],
      unpaid_cents: 4800,
      missing_names: ['Rui'],
    });
    expect(open).toMatchObject({ next_day: null, last_day: null });
    expect(open.listeners).toHaveLength(48);

    // Nothing else is planned around today.
    await studio.sql`update public.sessions set status = 'cancelled' where id <> ${room.sessionId}
      and local_date between (now() at time zone zone)::date - 3 and (now() at time zone zone)::date + 3`;
    await move(2);
    expect((await get()).next_day?.sessions.map(({ id }) => id)).toContain(room.sessionId);
    await move(-1);
    expect((await get()).last_day).toMatchObject({ sessions: 1, seats: 2, here: 1, cancelled: 0 });

    // It began last night and has not ended.
    await studio.sql`update public.sessions set local_time = '23:59', duration_min = 1439 where id = ${room.sessionId}`;
    const night = await get();
    expect(night.sessions.map(({ id }) => id)).toContain(room.sessionId);
    expect(night).toMatchObject({ next_day: null, last_day: null });
  });
});

describe('a profile', () => {
  it('is changed only by its owner, and rejects invalid values with their field', async () => {
    const save = { name: ' Ana Sol ', phone: '+351 912', born_on: '1990-02-01', note: 'A knee' };
    await call(member.client, 'save_my_profile', save);
    expect(await call(member.client, 'my_profile')).toEqual({ ...save, name: 'Ana Sol' });
    expect(await call(host.client, 'my_profile')).toMatchObject({ phone: '', note: '' });
    for (const [bad, reason] of [
      [{ name: ' ' }, 'name_missing'],
      [{ phone: 'call me' }, 'bad_phone'],
      [{ born_on: '2999-01-01' }, 'bad_birthday'],
      [{ note: 'x'.repeat(1001) }, 'bad_note'],
    ] as const)
      expect(await callError(member.client, 'save_my_profile', { ...save, ...bad })).toMatchObject({
        status: 422,
        reason,
      });
    const tooOld = {
      status: 422,
      reason: 'bad_birthday',
      message: 'Check the year: 1850 is too long ago.',
    };
    const aged = { ...save, born_on: '1850-05-01' };
    expect(await callError(member.client, 'save_my_profile', aged)).toMatchObject(tooOld);
    expect(
      await callError(member.client, 'save_family_member', { name: 'Aunt', born_on: aged.born_on }),
    ).toMatchObject(tooOld);
    // The program itself writes past all policies, but not past what a birthday is.
    const [home] = await studio.sql`select household_id from public.guardians where user_id = ${member.id}`;
    const put = (born_on: string) =>
      studio.clients.elevated
        ?.from('participants')
        .insert({ household_id: home?.household_id, name: 'Child', born_on });
    expect((await put('2015-05-05'))?.error).toBeNull();
    expect((await put('1850-05-01'))?.error?.hint).toBe('bad_birthday');
    expect((await callError(studio.newClient(), 'my_profile')).status).toBe(401);
    const others = await host.client.from('profiles').select('phone').eq('user_id', member.id);
    expect(others.data).toEqual([]);
  });
});
