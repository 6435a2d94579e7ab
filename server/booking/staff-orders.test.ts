// Orders in the staff dashboard: partial refunds, places cancelled and moved by staff, walk-ins, and a list of 50,000.
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signUp, type TestPerson } from '../accounts/testing/people.ts';
import type { JobRunner } from '../jobs/job-runner.ts';
import { createLogger } from '../logger.ts';
import { startJobs } from '../start-jobs.ts';
import { type StudioApp, startStudioApp } from '../testing/studio-app.ts';
import {
  addDate,
  bookPlaces,
  call,
  callError,
  countsOf,
  makeClassroom,
  type OrderAnswer,
} from './testing/classroom.ts';

interface OrderDetails extends OrderAnswer {
  buyer: { email: string };
  allowed_cents: number;
  timeline: { what: string; details: Record<string, unknown>; by: string | null }[];
  payments: { amount_cents: number; method: string; by: string | null }[];
  refunds: { id: string; amount_cents: number; method: string; state: string }[];
  moves: { session_id: string; free: number }[];
}

let studio: StudioApp;
let guest: SupabaseClient;
let staff: TestPerson;
let staffClient: SupabaseClient;
let jobs: JobRunner;

beforeAll(async () => {
  studio = await startStudioApp();
  guest = studio.newClient();
  staff = await signUp(studio, 'staff');
  staffClient = staff.client;
  const { sql, outbox, siteUrl } = studio;
  jobs = await startJobs({ sql, outbox, siteUrl, log: createLogger('silent') });
});
afterAll(async () => {
  await jobs?.close();
  await studio?.close();
});

const look = (order: Pick<OrderAnswer, 'order_id'>) =>
  call<OrderDetails>(staffClient, 'get_order', { order_id: order.order_id });
const pay = (order: OrderAnswer, amount_cents = order.total_cents, method = 'cash') =>
  call(staffClient, 'record_payment', { order_id: order.order_id, amount_cents, method });
const giveBack = (order: OrderAnswer, amount_cents: number, more: Record<string, unknown> = {}) =>
  call<OrderDetails>(staffClient, 'refund_order', {
    order_id: order.order_id,
    amount_cents,
    reason: 'it was cold',
    ...more,
  });
async function paidOrder(places = 1) {
  const room = await makeClassroom(studio.sql);
  const order = await bookPlaces(guest, room.sessionId, { places });
  await pay(order);
  return { room, order };
}

describe('refunds', () => {
  it('in part: the place stays, what was let go is not owed again, and the timeline says why and by whom', async () => {
    const { order } = await paidOrder();
    await giveBack(order, 500, { method: 'studio', is_done: true });
    const after = await look(order);
    expect(after).toMatchObject({
      state: 'confirmed',
      total_cents: 1900,
      paid_cents: 1900,
      allowed_cents: 500,
    });
    expect(after.refunds).toMatchObject([{ amount_cents: 500, method: 'studio', state: 'done' }]);
    expect(after.timeline[0]).toMatchObject({
      what: 'refunded',
      details: { reason: 'it was cold', method: 'studio' },
    });
    expect(after.timeline[0]?.by).toContain('Person');
  });

  it('in part, then the rest by cancelling: together exactly what was paid', async () => {
    const { order } = await paidOrder(2);
    await giveBack(order, 500);
    const one = await call<OrderDetails>(staffClient, 'cancel_for_person', {
      booking_ids: [order.bookings[0]?.id],
      everything_back: true,
      reason: 'ill',
    });
    expect(one).toMatchObject({ state: 'confirmed', total_cents: 1900, paid_cents: 1900 });
    const both = await call<OrderDetails>(staffClient, 'cancel_for_person', {
      booking_ids: [order.bookings[1]?.id],
      everything_back: true,
      reason: 'ill too',
    });
    expect(both).toMatchObject({ state: 'cancelled', total_cents: 0, paid_cents: 0 });
    expect(both.refunds.reduce((sum, { amount_cents }) => sum + amount_cents, 0)).toBe(4800);
  });

  it('as credit: a code that the next booking takes', async () => {
    const { order } = await paidOrder();
    const { credits } = await giveBack(order, 2400, { method: 'credit' });
    expect(credits).toMatchObject([{ balance_cents: 2400 }]);
    const next = await makeClassroom(studio.sql);
    const spent = await bookPlaces(guest, next.sessionId, { more: { voucher_code: credits[0]?.code } });
    expect(spent).toMatchObject({ total_cents: 0, state: 'confirmed' });
  });

  it('a transfer stays open until staff mark it as done', async () => {
    const { order } = await paidOrder();
    await giveBack(order, 2400, { method: 'transfer' });
    const [refund] = (await look(order)).refunds;
    expect(refund?.state).toBe('due');
    await call(staffClient, 'complete_refund', { refund_id: refund?.id });
    expect((await look(order)).refunds).toMatchObject([{ state: 'done' }]);
    expect((await look(order)).timeline[0]?.what).toBe('completed the refund');
  });

  it('never more than was paid, never without a reason, never to a card that did not pay, and once for one press', async () => {
    const { order } = await paidOrder();
    const reasonOf = async (more: Record<string, unknown>) =>
      (
        await callError(staffClient, 'refund_order', {
          order_id: order.order_id,
          amount_cents: 100,
          reason: 'because',
          ...more,
        })
      ).reason;
    expect(await reasonOf({ amount_cents: 2401 })).toBe('bad_amount');
    expect(await reasonOf({ amount_cents: -5 })).toBe('bad_amount');
    expect(await reasonOf({ reason: ' ' })).toBe('reason_missing');
    expect(await reasonOf({ method: 'card' })).toBe('not_by_card');
    expect(await reasonOf({ method: 'gold' })).toBe('bad_method');
    const key = { idempotency_key: `one press ${order.order_id}` };
    await Promise.all([giveBack(order, 100, key), giveBack(order, 100, key)]);
    expect((await look(order)).refunds).toHaveLength(1);
  });

  it('two at once cannot take out more than is there', async () => {
    const { order } = await paidOrder();
    const tries = await Promise.all(
      Array.from({ length: 6 }, () =>
        staffClient.rpc('refund_order', {
          order_id: order.order_id,
          amount_cents: 1000,
          reason: 'race',
          method: 'studio',
        }),
      ),
    );
    expect(tries.filter(({ error }) => !error)).toHaveLength(2);
    expect((await look(order)).paid_cents).toBe(400);
  });

  it('a fully refunded pass no longer books a class', async () => {
    const [type] = await studio.sql`select id from public.pass_types where is_sold limit 1`;
    const order = await call<OrderAnswer>(guest, 'buy', {
      kind: 'pass',
      pass_type: type?.id,
      buyer: { name: 'Ama', email: 'ama@post.example' },
      method: 'studio',
    });
    await pay(order);
    await giveBack(order, order.total_cents, { method: 'studio' });
    const after = await look(order);
    expect(after.passes).toMatchObject([{ is_active: false }]);
    expect(after).toMatchObject({ state: 'cancelled', paid_cents: 0, total_cents: 0 });
  });

  it('the buyer is emailed how the refund is paid', async () => {
    const { order } = await paidOrder();
    await giveBack(order, 700, { method: 'transfer' });
    await jobs.run();
    const [mail] = await studio.sql`
      select text_body from public.outbox where kind = 'refund' and text_body like ${`%${order.number}%`}`;
    expect(mail?.text_body).toMatch(/refunded €7 .*bank transfer/);
  });
});

describe('places', () => {
  it('one seat of a party is cancelled by the policy that was bought, the others stay', async () => {
    const room = await makeClassroom(studio.sql, { inHours: 5 });
    const order = await bookPlaces(guest, room.sessionId, { places: 3 });
    await pay(order);
    const after = await call<OrderDetails>(staffClient, 'cancel_for_person', {
      booking_ids: [order.bookings[1]?.id],
      everything_back: false,
      reason: 'she called',
    });
    expect(after.bookings.map(({ state }) => state)).toEqual(['seated', 'cancelled', 'seated']);
    expect(after.credits).toMatchObject([{ balance_cents: 1200 }]);
    expect((await countsOf(studio.sql, room.poolId)).seats).toBe(2);
    const again = { booking_ids: [order.bookings[1]?.id], everything_back: false, reason: 'twice' };
    expect(await callError(staffClient, 'cancel_for_person', again)).toMatchObject({
      status: 409,
      reason: 'not_seated',
    });
  });

  it('a place moves to another date of its class, late too, and both pools count right', async () => {
    const room = await makeClassroom(studio.sql, { inHours: 2 });
    const other = await addDate(studio.sql, room, { capacity: 1 });
    const order = await bookPlaces(guest, room.sessionId);
    expect((await look(order)).moves).toContainEqual(expect.objectContaining({ session_id: other, free: 1 }));
    await call(staffClient, 'move_booking', { booking_id: order.bookings[0]?.id, to_session: other });
    expect((await countsOf(studio.sql, room.poolId)).seats).toBe(0);
    expect((await look(order)).timeline[0]?.what).toBe('moved');
  });

  it('a walk-in is booked without an address into a class that has begun, and paid at once', async () => {
    const room = await makeClassroom(studio.sql, { inHours: -0.25 });
    const order = await call<OrderDetails>(staffClient, 'book_for_person', {
      session_id: room.sessionId,
      buyer: { name: 'Zoë at the door' },
      attendees: [{ name: 'Zoë' }, { name: 'Rui' }],
      paid_by: 'cash',
    });
    expect(order).toMatchObject({ state: 'confirmed', total_cents: 4800, paid_cents: 4800 });
    expect(order.payments).toMatchObject([{ method: 'cash' }]);
    await jobs.run();
    expect(await studio.sql`select from public.outbox where to_address like '%@invalid'`).toHaveLength(0);

    // Nobody reads a made-up address, and one is added later.
    expect(order.buyer.email).toBe('');
    const [listed] = await call<{ buyer_email: string }[]>(staffClient, 'list_orders', {
      query: order.number,
    });
    expect(listed?.buyer_email).toBe('');
    const resend = () => callError(staffClient, 'resend_confirmation', { order_id: order.order_id });
    expect(await resend()).toMatchObject({ status: 409, reason: 'no_address' });
    const add = { order_id: order.order_id, email: 'zoe@post.example' };
    expect(await callError(guest, 'add_order_email', add)).toMatchObject({ code: '42501' });
    expect(await callError(staffClient, 'add_order_email', { ...add, email: 'zoe' })).toMatchObject({
      status: 422,
    });
    await call(staffClient, 'add_order_email', add);
    expect(await callError(staffClient, 'add_order_email', add)).toMatchObject({ reason: 'has_address' });
    await call(staffClient, 'resend_confirmation', { order_id: order.order_id });
    await jobs.run();
    expect(
      await studio.sql`select kind from public.outbox where to_address = 'zoe@post.example'`,
    ).toMatchObject([{ kind: 'booking_confirmation' }]);
  });

  it('for a child of a family it belongs to the family’s account', async () => {
    const parent = await signUp(studio);
    const child = await call<{ id: string }>(parent.client, 'save_family_member', { name: 'Tomás Pequeno' });
    const found = await call<{ participant_id: string; email: string }[]>(staffClient, 'search_people', {
      query: 'tomas peq',
    });
    expect(found).toMatchObject([{ participant_id: child.id, email: parent.email }]);
    const room = await makeClassroom(studio.sql);
    const order = await call<OrderDetails>(staffClient, 'book_for_person', {
      session_id: room.sessionId,
      buyer: { name: 'A parent', email: parent.email },
      attendees: [{ participant_id: child.id }],
    });
    const { data } = await parent.client.from('bookings').select('name').eq('order_id', order.order_id);
    expect(data).toEqual([{ name: 'Tomás Pequeno' }]);
  });

  it('does not skip the waiting list without a reason, and never exceeds the capacity', async () => {
    const room = await makeClassroom(studio.sql, { capacity: 2 });
    await bookPlaces(guest, room.sessionId);
    await call(guest, 'hold_places', { session_id: room.sessionId });
    await call(guest, 'join_waitlist', {
      session_id: room.sessionId,
      places: 2,
      person: { name: 'Ida', email: 'ida@post.example' },
    });
    await studio.sql`update public.holds set expires_at = now() where pool_id = ${room.poolId}`;
    const walkIn = (more: Record<string, unknown> = {}) => ({
      session_id: room.sessionId,
      buyer: { name: 'Nuno' },
      attendees: [{ name: 'Nuno' }],
      ...more,
    });
    expect((await callError(staffClient, 'book_for_person', walkIn())).reason).toBe('people_wait');
    const order = await call<OrderDetails>(
      staffClient,
      'book_for_person',
      walkIn({ position_reason: 'teaches next week' }),
    );
    expect(order.timeline.some(({ details }) => details.position_reason === 'teaches next week')).toBe(true);
    expect(
      (await callError(staffClient, 'book_for_person', walkIn({ position_reason: 'again' }))).reason,
    ).toBe('full');
  });

  it('the confirmation goes out again, once a minute at most', async () => {
    const { order } = await paidOrder();
    await jobs.run();
    await call(staffClient, 'resend_confirmation', { order_id: order.order_id });
    expect((await callError(staffClient, 'resend_confirmation', { order_id: order.order_id })).status).toBe(
      429,
    );
    await jobs.run();
    const mails = await studio.sql`
      select from public.outbox where kind = 'booking_confirmation' and text_body like ${`%${order.number}%`}`;
    expect(mails).toHaveLength(2);
  });
});

describe('a list of 50,000 orders', () => {
  interface Row {
    id: string;
    number: string;
    created_at: string;
    total_cents: number;
    paid_cents: number;
  }
  const SIZE = 50_000;
  const list = (args: Record<string, unknown> = {}) => call<Row[]>(staffClient, 'list_orders', args);
  const below = (row: Row | undefined) => ({ before_at: row?.created_at, before_id: row?.id });

  beforeAll(async () => {
    const room = await makeClassroom(studio.sql, { capacity: 10 });
    // Many share a moment: the order must hold by id too.
    await studio.sql`
      insert into public.orders (id, number, state, buyer_name, buyer_email, method, currency, total_cents, created_at, paid_cents)
      select gen_random_uuid(), 'Z' || n, case when n % 10 = 0 then 'cancelled' else 'confirmed' end, 'Buyer ' || n || ' Gonçalves',
        'buyer' || n || '@list.example', 'studio', 'EUR', 2400, timestamptz '2020-01-01' + (n / 7) * interval '1 minute',
        case when n % 1000 = 3 then 0 else 2400 end
      from generate_series(1, ${SIZE}) n`;
    await studio.sql`
      insert into public.bookings (order_id, pool_id, name, state, price_cents, currency, policy)
      select id, ${room.poolId}, 'Child ' || number, 'lapsed', 2400, 'EUR', '{}' from public.orders where number like 'Z%01'`;
    await studio.sql`analyze public.orders, public.bookings`;
  });

  it('is turned page by page, each order once, though new ones come in in the meantime', async () => {
    const old = { to_day: '2020-12-31', max_rows: 200 };
    const seen = new Set<string>();
    let last: Row | undefined;
    for (let turn = 0; turn < 12; turn += 1) {
      const page = await list({ ...old, ...(last && below(last)) });
      for (const { id } of page) {
        expect(seen.has(id)).toBe(false);
        seen.add(id);
      }
      last = page.at(-1);
      // Someone books between two pages, at the time the page ends and at the top.
      await studio.sql`
        insert into public.orders (number, state, buyer_name, buyer_email, method, currency, total_cents, created_at)
        values (${`N${turn}`}, 'confirmed', 'New', 'new@list.example', 'studio', 'EUR', 0, timestamptz '2020-12-31 20:00')`;
    }
    expect(seen.size).toBe(2400);
    const numbers = await studio.sql`
      select number from public.orders where number like 'Z%' order by created_at desc, id desc limit 2400`;
    const missed = await studio.sql`
      select id from public.orders where number = any (${numbers.map(({ number }) => number)})`;
    expect(missed.every(({ id }) => seen.has(id))).toBe(true);
  });

  it('goes back up to where it came from', async () => {
    const first = await list({ to_day: '2020-06-01', max_rows: 40 });
    const second = await list({ to_day: '2020-06-01', max_rows: 40, ...below(first.at(-1)) });
    const top = second[0];
    const back = await list({
      to_day: '2020-06-01',
      max_rows: 40,
      after_at: top?.created_at,
      after_id: top?.id,
    });
    expect(back.map(({ id }) => id)).toEqual(first.map(({ id }) => id));
  });

  it('finds by number, address, name without its marks, and by who comes', async () => {
    expect(await list({ query: 'z31337' })).toMatchObject([{ number: 'Z31337' }]);
    expect(await list({ query: 'buyer777@list' })).toMatchObject([{ number: 'Z777' }]);
    expect(await list({ query: 'goncalves 4242 buyer4242@' })).toMatchObject([{ number: 'Z4242' }]);
    expect(await list({ query: 'child Z20001' })).toMatchObject([{ number: 'Z20001' }]);
    expect(await list({ query: '%_%' })).toEqual([]);
  });

  it('narrows to what is unpaid without looking at the rest', async () => {
    const unpaid = await list({ unpaid: true, to_day: '2020-12-31', max_rows: 200 });
    expect(unpaid.length).toBe(50);
    expect(unpaid.every(({ total_cents, paid_cents }) => total_cents > paid_cents)).toBe(true);
    const [plan] = await studio.sql`
      explain (format json) select id from public.orders o where o.state = 'confirmed' and o.total_cents > o.paid_cents
      order by created_at desc, id desc limit 40`;
    expect(JSON.stringify(plan)).toContain('orders_unpaid');
  });

  it('narrows by class and state', async () => {
    const room = await makeClassroom(studio.sql);
    const order = await bookPlaces(guest, room.sessionId);
    expect(await list({ of_offering: room.offeringId })).toMatchObject([{ id: order.order_id }]);
    expect(await list({ of_offering: room.offeringId, only_state: 'cancelled' })).toEqual([]);
    const method = order.method === 'card' ? 'transfer' : 'card';
    expect(await list({ of_offering: room.offeringId, only_method: order.method })).toHaveLength(1);
    expect(await list({ of_offering: room.offeringId, only_method: method })).toEqual([]);
  });

  it('is summed by the same filter: how many, what they cost, what is unpaid', async () => {
    const sums = (args: Record<string, unknown>) => call<object[]>(staffClient, 'sum_orders', args);
    // Other tests add orders of that year.
    const [counted] = await studio.sql`
      select count(*)::integer as orders, sum(total_cents) filter (where state = 'confirmed')::integer as total_cents
      from public.orders where created_at < '2021-01-01'`;
    expect(await sums({ to_day: '2020-12-31' })).toEqual([
      { currency: 'EUR', due_cents: 50 * 2400, ...counted },
    ]);
    expect(await sums({ to_day: '2020-12-31', unpaid: true })).toEqual([
      { currency: 'EUR', orders: 50, total_cents: 50 * 2400, due_cents: 50 * 2400 },
    ]);
    expect(await sums({ query: 'z31337' })).toMatchObject([{ orders: 1, total_cents: 2400, due_cents: 0 }]);
    expect(await sums({ query: 'nobody-at-all' })).toEqual([]);
  });
});
