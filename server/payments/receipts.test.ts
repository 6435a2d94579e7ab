// Receipts: one for each payment and refund, numbered without gaps, never changed, seen by buyer and staff alone.
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSql } from '#backend/database/driver/open-sql.ts';
import type { ReceiptView } from '#contracts/receipts.ts';
import { signUp, type TestPerson } from '../accounts/testing/people.ts';
import {
  bookPlaces,
  call,
  callError,
  details,
  type HoldAnswer,
  makeClassroom,
  type OrderAnswer,
} from '../booking/testing/classroom.ts';
import { type StudioApp, startStudioApp } from '../testing/studio-app.ts';

let studio: StudioApp;
let guest: SupabaseClient;
let staff: SupabaseClient;
let owner: TestPerson;

beforeAll(async () => {
  studio = await startStudioApp();
  guest = studio.newClient();
  staff = studio.clients.elevated as SupabaseClient;
  owner = await signUp(studio, 'owner');
});
afterAll(() => studio?.close());

const pay = (order: { order_id: string }, amount_cents: number) =>
  call<OrderAnswer>(staff, 'record_payment', { order_id: order.order_id, amount_cents, method: 'cash' });
const receiptsOf = (order: OrderAnswer, client = guest) =>
  call<ReceiptView[]>(client, 'list_receipts', { order_token: order.order_token });
const numbers = async () =>
  (await studio.sql<{ number: number }[]>`select number from public.receipts order by number`).map(
    ({ number }) => number,
  );
const expectNoGap = async () => {
  const given = await numbers();
  expect(given).toEqual(given.map((_number, index) => index + 1));
  return given.length;
};
const setBusiness = async (row: Record<string, unknown>) => {
  const { error } = await owner.client.from('business').update(row).eq('id', true);
  expect(error).toBeNull();
};
const book = async (priceCents = 2400) =>
  bookPlaces(guest, (await makeClassroom(studio.sql, { priceCents })).sessionId);

describe('[STUDIO-14] a receipt of every payment', () => {
  it('says who sold what to whom, for how much, with the tax that is in it', async () => {
    await setBusiness({
      legal_name: 'Atelier Norte, Lda.',
      address: 'Rua do Norte 1\n4000 Porto',
      tax_number: 'PT 501 442 600',
      vat_status: 'charged',
      tax_name: 'IVA',
      tax_percent: 23,
    });
    const room = await makeClassroom(studio.sql, { priceCents: 2460 });
    const { hold_token } = await call<HoldAnswer>(guest, 'hold_places', { session_id: room.sessionId });
    const booking = details();
    const booked = await call<OrderAnswer>(guest, 'book', {
      hold_token,
      booking: { ...booking, buyer: { ...booking.buyer, address: 'Rua Um 2', tax_number: 'PT 123' } },
    });
    expect(await receiptsOf(booked)).toEqual([]);
    await pay(booked, 1230);
    await pay(booked, 1230);
    const [first, second] = await receiptsOf(booked);
    expect(first).toMatchObject({
      number: expect.stringMatching(/^R-\d{5}$/),
      is_sample: false,
      content: {
        kind: 'payment',
        amount_cents: 1230,
        total_cents: 2460,
        paid_cents: 1230,
        method: 'cash',
        seller: { legal_name: 'Atelier Norte, Lda.', tax_number: 'PT 501 442 600' },
        buyer: { name: 'Clara Nunes', address: 'Rua Um 2', tax_number: 'PT 123' },
        lines: [{ title: `Class ${room.slug}`, name: 'Guest 1', cents: 2460 }],
        tax: { name: 'IVA', percent: 23, cents: 230 },
      },
    });
    expect(second?.content).toMatchObject({ amount_cents: 1230, paid_cents: 2460 });
    expect(second?.number).not.toBe(first?.number);
    await expectNoGap();
  });

  it('goes on saying what it said when names, prices and the seller change', async () => {
    const order = await book();
    await pay(order, 2400);
    const before = await receiptsOf(order);
    await setBusiness({ legal_name: 'Another Ltd', tax_percent: 6 });
    await studio.sql`update public.offerings set title = 'Renamed', price_cents = 1`;
    await studio.sql`update public.orders set buyer_name = 'Someone else' where id = ${order.order_id}`;
    expect(await receiptsOf(order)).toEqual(before);
    await expect(
      studio.sql`update public.receipts set content = '{}' where order_id = ${order.order_id}`,
    ).rejects.toThrow(/cannot be changed or deleted/);
    await expect(studio.sql`delete from public.receipts where order_id = ${order.order_id}`).rejects.toThrow(
      /cannot be changed or deleted/,
    );
  });

  it('gives a refund a document of its own once the money went back, and names what was paid', async () => {
    const order = await book();
    await pay(order, 2400);
    await call(staff, 'refund_order', {
      order_id: order.order_id,
      amount_cents: 1000,
      reason: 'Left early',
      method: 'studio',
    });
    expect(await receiptsOf(order)).toHaveLength(1);
    const [refund] = await studio.sql`select id from public.refunds where order_id = ${order.order_id}`;
    await call(staff, 'complete_refund', { refund_id: refund?.id });
    await call(staff, 'complete_refund', { refund_id: refund?.id });
    const [paid, back] = await receiptsOf(order);
    expect(back?.content).toMatchObject({ kind: 'refund', amount_cents: 1000, refund_of: [paid?.number] });
    await expectNoGap();
  });

  it('has no tax in a voucher, and says why where the studio charges none', async () => {
    await setBusiness({ vat_status: 'charged', tax_percent: 23 });
    const buyer = { name: 'Rui', email: 'rui@post.example' };
    const voucher = await call<OrderAnswer>(guest, 'buy', {
      kind: 'voucher',
      buyer,
      method: 'studio',
      amount_cents: 2000,
    });
    await pay(voucher, 2000);
    expect((await receiptsOf(voucher))[0]?.content).toMatchObject({
      tax: null,
      lines: [{ title: null, cents: 2000 }],
    });
    await setBusiness({ vat_status: 'exempt', tax_note: 'Exempt, article 53.' });
    const order = await book();
    await pay(order, 2400);
    expect((await receiptsOf(order))[0]?.content).toMatchObject({ tax: null, note: 'Exempt, article 53.' });
  });
});

describe('[STUDIO-14] numbers without gaps', () => {
  it('when many pay at once', async () => {
    const orders = await Promise.all(Array.from({ length: 16 }, () => book()));
    const before = await expectNoGap();
    await Promise.all(orders.flatMap((order) => [pay(order, 1000), pay(order, 1400)]));
    expect(await expectNoGap()).toBe(before + 32);
  });

  it('when transactions fail after the number was given', async () => {
    const before = await expectNoGap();
    const orders = await Promise.all(Array.from({ length: 6 }, () => book()));
    const paid = async ({ order_id }: OrderAnswer, fails: boolean) => {
      const sql = openSql(studio.databaseUrl, { max: 1 });
      try {
        await sql.begin(async (within) => {
          await within`insert into public.payments (order_id, amount_cents, currency, method) values (${order_id}, 100, 'EUR', 'cash')`;
          await within`set constraints all immediate`;
          if (fails) throw new Error('the program ended');
        });
      } finally {
        await sql.end({ timeout: 1 });
      }
    };
    const done = await Promise.allSettled(orders.map((order, index) => paid(order, index % 2 === 0)));
    expect(done.map(({ status }) => status)).toEqual([
      'rejected',
      'fulfilled',
      'rejected',
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
    expect(await expectNoGap()).toBe(before + 3);
  });

  it('takes none for orders of the sample studio, and shows them without a number', async () => {
    const room = await makeClassroom(studio.sql);
    const order = await bookPlaces(guest, room.sessionId);
    await studio.sql`update public.offerings set is_demo = true where id = ${room.offeringId}`;
    const before = await expectNoGap();
    await pay(order, 2400);
    expect(await expectNoGap()).toBe(before);
    expect(await receiptsOf(order)).toMatchObject([
      { number: null, is_sample: true, content: { amount_cents: 2400 } },
    ]);
  });
});

describe('[STUDIO-14] receipts are private', () => {
  it('shows them to the link, the member who bought, and staff', async () => {
    const member = await signUp(studio, 'member');
    const stranger = await signUp(studio, 'member');
    const room = await makeClassroom(studio.sql);
    const order = await bookPlaces(member.client, room.sessionId);
    await pay(order, 2400);
    const byId = { order_id: order.order_id };
    expect(await call<ReceiptView[]>(member.client, 'list_receipts', byId)).toHaveLength(1);
    expect(await call<ReceiptView[]>(owner.client, 'list_receipts', byId)).toHaveLength(1);
    expect(
      (await member.client.from('receipts').select('id').eq('order_id', order.order_id)).data,
    ).toHaveLength(1);
    for (const client of [guest, stranger.client]) {
      expect(await callError(client, 'list_receipts', byId)).toMatchObject({ status: 404 });
      expect(await callError(client, 'list_receipts', { order_token: 'no-such-token' })).toMatchObject({
        status: 404,
      });
      expect((await client.from('receipts').select('id')).data ?? []).toEqual([]);
    }
    expect(
      (await owner.client.from('receipts').update({ number: 9 }).eq('order_id', order.order_id)).error?.code,
    ).toBe('42501');
  });

  it('lets only an owner write the business details', async () => {
    const member = await signUp(studio, 'staff');
    await member.client.from('business').update({ legal_name: 'Mine' }).eq('id', true);
    expect((await guest.from('business').update({ legal_name: 'Mine' }).eq('id', true)).error).not.toBeNull();
    expect((await guest.from('business').select('legal_name').single()).data?.legal_name).not.toBe('Mine');
  });
});

describe('[STUDIO-15] policies', () => {
  interface PolicyState {
    slug: string;
    state: string;
    since: string | null;
    facts: unknown;
  }
  const policy = async (slug: string) => {
    const found = (await call<PolicyState[]>(guest, 'list_policies')).find((one) => one.slug === slug);
    return found as PolicyState;
  };
  const confirm = async (client: SupabaseClient, { slug, facts }: PolicyState) =>
    ((error) => error && (error.hint ?? error.code))(
      (await client.rpc('confirm_policy', { slug, facts })).error,
    );

  it('are drafts until an owner confirms what they read, and again after a setting changed', async () => {
    const read = await policy('cancellation');
    expect(read).toMatchObject({ state: 'draft', since: null });
    expect(await confirm(guest, read)).toBe('42501');
    expect(await confirm(owner.client, read)).toBeNull();
    const [{ today } = { today: '' }] =
      await studio.sql`select timezone(zone, now())::date::text as today from public.studio`;
    expect(await policy('cancellation')).toMatchObject({ state: 'confirmed', since: today });
    await studio.sql`update public.cancellation_policies set full_until_h = 48 where id = 'standard'`;
    expect(await policy('cancellation')).toMatchObject({ state: 'changed', since: null });
    // Two at once: what someone else changed meanwhile was not read.
    expect(await confirm(owner.client, read)).toBe('policy_changed');
    expect(await confirm(owner.client, await policy('cancellation'))).toBeNull();
    expect((await policy('cancellation')).state).toBe('confirmed');
  });

  it('are the studio’s own where it has written one', async () => {
    await studio.sql`insert into public.pages (slug, title, body, published_at) values ('terms', 'Our rules', 'Be kind.', '2026-03-01 12:00Z')`;
    expect(await policy('terms')).toMatchObject({ state: 'own', since: '2026-03-01' });
    expect(await confirm(owner.client, { slug: 'nothing', state: '', since: null, facts: {} })).toBe(
      'no_policy',
    );
  });
});
