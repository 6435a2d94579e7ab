// The rules of places, under real concurrency on real PostgreSQL, through the API that every client uses.
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
  type WaitAnswer,
} from './testing/classroom.ts';

let studio: StudioApp;
let guest: SupabaseClient;

beforeAll(async () => {
  studio = await startStudioApp();
  guest = studio.newClient();
});
afterAll(() => studio?.close());

const join = (sessionId: string, name: string, places = 1) =>
  call<WaitAnswer>(guest, 'join_waitlist', {
    session_id: sessionId,
    places,
    person: { name: name, email: `${name}@post.example` },
  });
const look = (entry: WaitAnswer) =>
  call<WaitAnswer>(guest, 'waitlist_status', { waitlist_token: entry.waitlist_token });
const many = <T>(count: number, work: (index: number) => PromiseLike<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));

describe('[STUDIO-1] seats, live holds and open offers never exceed the pool', () => {
  it('200 people race for 10 places: exactly 10 get one, the others are on the waiting list without gaps', async () => {
    for (let round = 0; round < 2; round++) {
      const room = await makeClassroom(studio.sql, { capacity: 10 });
      const outcomes = await many(200, async (index) => {
        // As many people, as many addresses: one address alone would be given its share of the connections.
        const person = studio.newClient({ address: `203.0.113.${index}` });
        const hold = await person.rpc('hold_places', { session_id: room.sessionId, places: 1 });
        if (!hold.error) {
          const booked = await person.rpc('book', { hold_token: hold.data.hold_token, booking: details() });
          return booked.error ? `book ${booked.status}` : 'seated';
        }
        if (hold.status !== 409) return `hold ${hold.status} ${hold.error.message}`;
        const waited = await person.rpc('join_waitlist', {
          session_id: room.sessionId,
          places: 1,
          person: { name: `Guest ${index}`, email: `guest${index}@post.example` },
        });
        return waited.error ? `wait ${waited.status} ${waited.error.message}` : 'waiting';
      });
      const tally = Object.groupBy(outcomes, (outcome) => outcome);
      expect(Object.keys(tally).sort()).toEqual(['seated', 'waiting']);
      expect(tally.seated).toHaveLength(10);
      expect(await countsOf(studio.sql, room.poolId)).toMatchObject({
        seats: 10,
        held: 0,
        offered: 0,
        waiting: 190,
      });
      // The first to lock the pool joined first, both by time and by number.
      const byTime = await studio.sql<{ id: string }[]>`
        select id from public.waitlist_entries where pool_id = ${room.poolId} order by priority desc, joined_at, id`;
      const ids = byTime.map(({ id }) => Number(id));
      expect(ids).toHaveLength(190);
      expect(ids).toEqual(ids.toSorted((one, other) => one - other));
    }
  });

  it('parties of three never share out the last two places', async () => {
    const room = await makeClassroom(studio.sql, { capacity: 8 });
    const answers = await many(20, () => guest.rpc('hold_places', { session_id: room.sessionId, places: 3 }));
    expect(answers.filter(({ error }) => !error)).toHaveLength(2);
    expect(await countsOf(studio.sql, room.poolId)).toMatchObject({ held: 6 });
  });

  it('not even a direct write gets past the pool', async () => {
    const room = await makeClassroom(studio.sql, { capacity: 1 });
    const { order_id } = await bookPlaces(guest, room.sessionId);
    const again = studio.sql`
      insert into public.bookings (order_id, pool_id, name, state, price_cents, currency, policy)
      values (${order_id}, ${room.poolId}, 'One too many', 'seated', 0, 'EUR', '{}')`;
    await expect(again).rejects.toThrow(/pool_is_not_overbooked/);
  });

  it('moving between two classes at once, both ways, never deadlocks', async () => {
    const room = await makeClassroom(studio.sql, { capacity: 30 });
    const other = await addDate(studio.sql, room, { capacity: 30 });
    const orders = await many(20, (index) => bookPlaces(guest, index % 2 ? room.sessionId : other));
    const moves = await many(20, (index) => {
      const order = orders[index] as OrderAnswer;
      return guest.rpc('move_booking', {
        booking_id: order.bookings[0]?.id,
        to_session: index % 2 ? other : room.sessionId,
        order_token: order.order_token,
      });
    });
    expect(moves.map(({ error }) => error)).toEqual(Array(20).fill(null));
    expect((await countsOf(studio.sql, room.poolId)).seats).toBe(10);
  });
});

describe('[STUDIO-2] cancelling or expiring frees a seat exactly once', () => {
  it('twenty simultaneous cancellations of one place free one place', async () => {
    const room = await makeClassroom(studio.sql, { capacity: 3 });
    const order = await bookPlaces(guest, room.sessionId, { places: 3 });
    const wanted = { booking_ids: [order.bookings[0]?.id], order_token: order.order_token };
    const answers = await many(20, () => guest.rpc('cancel_bookings', wanted));
    expect(answers.every(({ error }) => error === null)).toBe(true);
    expect(await countsOf(studio.sql, room.poolId)).toMatchObject({ seats: 2, taken: 2 });
  });

  it('an expired hold is free once, whether the next visitor or the clock notices first', async () => {
    const room = await makeClassroom(studio.sql, { capacity: 2 });
    await call(guest, 'hold_places', { session_id: room.sessionId, places: 2 });
    await studio.sql`update public.holds set expires_at = now() - interval '1 second' where pool_id = ${room.poolId}`;
    const [, ...answers] = await Promise.all([
      studio.sql`select private.settle_due()`,
      ...Array.from({ length: 10 }, () =>
        guest.rpc('hold_places', { session_id: room.sessionId, places: 1 }),
      ),
    ]);
    expect(answers.filter(({ error }) => error === null)).toHaveLength(2);
    expect(await countsOf(studio.sql, room.poolId)).toMatchObject({ held: 2, taken: 2 });
  });

  it('a hold that was let go is free at once, and cannot be booked any more', async () => {
    const room = await makeClassroom(studio.sql, { capacity: 1 });
    const { hold_token } = await call<HoldAnswer>(guest, 'hold_places', { session_id: room.sessionId });
    await call(guest, 'release_hold', { hold_token });
    await call(guest, 'release_hold', { hold_token });
    expect((await countsOf(studio.sql, room.poolId)).taken).toBe(0);
    expect(await callError(guest, 'book', { hold_token, booking: details() })).toMatchObject({
      status: 409,
      reason: 'hold_released',
    });
  });
});

describe('[STUDIO-3] the waiting list is fair', () => {
  it('is ordered by priority, then time, then id; a freed place is private and goes to the first whole party that fits', async () => {
    const room = await makeClassroom(studio.sql, { capacity: 2 });
    const first = await bookPlaces(guest, room.sessionId);
    const second = await bookPlaces(guest, room.sessionId);
    const pair = await join(room.sessionId, 'pair', 2);
    const single = await join(room.sessionId, 'single');
    const late = await join(room.sessionId, 'late');
    expect([pair.position, single.position, late.position]).toEqual([1, 2, 3]);
    const free = (order: OrderAnswer) =>
      call(guest, 'cancel_bookings', {
        booking_ids: [order.bookings[0]?.id],
        order_token: order.order_token,
      });

    // One place: the pair does not fit, the single does. No one else sees the place.
    await free(first);
    expect((await look(single)).state).toBe('offered');
    expect((await look(pair)).position).toBe(1);
    expect(await callError(guest, 'hold_places', { session_id: room.sessionId })).toMatchObject({
      reason: 'full',
    });

    // Declined: it goes on, past the pair again, to the next who fits.
    await call(guest, 'leave_waitlist', { waitlist_token: single.waitlist_token });
    expect((await look(late)).state).toBe('offered');
    await call(guest, 'leave_waitlist', { waitlist_token: late.waitlist_token });
    expect(await countsOf(studio.sql, room.poolId)).toMatchObject({
      seats: 1,
      offered: 0,
      waiting: 1,
      taken: 2,
    });
    expect(await callError(guest, 'hold_places', { session_id: room.sessionId })).toMatchObject({
      reason: 'full',
    });

    // Two places: now the pair is offered both, together.
    await free(second);
    expect((await look(pair)).state).toBe('offered');
    expect(await countsOf(studio.sql, room.poolId)).toMatchObject({ seats: 0, offered: 2, taken: 2 });
    const accepted = await call<WaitAnswer>(guest, 'accept_offer', { waitlist_token: pair.waitlist_token });
    const again = await call<WaitAnswer>(guest, 'accept_offer', { waitlist_token: pair.waitlist_token });
    expect(again.hold_token).toBe(accepted.hold_token);
    await call(guest, 'book', { hold_token: accepted.hold_token, booking: details({ places: 2 }) });
    expect(await countsOf(studio.sql, room.poolId)).toMatchObject({
      seats: 2,
      held: 0,
      offered: 0,
      waiting: 0,
    });
  });

  it('says nothing about an address that waits already, and counts it as any other', async () => {
    const room = await makeClassroom(studio.sql, { capacity: 1 });
    await bookPlaces(guest, room.sessionId);
    const shapes = [];
    for (const name of ['known', 'known', 'unknown']) {
      const answer = await join(room.sessionId, name);
      shapes.push([Object.keys(answer), answer.state, Number(answer.position) - shapes.length]);
    }
    expect(shapes).toEqual([shapes[0], shapes[0], shapes[0]]);
    expect(await countsOf(studio.sql, room.poolId)).toMatchObject({ waiting: 3 });
  });

  it('staff move someone only with a written reason, and it is audited', async () => {
    const room = await makeClassroom(studio.sql, { capacity: 1 });
    await bookPlaces(guest, room.sessionId);
    await join(room.sessionId, 'ahead');
    const behind = await join(room.sessionId, 'behind');
    const [{ id } = { id: '' }] = await studio.sql`
      select id from public.waitlist_entries where pool_id = ${room.poolId} order by id desc limit 1`;
    const staffClient = studio.clients.elevated as SupabaseClient;
    expect(
      await callError(staffClient, 'move_in_waitlist', { waitlist_entry_id: id, priority: 5, reason: '' }),
    ).toMatchObject({
      status: 422,
    });
    await call(staffClient, 'move_in_waitlist', {
      waitlist_entry_id: id,
      priority: 5,
      reason: 'came with a broken lift last time',
    });
    expect((await look(behind)).position).toBe(1);
    const [event] =
      await studio.sql`select details from public.timeline where waitlist_entry_id = ${id} and what = 'position on the waiting list changed'`;
    expect(event?.details).toMatchObject({ from: 0, to: 5, reason: 'came with a broken lift last time' });
  });

  it('an offer that runs out moves on, exactly once, however many notice', async () => {
    const room = await makeClassroom(studio.sql, { capacity: 1 });
    const order = await bookPlaces(guest, room.sessionId);
    const entries = [];
    for (const name of ['ann', 'ben', 'cem'])
      entries.push(await join(room.sessionId, `${name}-${room.slug}`));
    await call(guest, 'cancel_bookings', {
      booking_ids: [order.bookings[0]?.id],
      order_token: order.order_token,
    });
    await studio.sql`
      update public.waitlist_entries set offer_ends_at = now() - interval '1 second' where pool_id = ${room.poolId} and state = 'offered'`;
    await Promise.all([
      ...Array.from({ length: 4 }, () => studio.sql`select private.settle_due()`),
      ...Array.from({ length: 10 }, () => guest.rpc('hold_places', { session_id: room.sessionId })),
    ]);
    await studio.sql`select private.settle_due()`;
    const states = await Promise.all(entries.map(async (entry) => (await look(entry)).state));
    expect(states).toEqual(['expired', 'offered', 'waiting']);
    expect(
      await callError(guest, 'accept_offer', { waitlist_token: entries[0]?.waitlist_token }),
    ).toMatchObject({
      reason: 'offer_over',
    });
    expect(
      await callError(guest, 'accept_offer', { waitlist_token: entries[2]?.waitlist_token }),
    ).toMatchObject({
      reason: 'no_offer',
    });
  });
});

describe('[STUDIO-5] a repeated request happens once', () => {
  it('thirty holds with one key are one hold', async () => {
    const room = await makeClassroom(studio.sql, { capacity: 40 });
    const idempotency_key = `key-${room.poolId}`;
    const tokens = await many(30, async () => {
      const hold = await call<HoldAnswer>(guest, 'hold_places', {
        session_id: room.sessionId,
        idempotency_key,
      });
      return hold.hold_token;
    });
    expect(new Set(tokens).size).toBe(1);
    expect((await countsOf(studio.sql, room.poolId)).held).toBe(1);
  });

  it('a booking sent from two tabs and by a double click is one booking', async () => {
    const room = await makeClassroom(studio.sql);
    const { hold_token } = await call<HoldAnswer>(guest, 'hold_places', {
      session_id: room.sessionId,
      places: 2,
    });
    const numbers = await many(12, async () => {
      const booked = await call<OrderAnswer>(guest, 'book', { hold_token, booking: details({ places: 2 }) });
      return booked.number;
    });
    expect(new Set(numbers).size).toBe(1);
    expect(await countsOf(studio.sql, room.poolId)).toMatchObject({ seats: 2, held: 0 });
  });

  it('one card payment reported twenty times is one payment', async () => {
    const room = await makeClassroom(studio.sql);
    const order = await bookPlaces(guest, room.sessionId, { method: 'card' });
    expect(order.state).toBe('pending');
    const staffClient = studio.clients.elevated as SupabaseClient;
    const paid = {
      order_id: order.order_id,
      amount_cents: 2400,
      currency: 'eur',
      provider_ref: `pi_${room.slug}`,
    };
    await many(20, () => call(staffClient, 'card_payment_received', paid));
    const after = await call<OrderAnswer>(guest, 'booking_status', { order_token: order.order_token });
    expect(after).toMatchObject({ state: 'confirmed', paid_cents: 2400, refunds: [] });
    expect((await countsOf(studio.sql, room.poolId)).seats).toBe(1);
  });
});

describe('[STUDIO-6] money that comes after the hold ran out', () => {
  async function payLate({ isTaken }: { isTaken: boolean }) {
    const room = await makeClassroom(studio.sql, { capacity: 1 });
    const order = await bookPlaces(guest, room.sessionId, { method: 'card' });
    await studio.sql`update public.holds set expires_at = now() - interval '1 second' where pool_id = ${room.poolId}`;
    if (isTaken) await bookPlaces(guest, room.sessionId);
    await call(studio.clients.elevated as SupabaseClient, 'card_payment_received', {
      order_id: order.order_id,
      amount_cents: 2400,
      currency: 'eur',
      provider_ref: `pi_${room.slug}`,
    });
    const after = await call<OrderAnswer>(guest, 'booking_status', { order_token: order.order_token });
    const jobs = await studio.sql<{ kind: string }[]>`
      select kind from private.jobs where payload ->> 'order_id' = ${order.order_id} order by kind`;
    return { after, kinds: jobs.map(({ kind }) => kind), counts: await countsOf(studio.sql, room.poolId) };
  }

  it('seats them when a place is left', async () => {
    const { after, counts } = await payLate({ isTaken: false });
    expect(after).toMatchObject({ state: 'confirmed', refunds: [] });
    expect(counts.seats).toBe(1);
  });

  it('refunds and notifies them when the place is gone', async () => {
    const { after, kinds, counts } = await payLate({ isTaken: true });
    expect(after.state).toBe('lapsed');
    expect(after.refunds).toMatchObject([{ amount_cents: 2400, method: 'card', state: 'due' }]);
    expect(kinds).toContain('mail.too_late');
    expect(counts.seats).toBe(1);
  });
});

it.each([
  ['hold_places', { session_id: '00000000-0000-0000-0000-000000000000' }, 404, 'no_session'],
  ['hold_status', { hold_token: 'nothing' }, 404, 'no_hold'],
  ['book', { hold_token: 'nothing', booking: {} }, 404, 'no_hold'],
  ['booking_status', { order_token: 'nothing' }, 404, 'no_order'],
  ['waitlist_status', { waitlist_token: 'nothing' }, 404, 'no_wait'],
])('%s rejects what does not exist', async (name, args, status, reason) => {
  expect(await callError(guest, name, args)).toMatchObject({ status, reason });
});
