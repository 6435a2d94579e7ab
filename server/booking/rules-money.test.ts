// Payments and refunds: prices and policies as shown when booking, passes, vouchers, credit.
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type StudioApp, startStudioApp } from '../testing/studio-app.ts';
import {
  addDate,
  bookPlaces,
  call,
  callError,
  countsOf,
  details,
  type HoldAnswer,
  makeClassroom,
  type OrderAnswer,
} from './testing/classroom.ts';

let studio: StudioApp;
let guest: SupabaseClient;
let staffClient: SupabaseClient;

beforeAll(async () => {
  studio = await startStudioApp();
  guest = studio.newClient();
  staffClient = studio.clients.elevated as SupabaseClient;
});
afterAll(() => studio?.close());

const payAtStudio = (order: OrderAnswer, amount_cents = order.total_cents) =>
  call<OrderAnswer>(staffClient, 'record_payment', {
    order_id: order.order_id,
    amount_cents,
    method: 'cash',
  });
const cancel = (order: OrderAnswer, ...indexes: number[]) =>
  call<OrderAnswer>(guest, 'cancel_bookings', {
    booking_ids: indexes.map((index) => order.bookings[index]?.id),
    order_token: order.order_token,
  });

describe('[STUDIO-8] price and policy are what was shown when bought', () => {
  it('a price that rises while someone fills in the form is not theirs, and neither is a stricter policy', async () => {
    const room = await makeClassroom(studio.sql, { priceCents: 2400, inHours: 30 });
    const { hold_token } = await call<HoldAnswer>(guest, 'hold_places', { session_id: room.sessionId });
    await studio.sql`insert into public.cancellation_policies values (${room.slug}, 'Never.', 9000, 0)`;
    await studio.sql`
      update public.offerings set price_cents = 9900, policy_id = ${room.slug} where id = ${room.offeringId}`;
    const booked = await call<OrderAnswer>(guest, 'book', { hold_token, booking: details() });
    expect(booked.total_cents).toBe(2400);
    const order = await call<OrderAnswer>(guest, 'booking_status', { order_token: booked.order_token });
    expect(order.bookings[0]).toMatchObject({ price_cents: 2400, gets_back: 'everything' });
    const next = await call<HoldAnswer>(guest, 'hold_places', { session_id: room.sessionId });
    expect(next.price_cents).toBe(9900);
  });

  it('a course costs the dates that are still to come, and its place counts on all of them', async () => {
    const room = await makeClassroom(studio.sql, { kind: 'course', dates: 4, priceCents: 1600, capacity: 2 });
    const order = await bookPlaces(guest, room.sessionId);
    expect(order.total_cents).toBe(6400);
    expect(order.dates).toHaveLength(4);
    expect((await countsOf(studio.sql, room.poolId)).seats).toBe(1);
  });
});

describe('cancelling', () => {
  it('early: everything goes back the way it came, and only once', async () => {
    const room = await makeClassroom(studio.sql);
    const order = await bookPlaces(guest, room.sessionId, { places: 2 });
    await payAtStudio(order);
    await cancel(order, 0);
    const after = await cancel(order, 0);
    expect(after).toMatchObject({ total_cents: 2400, paid_cents: 2400, state: 'confirmed' });
    expect(after.refunds).toMatchObject([{ amount_cents: 2400, method: 'studio', state: 'due' }]);
    const last = await cancel(order, 1);
    expect(last).toMatchObject({ state: 'cancelled', total_cents: 0, paid_cents: 0 });
  });

  it('late and paid: half of it becomes credit that can be spent', async () => {
    const room = await makeClassroom(studio.sql, { inHours: 5 });
    const order = await bookPlaces(guest, room.sessionId);
    await payAtStudio(order);
    const after = await cancel(order, 0);
    expect(after.refunds).toEqual([]);
    expect(after.credits).toMatchObject([{ balance_cents: 1200 }]);
    const next = await makeClassroom(studio.sql, { priceCents: 1000 });
    const spent = await bookPlaces(guest, next.sessionId, { more: { voucher_code: after.credits[0]?.code } });
    expect(spent).toMatchObject({ total_cents: 0, method: 'none', state: 'confirmed' });
    const rest = await call<OrderAnswer>(guest, 'booking_status', { order_token: order.order_token });
    expect(rest.credits).toMatchObject([{ balance_cents: 200 }]);
  });

  it('late and not paid yet: half of it is still owed', async () => {
    const room = await makeClassroom(studio.sql, { inHours: 5 });
    const order = await bookPlaces(guest, room.sessionId);
    expect(await cancel(order, 0)).toMatchObject({ total_cents: 1200, credits: [], refunds: [] });
  });

  it('late, and someone else books the place and pays: everything is refunded', async () => {
    const room = await makeClassroom(studio.sql, { inHours: 5, capacity: 3 });
    await bookPlaces(guest, room.sessionId);
    const order = await bookPlaces(guest, room.sessionId);
    await payAtStudio(order);
    await cancel(order, 0);
    const status = () => call<OrderAnswer>(guest, 'booking_status', { order_token: order.order_token });
    const next = await bookPlaces(guest, room.sessionId);
    expect((await status()).refunds).toEqual([]);
    await payAtStudio(next);
    const after = await status();
    expect(after.credits).toEqual([]);
    expect(after.refunds).toMatchObject([{ amount_cents: 2400 }]);
  });

  it('late, and a booking that is never paid does not undo the fee, also when others pay meanwhile', async () => {
    const room = await makeClassroom(studio.sql, { inHours: 5, capacity: 3 });
    const early = await bookPlaces(guest, room.sessionId);
    const order = await bookPlaces(guest, room.sessionId);
    await payAtStudio(order);
    await cancel(order, 0);
    const friend = await bookPlaces(guest, room.sessionId);
    await payAtStudio(early);
    await cancel(friend, 0);
    const after = await call<OrderAnswer>(guest, 'booking_status', { order_token: order.order_token });
    expect(after.refunds).toEqual([]);
    expect(after.credits).toMatchObject([{ balance_cents: 1200 }]);
  });

  it('is rejected once the class has begun', async () => {
    const room = await makeClassroom(studio.sql, { inHours: 1 });
    const order = await bookPlaces(guest, room.sessionId);
    await studio.sql`
      update public.sessions set local_date = (now() - interval '1 day')::date where id = ${room.sessionId}`;
    const { status, reason } = await callError(guest, 'cancel_bookings', {
      booking_ids: [order.bookings[0]?.id],
      order_token: order.order_token,
    });
    expect([status, reason]).toEqual([409, 'begun']);
  });

  it('by the studio: everyone gets a full refund, the waiting list is notified, and a second time changes nothing', async () => {
    const room = await makeClassroom(studio.sql, { inHours: 3, capacity: 2 });
    const order = await bookPlaces(guest, room.sessionId, { places: 2 });
    await payAtStudio(order);
    await call(guest, 'join_waitlist', {
      session_id: room.sessionId,
      places: 1,
      person: { name: 'W', email: 'w@post.example' },
    });
    expect(
      await call(staffClient, 'cancel_session', { session_id: room.sessionId, reason: 'A burst pipe.' }),
    ).toEqual({
      cancelled: true,
      places: 2,
    });
    expect(await call(staffClient, 'cancel_session', { session_id: room.sessionId })).toMatchObject({
      cancelled: false,
    });
    const after = await call<OrderAnswer>(guest, 'booking_status', { order_token: order.order_token });
    expect(after.state).toBe('cancelled');
    expect(after.refunds.reduce((sum, { amount_cents }) => sum + amount_cents, 0)).toBe(4800);
    expect(await countsOf(studio.sql, room.poolId)).toMatchObject({ seats: 0, waiting: 0 });
  });
});

describe('changing the date', () => {
  it('moves one place of a party and keeps price and payment', async () => {
    const room = await makeClassroom(studio.sql);
    const other = await addDate(studio.sql, room);
    const order = await bookPlaces(guest, room.sessionId, { places: 2 });
    const after = await call<OrderAnswer>(guest, 'move_booking', {
      booking_id: order.bookings[0]?.id,
      to_session: other,
      order_token: order.order_token,
    });
    expect(after.dates.map(({ id }) => id)).toEqual([room.sessionId, other]);
    expect(after.total_cents).toBe(order.total_cents);
    expect((await countsOf(studio.sql, room.poolId)).seats).toBe(1);
  });

  it('is rejected to another class, to a full date, too late, and with another booking’s link', async () => {
    const room = await makeClassroom(studio.sql, { inHours: 30 });
    const order = await bookPlaces(guest, room.sessionId);
    const elsewhere = await makeClassroom(studio.sql);
    const full = await addDate(studio.sql, room, { capacity: 1 });
    const stranger = await bookPlaces(guest, full);
    const move = (to_session: string, order_token = order.order_token) =>
      callError(guest, 'move_booking', { booking_id: order.bookings[0]?.id, to_session, order_token });
    expect(await move(elsewhere.sessionId)).toMatchObject({ status: 409, reason: 'other_offering' });
    expect(await move(full)).toMatchObject({ status: 409, reason: 'full' });
    expect(await move(full, stranger.order_token)).toMatchObject({ status: 404 });
    await studio.sql`update public.bookings set policy = policy || '{"full_until_h": 48}' where order_id = ${order.order_id}`;
    expect(await move(await addDate(studio.sql, room, { inHours: 400 }))).toMatchObject({
      reason: 'too_late',
    });
  });
});

describe('passes and vouchers', () => {
  async function buyPass() {
    await studio.sql`
      insert into public.pass_types (id, name, entries, price_cents, currency, valid_days) values ('three', 'Three', 3, 3000, 'EUR', 90)
      on conflict do nothing`;
    const order = await call<OrderAnswer>(guest, 'buy', {
      kind: 'pass',
      pass_type: 'three',
      buyer: { name: 'Clara', email: 'clara@post.example' },
      method: 'transfer',
    });
    return { order, code: order.passes[0]?.code as string };
  }

  it('a pass works from the moment it is paid, for its entries, and an early cancellation gives the entry back', async () => {
    const { order, code } = await buyPass();
    const room = await makeClassroom(studio.sql);
    const { hold_token } = await call<HoldAnswer>(guest, 'hold_places', {
      session_id: room.sessionId,
      places: 2,
    });
    const booking = details({ places: 2, method: 'pass', more: { pass_code: code.toLowerCase() } });
    expect(await callError(guest, 'book', { hold_token, booking })).toMatchObject({ reason: 'no_pass' });
    await payAtStudio(order);
    const [ends] = await studio.sql`
      select round(extract(epoch from p.valid_until - j.run_at) / 86400)::int as days from private.jobs j
      join public.passes p on p.order_id = (j.payload ->> 'order_id')::uuid
      where j.kind = 'mail.pass_ends' and p.order_id = ${order.order_id}`;
    expect(ends).toEqual({ days: 14 });
    const booked = await call<OrderAnswer>(guest, 'book', { hold_token, booking });
    expect(booked).toMatchObject({ total_cents: 0, method: 'pass', state: 'confirmed' });
    const another = await call<HoldAnswer>(guest, 'hold_places', { session_id: room.sessionId, places: 2 });
    expect(await callError(guest, 'book', { hold_token: another.hold_token, booking })).toMatchObject({
      reason: 'pass_empty',
    });
    const seen = await call<OrderAnswer>(guest, 'booking_status', { order_token: booked.order_token });
    await cancel(seen, 0);
    const bought = await call<OrderAnswer>(guest, 'booking_status', { order_token: order.order_token });
    expect(bought.passes).toMatchObject([{ entries: 2, is_active: true }]);
  });

  it('the last entry of a pass is spent once, however many ask for it at once', async () => {
    const { order, code } = await buyPass();
    await payAtStudio(order);
    const rooms = await Promise.all(Array.from({ length: 8 }, () => makeClassroom(studio.sql)));
    const answers = await Promise.all(
      rooms.map(async ({ sessionId }) => {
        const { hold_token } = await call<HoldAnswer>(guest, 'hold_places', { session_id: sessionId });
        return guest.rpc('book', {
          hold_token,
          booking: details({ method: 'pass', more: { pass_code: code } }),
        });
      }),
    );
    expect(answers.filter(({ error }) => error === null)).toHaveLength(3);
  });

  it('money is only ever added to the ledger', async () => {
    const room = await makeClassroom(studio.sql);
    const order = await bookPlaces(guest, room.sessionId);
    await payAtStudio(order);
    await expect(
      studio.sql`update public.payments set amount_cents = 1 where order_id = ${order.order_id}`,
    ).rejects.toThrow(/cannot be changed or deleted/);
    await expect(studio.sql`delete from public.payments where order_id = ${order.order_id}`).rejects.toThrow(
      /cannot be changed or deleted/,
    );
  });
});

describe('bad input', () => {
  it.each([
    [{ attendees: [] }, 'bad_attendees'],
    [{ attendees: [{ name: '  ' }] }, 'name_missing'],
    [{ attendees: [{ name: 'x'.repeat(121) }] }, 'too_long'],
    [{ attendees: [{ name: 'Ana', born_on: 'soon' }] }, 'bad_date'],
    [{ attendees: [{ name: 'Ana', born_on: '2990-01-01' }] }, 'bad_date'],
    [{ buyer: { name: 'Ana', email: 'nobody' } }, 'bad_email'],
    [{ buyer: { name: '', email: 'ana@post.example' } }, 'name_missing'],
    [{ method: 'gold' }, 'bad_method'],
    [{ accepts_policy: false }, 'policy'],
    [{ method: 'pass', pass_code: 'nothing' }, 'no_pass'],
    [{ voucher_code: 'nothing' }, 'no_voucher'],
  ])('%j is rejected with a message and the place stays held', async (more, reason) => {
    const room = await makeClassroom(studio.sql);
    const { hold_token } = await call<HoldAnswer>(guest, 'hold_places', { session_id: room.sessionId });
    const rejected = await callError(guest, 'book', { hold_token, booking: details({ more }) });
    expect(rejected).toMatchObject({ status: 422, reason });
    expect((await countsOf(studio.sql, room.poolId)).held).toBe(1);
    expect(
      await studio.sql`select from public.orders o join public.bookings b on b.order_id = o.id where b.pool_id = ${room.poolId}`,
    ).toHaveLength(0);
  });

  it.each([0, -1, 21, 1000])('%d places are rejected', async (places) => {
    const room = await makeClassroom(studio.sql);
    expect(await callError(guest, 'hold_places', { session_id: room.sessionId, places })).toMatchObject({
      status: 422,
      reason: 'bad_places',
    });
  });

  it('asks the questions of the offering and takes only answers that fit', async () => {
    const room = await makeClassroom(studio.sql);
    const [question] = await studio.sql<{ id: string }[]>`
      insert into public.questions (offering_id, label, kind, choices, is_required)
      values (${room.offeringId}, 'Cloth', 'choice', '{Grey,Red}', true) returning id`;
    const { hold_token } = await call<HoldAnswer>(guest, 'hold_places', { session_id: room.sessionId });
    const answer = (value: string) => ({
      hold_token,
      booking: details({ more: { attendees: [{ name: 'Ana', answers: { [question?.id ?? '']: value } }] } }),
    });
    expect(await callError(guest, 'book', answer(''))).toMatchObject({ reason: 'answer_missing' });
    expect(await callError(guest, 'book', answer('Gold'))).toMatchObject({ reason: 'bad_answer' });
    await call(guest, 'book', answer('Red'));
    const [booked] = await studio.sql`select answers from public.bookings where pool_id = ${room.poolId}`;
    expect(booked?.answers).toEqual({ Cloth: 'Red' });
  });
});

describe('a payment without an amount', () => {
  it('is what is due now, once per key, and an error when nothing is due', async () => {
    const room = await makeClassroom(studio.sql);
    const order = await bookPlaces(guest, room.sessionId, { places: 2 });
    await payAtStudio(order, 500);
    const rest = { order_id: order.order_id, amount_cents: null, method: 'transfer' };
    for (let time = 0; time < 2; time += 1)
      await call(staffClient, 'record_payment', { ...rest, idempotency_key: `rest of ${order.order_id}` });
    const payments = () => studio.sql`
      select amount_cents from public.payments where order_id = ${order.order_id} order by received_at, amount_cents`;
    expect((await payments()).map(({ amount_cents }) => amount_cents)).toEqual([
      500,
      order.total_cents - 500,
    ]);
    expect(await callError(staffClient, 'record_payment', rest)).toMatchObject({ reason: 'nothing_due' });
    expect(await payments()).toHaveLength(2);
  });
});
