import type { SupabaseClient } from '@supabase/supabase-js';
import ICAL from 'ical.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ask, signUp } from '../accounts/testing/people.ts';
import type { JobRunner } from '../jobs/job-runner.ts';
import { createLogger } from '../logger.ts';
import { hashSetupToken } from '../setup-token.ts';
import { startJobs } from '../start-jobs.ts';
import { type StudioApp, startStudioApp } from '../testing/studio-app.ts';
import {
  addDate,
  bookPlaces,
  call,
  type HoldAnswer,
  makeClassroom,
  type OrderAnswer,
  type WaitAnswer,
} from './testing/classroom.ts';

let studio: StudioApp;
let guest: SupabaseClient;
let jobs: JobRunner;

beforeAll(async () => {
  studio = await startStudioApp();
  guest = studio.newClient();
  const { sql, outbox, siteUrl } = studio;
  jobs = await startJobs({ sql, outbox, siteUrl, log: createLogger('silent') });
});
afterAll(async () => {
  await jobs?.close();
  await studio?.close();
});
beforeEach(() => studio.sql`update public.booking_settings set transfer_account = 'DE00 1234, quay house'`);

const hintOf = async (
  work: PromiseLike<{ error: { hint?: string | null; details?: string | null } | null }>,
) => {
  const { error } = await work;
  return error;
};
const tryToBook = async (client: SupabaseClient, sessionId: string, booking: object) => {
  const hold = await call<HoldAnswer>(client, 'hold_places', { session_id: sessionId, places: 1 });
  return hintOf(
    client.rpc('book', {
      hold_token: hold.hold_token,
      booking: {
        buyer: { name: 'Ana', email: 'ana@post.example' },
        attendees: [{ name: 'Ana' }],
        accepts_policy: true,
        ...booking,
      },
    }),
  );
};

describe('the price of a first class', () => {
  const priceFirst = (cents: number | null) =>
    studio.sql`update public.studio set first_class_price_cents = ${cents}`;
  const book = async (email: string, places = 1, client = guest) => {
    const room = await makeClassroom(studio.sql);
    await priceFirst(900);
    const names = Array.from({ length: places }, (_, index) => `Person ${index}`);
    return bookPlaces(client, room.sessionId, { email, places, names });
  };

  it('is charged once per household, for one place, and shown before booking', async () => {
    const first = await book('new@post.example', 2);
    expect([first.total_cents, first.bookings.map(({ price_cents }) => price_cents).sort()]).toEqual([
      3300,
      [2400, 900].sort(),
    ]);
    expect((await book('NEW@post.example')).total_cents).toBe(2400);

    const member = await signUp(studio);
    const room = await makeClassroom(studio.sql);
    await priceFirst(900);
    const priceFor = () =>
      call<number | null>(member.client, 'first_class_price', { session_id: room.sessionId });
    expect(await priceFor()).toBe(900);
    expect((await book('another@post.example', 1, member.client)).total_cents).toBe(900);
    expect(await priceFor()).toBeNull();
    await priceFirst(null);
  });

  it('is still there for who cancelled in time, and never for courses', async () => {
    const order = await book('back@post.example');
    await call(guest, 'cancel_bookings', {
      booking_ids: order.bookings.map(({ id }) => id),
      order_token: order.order_token,
    });
    expect((await book('back@post.example')).total_cents).toBe(900);
    const course = await makeClassroom(studio.sql, { kind: 'course', dates: 3 });
    await priceFirst(900);
    const booked = await bookPlaces(guest, course.sessionId, { email: 'course@post.example' });
    expect(booked.total_cents).toBe(7200);
    await priceFirst(null);
  });
});

describe('bank transfer', () => {
  it('is rejected without an account, for places as for passes', async () => {
    await studio.sql`update public.booking_settings set transfer_account = ' '`;
    const room = await makeClassroom(studio.sql);
    const rejected = await tryToBook(guest, room.sessionId, { method: 'transfer' });
    expect(JSON.stringify(rejected)).toContain('Bank transfer is not available');
    const bought = await hintOf(
      guest.rpc('buy', {
        kind: 'voucher',
        amount_cents: 5000,
        buyer: { name: 'Ana', email: 'ana@post.example' },
        method: 'transfer',
      }),
    );
    expect(JSON.stringify(bought)).toContain('Bank transfer is not available');
  });

  it('is rejected for tonight, and due before the class begins', async () => {
    const tonight = await makeClassroom(studio.sql, { inHours: 5 });
    const rejected = await tryToBook(guest, tonight.sessionId, { method: 'transfer' });
    expect(JSON.stringify(rejected)).toContain('would arrive too late');
    const room = await makeClassroom(studio.sql, { inHours: 48 });
    const order = await bookPlaces(guest, room.sessionId, { method: 'transfer' });
    expect(order.due_at).toBe(order.dates[0]?.starts_at);
    await jobs.run();
    const [mail] =
      await studio.sql`select text_body from public.outbox where text_body like ${`%${order.number}%`}`;
    expect(mail?.text_body).toContain('It needs to arrive by');
  });
});

describe('what is sample', () => {
  it('reaches no customer once the studio has an owner', async () => {
    const { sql } = studio;
    const token = 'a-token-for-the-set-up';
    await sql`insert into private.setup (token_hash) values (${hashSetupToken(token)})`;
    await sql`update public.studio set phone = '+00 22 555 0140', email = 'hello@onda.example', first_class_price_cents = 900`;
    const [date] = await sql<{ id: string }[]>`
      select s.id from public.sessions s join public.offerings o on o.id = s.offering_id
        join public.capacity_pools p on p.id = s.pool_id
      where o.is_demo and o.published_at <= now() and s.status = 'planned' and s.starts_at > now() + interval '1 day'
        and p.taken + 2 <= p.capacity
      order by s.starts_at, s.id limit 1`;
    const held = () => guest.rpc('hold_places', { session_id: date?.id, places: 1 });
    await sql`update public.booking_settings set unproven_percent = 100, unproven_per_hour = 1000000, max_holds = 1000`;
    expect((await held()).error).toBeNull();
    const { status } = await ask(studio, 'POST /api/setup', {
      body: {
        token,
        studio_name: 'Quay',
        name: 'Marta',
        email: 'marta@quay.house',
        password: 'a long and new password 7',
        zone: 'Europe/Lisbon',
      },
    });
    expect(status).toBe(200);
    const [row] = await sql`
      select s.phone, s.email, s.address, s.getting_here, s.access, s.invitation, s.first_class_price_cents as first,
        b.transfer_account as account, (select count(*)::int from public.opening_hours) as hours
      from public.studio s, public.booking_settings b`;
    expect(row).toEqual({
      phone: '',
      email: '',
      address: '',
      getting_here: '',
      access: '',
      invitation: '',
      first: null,
      account: '',
      hours: 0,
    });
    expect((await held()).error).toMatchObject({ hint: 'sample' });
    const isClosed = (client: typeof guest) =>
      call<boolean>(client, 'is_closed_sample', { session_id: date?.id });
    expect(await isClosed(guest)).toBe(true);
    const staff = await signUp(studio, 'staff');
    expect(await isClosed(staff.client)).toBe(false);
    expect((await staff.client.rpc('hold_places', { session_id: date?.id, places: 1 })).error).toBeNull();
  });
});

describe('ages', () => {
  it('are said of adults, too: who books for themselves is outside the ages of a class for children', async () => {
    const room = await makeClassroom(studio.sql, { ages: { from: 7, to: 12 } });
    const order = await bookPlaces(guest, room.sessionId, {
      more: { attendees: [{ name: 'Ana', is_buyer: true }] },
    });
    expect(order.bookings[0]?.is_outside_age).toBe(true);
    await jobs.run();
    const confirmation = ({ number }: OrderAnswer) => studio.sql`
      select text_body from public.outbox where kind = 'booking_confirmation' and text_body like ${`%${number}%`}`;
    const promise = expect.stringContaining('outside the usual age. We ask the teacher');
    expect(await confirmation(order)).toEqual([{ text_body: promise }]);
    const child = await bookPlaces(guest, room.sessionId, {
      more: { attendees: [{ name: 'Leo', born_on: `${new Date().getFullYear() - 9}-01-01` }] },
    });
    expect(child.bookings[0]?.is_outside_age).toBe(false);
    await jobs.run();
    expect(await confirmation(child)).not.toEqual([{ text_body: promise }]);
    const open = await makeClassroom(studio.sql);
    const adult = await bookPlaces(guest, open.sessionId, {
      more: { attendees: [{ name: 'Ana', is_buyer: true }] },
    });
    expect(adult.bookings[0]?.is_outside_age).toBe(false);
  });
});

describe('an offered place', () => {
  it('keeps the deadline of the offer once accepted, and what was said when joining', async () => {
    const room = await makeClassroom(studio.sql, { capacity: 1 });
    const order = await bookPlaces(guest, room.sessionId);
    const person = { name: 'Wim', email: 'wim@post.example', phone: '+31 6 1234' };
    const wait = await call<WaitAnswer>(guest, 'join_waitlist', {
      session_id: room.sessionId,
      places: 1,
      person,
    });
    await call(guest, 'cancel_bookings', {
      booking_ids: [order.bookings[0]?.id],
      order_token: order.order_token,
    });
    const [{ ends } = { ends: null }] = await studio.sql<{ ends: Date }[]>`
      select offer_ends_at as ends from public.waitlist_entries where email = 'wim@post.example'`;
    const accepted = await call<WaitAnswer>(guest, 'accept_offer', { waitlist_token: wait.waitlist_token });
    const hold = await call<HoldAnswer & { person: object }>(guest, 'hold_status', {
      hold_token: accepted.hold_token,
    });
    expect([new Date(hold.expires_at), hold.person]).toEqual([ends, person]);
  });
});

describe('an offer made at night', () => {
  const deadline = async (offeredAt: string, beginsAt = '2027-06-12 12:00', offerMin = 120) => {
    await studio.sql`update public.booking_settings set offer_min = ${offerMin}`;
    const [row] = await studio.sql`
      select to_char(private.offer_deadline(timezone(zone, ${beginsAt}::timestamp), timezone(zone, ${offeredAt}::timestamp))
        at time zone zone, 'YYYY-MM-DD HH24:MI') as ends from public.studio`;
    await studio.sql`update public.booking_settings set offer_min = default`;
    return row?.ends;
  };

  it.each([
    ['by day', '2027-06-01 14:00', '2027-06-01 16:00'],
    ['until the end of the day', '2027-06-01 20:00', '2027-06-01 22:00'],
    ['with an hour left in the evening', '2027-06-01 21:00', '2027-06-02 09:00'],
    ['before midnight', '2027-06-01 23:30', '2027-06-02 10:00'],
    ['after midnight', '2027-06-02 02:00', '2027-06-02 10:00'],
    ['in the night that clocks change', '2027-03-27 21:30', '2027-03-28 09:30'],
  ])('%s ends when people are awake', async (_when, offeredAt, ends) => {
    expect(await deadline(offeredAt)).toBe(ends);
  });

  it('ends when the class starts, and counts no night of a long one', async () => {
    expect(await deadline('2027-06-01 21:00', '2027-06-02 08:30')).toBe('2027-06-02 08:30');
    expect(await deadline('2027-06-01 12:00', '2027-06-12 12:00', 2880)).toBe('2027-06-04 18:00');
  });
});

describe('consent to photos', () => {
  it('is given and withdrawn by guardians alone, and staff read both', async () => {
    const [parent, stranger] = [await signUp(studio), await signUp(studio)];
    await call(parent.client, 'save_family_member', { name: 'Leo', born_on: null, note: '' });
    const family = await call<{ id: string; name: string }[]>(parent.client, 'my_family');
    const id = family.find(({ name }) => name === 'Leo')?.id ?? '';
    const set = (client: SupabaseClient, is_given: boolean) =>
      client.rpc('set_consent', { participant_id: id, kind: 'photos', is_given });
    expect((await set(stranger.client, true)).error).toMatchObject({ hint: 'no_such_person' });
    for (const isGiven of [true, true]) expect((await set(parent.client, isGiven)).error).toBeNull();
    expect(await call(parent.client, 'my_photo_consents')).toEqual([id]);
    expect((await set(parent.client, false)).error).toBeNull();
    expect(await call(parent.client, 'my_photo_consents')).toEqual([]);
    const rows =
      await studio.sql`select kind, withdrawn_at is not null as withdrawn from public.consents where participant_id = ${id}`;
    expect([...rows]).toEqual([{ kind: 'photos', withdrawn: true }]);
  });
});

describe('a party', () => {
  const party = async () => {
    const room = await makeClassroom(studio.sql);
    const other = await addDate(studio.sql, room);
    const order = await bookPlaces(guest, room.sessionId, { places: 3, names: ['Ama', 'Ben', 'Caro'] });
    const move = (ids: (string | undefined)[]) =>
      guest.rpc('move_bookings', { booking_ids: ids, to_session: other, order_token: order.order_token });
    return { room, other, order, move, ids: order.bookings.map(({ id }) => id) };
  };

  it('moves together, or not at all', async () => {
    const { other, order, move, ids, room } = await party();
    const [pool] = await studio.sql<
      { pool_id: string }[]
    >`select pool_id from public.sessions where id = ${other}`;
    await studio.sql`update public.capacity_pools set capacity = 2 where id = ${pool?.pool_id ?? ''}`;
    expect((await move(ids)).error).toMatchObject({
      hint: 'full',
      message: expect.stringContaining('3 places'),
    });
    await studio.sql`update public.capacity_pools set capacity = 10 where id = ${pool?.pool_id ?? ''}`;
    await jobs.run();
    expect((await move(ids)).error).toBeNull();
    const moved = await call<OrderAnswer>(guest, 'booking_status', { order_token: order.order_token });
    expect(new Set(moved.bookings.map(({ pool_id }) => pool_id))).toEqual(new Set([pool?.pool_id]));
    await jobs.run();
    const [mail] = await studio.withSecrets(
      await studio.sql<{ id: string; attachments: { content: string }[] }[]>`
        select id, attachments from public.outbox where kind = 'booking_changed' and text_body like ${`%${order.number}%`}`,
    );
    const files = (mail?.attachments ?? []).map(({ content }) => new ICAL.Component(ICAL.parse(content)));
    expect(
      files.map((file) => [
        file.getFirstPropertyValue('method'),
        file.getFirstSubcomponent('vevent')?.getFirstPropertyValue('uid'),
      ]),
    ).toEqual([
      ['PUBLISH', `${other}@studio.test`],
      ['CANCEL', `${room.sessionId}@studio.test`],
    ]);
  });

  it('moves one by one, and never with a place of someone else', async () => {
    const { order, move, ids } = await party();
    const stranger = await party();
    expect((await move([ids[0], stranger.ids[0]])).error).toMatchObject({ hint: 'no_booking' });
    expect((await move([])).error).not.toBeNull();
    expect((await move([ids[1]])).error).toBeNull();
    const moved = await call<OrderAnswer>(guest, 'booking_status', { order_token: order.order_token });
    expect(new Set(moved.bookings.map(({ pool_id }) => pool_id)).size).toBe(2);
  });
});
