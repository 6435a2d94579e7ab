// Staff functions for the ledger, passes and vouchers; and that only staff can call any staff function.
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signUp, type TestPerson } from '../accounts/testing/people.ts';
import type { JobRunner } from '../jobs/job-runner.ts';
import { createLogger } from '../logger.ts';
import { startJobs } from '../start-jobs.ts';
import { type StudioApp, startStudioApp } from '../testing/studio-app.ts';
import { bookPlaces, call, callError, makeClassroom } from './testing/classroom.ts';

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

describe('the ledger, passes and vouchers', () => {
  interface Sold {
    order_id: string;
    state: string;
    total_cents: number;
    paid_cents: number;
    passes: { code: string; is_active: boolean; entries: number }[];
    credits: { code: string; balance_cents: number }[];
  }
  const sell = (args: Record<string, unknown>) =>
    call<Sold>(staffClient, 'sell_at_studio', { buyer: { name: 'Ama', email: 'ama@sold.example' }, ...args });

  it('a pass sold for cash works at once; a voucher given away says why; either can be stopped', async () => {
    await call(staffClient, 'save_pass_type', {
      id: 'tests-five',
      name: 'Five',
      entries: 5,
      price_cents: 9000,
      valid_days: 90,
      is_sold: false,
    });
    const pass = await sell({ kind: 'pass', pass_type: 'tests-five', paid_by: 'cash' });
    expect(pass).toMatchObject({ paid_cents: 9000, passes: [{ is_active: true, entries: 5 }] });
    const gift = await sell({ kind: 'voucher', amount_cents: 3000, gift_reason: 'for the concert' });
    expect(gift).toMatchObject({ total_cents: 0, credits: [{ balance_cents: 3000 }] });
    const [listed] = await call<{ id: string; left_cents: number; cause: string; reason: string }[]>(
      staffClient,
      'list_vouchers',
      {
        query: gift.credits[0]?.code,
      },
    );
    expect(listed).toMatchObject({ left_cents: 3000, cause: 'given', reason: 'for the concert' });
    await call(staffClient, 'set_code_active', {
      kind: 'voucher',
      id: listed?.id,
      active: false,
      reason: 'lost on the bus',
    });
    const room = await makeClassroom(studio.sql);
    const hold = await call<{ hold_token: string }>(guest, 'hold_places', { session_id: room.sessionId });
    const rejected = await guest.rpc('book', {
      hold_token: hold.hold_token,
      booking: {
        buyer: { name: 'X', email: 'x@sold.example' },
        attendees: [{ name: 'X' }],
        method: 'studio',
        accepts_policy: true,
        voucher_code: gift.credits[0]?.code,
      },
    });
    expect(rejected.status).toBe(422);
    const unpaid = await sell({ kind: 'voucher', amount_cents: 5000 });
    expect(unpaid.credits).toEqual([]);
    expect(
      (
        await callError(staffClient, 'sell_at_studio', {
          kind: 'voucher',
          amount_cents: 1,
          buyer: { name: 'A' },
        })
      ).reason,
    ).toBe('bad_amount');
    expect(await call(staffClient, 'list_passes', { query: pass.passes[0]?.code })).toMatchObject([
      { left_entries: 5, type_name: 'Five' },
    ]);
  });

  it('the ledger holds every cent that came and went, page by page, and its sums agree', async () => {
    const room = await makeClassroom(studio.sql, { priceCents: 777 });
    const order = await bookPlaces(guest, room.sessionId);
    await call(staffClient, 'record_payment', {
      order_id: order.order_id,
      amount_cents: 777,
      method: 'transfer',
    });
    await call(staffClient, 'refund_order', {
      order_id: order.order_id,
      amount_cents: 77,
      reason: 'a drop',
      method: 'studio',
      is_done: true,
    });
    interface Line {
      id: string;
      at: string;
      amount_cents: number;
      method: string;
    }
    const list = (args: Record<string, unknown> = {}) => call<Line[]>(staffClient, 'list_ledger', args);
    // A quarter of a year of sample payments takes too many pages of three.
    await studio.sql`select public.remove_demo_content()`;
    expect(await list({ query: order.number })).toMatchObject([
      { amount_cents: -77, method: 'cash' },
      { amount_cents: 777, method: 'transfer' },
    ]);
    const all = await list({ max_rows: 1000 });
    const walked: Line[] = [];
    for (let page = await list({ max_rows: 3 }); page.length > 0; ) {
      walked.push(...page);
      const last = page.at(-1);
      page = await list({ max_rows: 3, before_at: last?.at, before_id: last?.id });
    }
    expect(walked).toEqual(all);
    const up = await list({ max_rows: 2, after_at: all[2]?.at, after_id: all[2]?.id });
    expect(up).toEqual(all.slice(0, 2));
    const sums = await call<{ in_cents: number; out_cents: number }[]>(staffClient, 'sum_ledger', {});
    const total = sums.reduce((sum, { in_cents, out_cents }) => sum + in_cents - out_cents, 0);
    expect(total).toBe(all.reduce((sum, { amount_cents }) => sum + amount_cents, 0));
  });
});

describe('live counts for staff', () => {
  const counts = (client: SupabaseClient) =>
    call<{ unpaid_orders: number; open_messages: number; failed_mails: number } | null>(
      client,
      'staff_counts',
    );
  /** Broadcasts on the staff dashboard's channel that a person receives. */
  const notifications = ({ id }: TestPerson) =>
    studio.sql.begin(async (sql) => {
      const claims = JSON.stringify({ sub: id, role: 'authenticated' });
      await sql`select set_config('request.jwt.claims', ${claims}, true), set_config('realtime.topic', 'dashboard:counts', true)`;
      await sql`set local role authenticated`;
      return sql<{ event: string; payload: object }[]>`
        select event, payload from realtime.messages where topic = 'dashboard:counts' order by inserted_at`;
    });
  const fail = (userId: string | null) => studio.sql`
    with mail as (insert into public.outbox (kind, to_address, subject, text_body, html_body, user_id)
      values ('receipt', 'x@post.example', 'A mail', 'x', 'x', ${userId}) returning id)
    select id from mail`;

  it('notifies only staff of new messages and failed emails', async () => {
    const [before, member] = [await counts(staffClient), await signUp(studio)];
    const rings = (await notifications(staff)).length;
    const [contactMessage] = await studio.sql`
      insert into public.contact_messages (name, email, message) values ('Rui', 'rui@post.example', 'Hello?') returning id`;
    const [mail] = await fail(member.id);
    await studio.sql`update public.outbox set state = 'failed', last_error = '{"code":"no such box"}' where id = ${mail?.id}`;
    expect(await counts(staffClient)).toEqual({
      unpaid_orders: before?.unpaid_orders,
      open_messages: (before?.open_messages ?? 0) + 1,
      failed_mails: (before?.failed_mails ?? 0) + 1,
    });
    const notified = await notifications(staff);
    expect(notified.slice(rings).map(({ event }) => event)).toEqual(['messages', 'emails']);
    expect(JSON.stringify(notified)).not.toMatch(/rui|hello|no such box/i);
    expect(await notifications(member)).toEqual([]);
    expect(await counts(member.client)).toBeNull();
    expect((await callError(guest, 'staff_counts')).code).toBe('42501');

    await call(staffClient, 'update_contact_message', {
      contact_message_id: contactMessage?.id,
      state: 'done',
    });
    await studio.sql`update public.outbox set state = 'waiting' where id = ${mail?.id}`;
    expect(await counts(staffClient)).toEqual(before);
    expect((await notifications(staff)).slice(rings + 2).map(({ event }) => event)).toEqual([
      'messages',
      'emails',
    ]);
    // An email that is sent normally changes no count.
    await studio.sql`update public.outbox set state = 'sent' where id = ${mail?.id}`;
    expect(await notifications(staff)).toHaveLength(rings + 4);
  });

  it('counts for staff no mail that they may not read', async () => {
    const owner = await signUp(studio, 'owner');
    const before = await counts(staffClient);
    const [mail] = await fail(owner.id);
    await studio.sql`update public.outbox set state = 'failed' where id = ${mail?.id}`;
    expect(await counts(staffClient)).toEqual(before);
    expect((await counts(owner.client))?.failed_mails).toBe((before?.failed_mails ?? 0) + 1);
  });
});

describe('a payment reminder', () => {
  it('says what is due and how to pay, once a day at most and never for a paid order', async () => {
    await studio.sql`update public.booking_settings set transfer_account = 'DE00 1234'`;
    const room = await makeClassroom(studio.sql);
    const order = await bookPlaces(guest, room.sessionId, { method: 'transfer' });
    const remind = { order_id: order.order_id };
    const results = await Promise.allSettled([
      call(staffClient, 'send_payment_reminder', remind),
      call(staffClient, 'send_payment_reminder', remind),
    ]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await callError(staffClient, 'send_payment_reminder', remind)).toMatchObject({
      status: 429,
      reason: 'reminded',
    });
    await jobs.run();
    const mails = await studio.sql<{ text_body: string }[]>`
      select text_body from public.outbox where kind = 'payment_reminder' and text_body like ${`%${order.number}%`}`;
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text_body).toContain('Please transfer');
    const { timeline } = await call<{ timeline: { what: string }[] }>(staffClient, 'get_order', remind);
    expect(timeline.map(({ what }) => what)).toContain('payment reminder sent');
    await call(staffClient, 'record_payment', { ...remind, amount_cents: null, method: 'transfer' });
    expect((await callError(staffClient, 'send_payment_reminder', remind)).reason).toBe('nothing_due');
  });
});

describe('only staff can use the staff functions', () => {
  const zero = '00000000-0000-4000-8000-000000000000';
  const calls: Record<string, Record<string, unknown>> = {
    list_orders: {},
    sum_orders: {},
    get_order: { order_id: zero },
    cancel_for_person: { booking_ids: [zero], everything_back: true, reason: 'because' },
    search_people: { query: 'a' },
    book_for_person: { session_id: zero, buyer: { name: 'A' }, attendees: [{ name: 'A' }] },
    resend_confirmation: { order_id: zero },
    send_payment_reminder: { order_id: zero },
    refund_order: { order_id: zero, amount_cents: 1, reason: 'because' },
    complete_refund: { refund_id: zero },
    retry_refund: { refund_id: zero },
    record_payment: { order_id: zero, amount_cents: 1, method: 'cash' },
    list_waitlists: {},
    get_waitlist: { pool_id: zero },
    set_waitlist_position: { waitlist_entry_id: 1, place: 1, reason: 'because' },
    offer_now: { waitlist_entry_id: 1, reason: 'because' },
    remove_from_waitlist: { waitlist_entry_id: 1, reason: 'because' },
    remove_added_places: { pool_id: zero, places: 1, reason: 'because' },
    list_contact_messages: {},
    get_contact_message: { contact_message_id: zero },
    reply_to_contact_message: { contact_message_id: zero, body: 'a' },
    update_contact_message: { contact_message_id: zero, state: 'spam' },
    save_issue: { subject: 'a', blocks: [] },
    test_issue: { issue_id: zero },
    send_issue: { issue_id: zero, version: 1 },
    stop_issue: { issue_id: zero },
    delete_issue: { issue_id: zero },
    issue_statistics: { issue_id: zero },
    list_households: {},
    get_household: { household_id: zero },
    add_household_note: { household_id: zero, body: 'a' },
    preview_merge: { target_household_id: zero, merged_id: zero },
    merge_households: { target_household_id: zero, merged_id: zero, reason: 'because' },
    undo_merge: { merge_id: zero },
    list_ledger: {},
    sum_ledger: {},
    save_pass_type: { id: 'a', name: 'a', entries: 1, price_cents: 0, valid_days: 1, is_sold: true },
    list_passes: {},
    list_vouchers: {},
    sell_at_studio: { kind: 'voucher', buyer: { name: 'a' }, amount_cents: 1000 },
    set_code_active: { kind: 'pass', id: zero, active: true, reason: 'because' },
  };
  const tables = [
    'contact_messages',
    'contact_entries',
    'newsletter_issues',
    'newsletter_deliveries',
    'timeline',
  ];

  it.each(['anon', 'member', 'teacher', 'host'] as const)(
    '%s: every function rejects, every table is empty',
    async (role) => {
      const client = role === 'anon' ? studio.newClient() : (await signUp(studio, role)).client;
      for (const [name, args] of Object.entries(calls)) {
        const { code, status } = await callError(client, name, args);
        expect([code, [401, 403].includes(status)], name).toEqual(['42501', true]);
      }
      for (const table of tables) {
        const { data, error } = await client.from(table).select('*').limit(1);
        expect(error?.code === '42501' || data?.length === 0, table).toBe(true);
      }
    },
  );

  it('staff write tables only through functions', async () => {
    const [order] = await studio.sql`select id from public.orders limit 1`;
    const tries = [
      staffClient.from('orders').update({ paid_cents: 999_999 }).eq('id', order?.id),
      staffClient
        .from('payments')
        .insert({ order_id: order?.id, amount_cents: 1, currency: 'EUR', method: 'cash' }),
      staffClient
        .from('refunds')
        .insert({ order_id: order?.id, amount_cents: 1, currency: 'EUR', method: 'studio', reason: 'x' }),
      staffClient.from('waitlist_entries').update({ priority: 9 }).gt('id', 0),
      staffClient.from('contact_entries').delete().gt('id', 0),
      staffClient.from('newsletter_issues').update({ state: 'sent' }).neq('state', 'sent'),
      staffClient.from('timeline').delete().gt('id', 0),
    ];
    for (const { error } of await Promise.all(tries)) expect(error?.code).toBe('42501');
  });

  it('a member reads only the payments of their own order', async () => {
    const [one, other] = [await signUp(studio), await signUp(studio)];
    const room = await makeClassroom(studio.sql);
    const order = await bookPlaces(one.client, room.sessionId);
    await call(staffClient, 'record_payment', {
      order_id: order.order_id,
      amount_cents: 2400,
      method: 'cash',
    });
    const paid = (client: SupabaseClient) =>
      client.from('payments').select('amount_cents').eq('order_id', order.order_id);
    expect((await paid(one.client)).data).toEqual([{ amount_cents: 2400 }]);
    expect((await paid(other.client)).data).toEqual([]);
    expect((await callError(other.client, 'booking_status', { order_id: order.order_id })).status).toBe(404);
  });
});
