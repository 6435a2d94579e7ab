// What visitors and members can have mailed to others through orders, changes, the waiting list and the newsletter form.
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type MessageFigures, saveMessageLimits } from '#backend/limits/message-limits.ts';
import { signUp, type TestPerson } from '../accounts/testing/people.ts';
import { type StudioApp, startStudioApp } from '../testing/studio-app.ts';
import { addDate, bookPlaces, call, callError, makeClassroom } from './testing/classroom.ts';

let studio: StudioApp;
let guest: SupabaseClient;
let member: TestPerson;
let staff: TestPerson;

beforeAll(async () => {
  studio = await startStudioApp();
  guest = studio.newClient();
  [member, staff] = [await signUp(studio), await signUp(studio, 'staff')];
});
afterAll(() => studio?.close());

const figures: MessageFigures = {
  emails: 100,
  emailsPerAddress: 50,
  emailsPerAccount: 50,
  emailsPerRecipient: 50,
  sms: 10,
};
const allow = async (changed: Partial<MessageFigures>) => {
  await studio.sql`truncate rate_limits.buckets`;
  await saveMessageLimits(studio.sql, { ...figures, ...changed });
};
beforeEach(() => allow({}));

let number = 0;
const voucher = (email = `friend${++number}@post.example`) => ({
  kind: 'voucher',
  buyer: { name: 'Clara', email },
  method: 'studio',
  amount_cents: 5000,
});
const mailsPlanned = async () =>
  Number((await studio.sql`select count(*) as count from private.jobs where kind like 'mail.%'`)[0]?.count);

describe('mails that visitors and members cause are limited', () => {
  it('by account: a member cannot have vouchers mailed to one stranger after another', async () => {
    await allow({ emailsPerAccount: 3 });
    for (let bought = 0; bought < 3; bought++) await call(member.client, 'buy', voucher());
    const planned = await mailsPlanned();
    const { error, status } = await member.client.rpc('buy', voucher());
    expect({ status, hint: error?.hint, message: error?.message }).toEqual({
      status: 429,
      hint: 'too_many_mails',
      message: 'Too many emails were requested. Try again in 20 minutes.',
    });
    expect(await mailsPlanned()).toBe(planned);
    const bare = await studio.fetch(
      new Request(`${studio.siteUrl}/rest/v1/rpc/buy`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${member.token}` },
        body: JSON.stringify(voucher()),
      }),
    );
    expect(Number(bare.headers.get('retry-after'))).toBeGreaterThan(1000);
  });

  it('by mailbox: guests and members together, however the address is written', async () => {
    await makeClassroom(studio.sql);
    await allow({ emailsPerRecipient: 2 });
    await call(guest, 'buy', voucher('An.na+1@gmail.com'));
    await call(member.client, 'buy', voucher('anna@googlemail.com'));
    expect(await callError(guest, 'buy', voucher('ANNA+2@gmail.com'))).toMatchObject({ status: 429 });
    // What looks like an address that is known must not be another one.
    for (const hidden of [
      'a\u200bnna@gmail.com',
      'an\u00adna@gmail.com',
      'anna@gmail.com\u202e',
      '\ufeffanna@gmail.com',
    ])
      expect(await callError(guest, 'buy', voucher(hidden))).toMatchObject({
        status: 422,
        reason: 'bad_email',
      });
    await call(guest, 'buy', voucher('berta@gmail.com'));
  });

  it('by network, whatever a caller writes into the header that proxies use', async () => {
    await makeClassroom(studio.sql);
    await allow({ emailsPerAddress: 2 });
    const buy = (address: string, pretended: string) =>
      studio.fetch(
        new Request(`${studio.siteUrl}/rest/v1/rpc/buy`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-forwarded-for': pretended },
          body: JSON.stringify(voucher()),
        }),
        { address },
      );
    const statuses = [];
    for (let turn = 1; turn <= 3; turn++)
      statuses.push((await buy(`2001:db8::${turn}`, `203.0.113.${turn}`)).status);
    expect(statuses).toEqual([200, 200, 429]);
    expect((await buy('198.51.100.7', '2001:db8::1')).status).toBe(200);
  });

  it('for a place that is moved to and fro, and for places taken again and again', async () => {
    await allow({ emailsPerRecipient: 2 });
    const room = await makeClassroom(studio.sql);
    const other = await addDate(studio.sql, room);
    const order = await bookPlaces(guest, room.sessionId);
    let moved = 0;
    for (; moved < 10; moved++) {
      const { status } = await guest.rpc('move_booking', {
        booking_id: order.bookings[0]?.id,
        to_session: moved % 2 ? room.sessionId : other,
        order_token: order.order_token,
      });
      if (status === 429) break;
    }
    expect(moved).toBe(5);
  });

  it('for the places that guests of one network hold, whatever proof they bring', async () => {
    const room = await makeClassroom(studio.sql, { capacity: 200 });
    const hold = async (address: string, client?: TestPerson) =>
      (
        await studio.fetch(
          new Request(`${studio.siteUrl}/rest/v1/rpc/hold_places`, {
            method: 'POST',
            headers: {
              'content-type': 'application/json',
              ...(client && { authorization: `Bearer ${client.token}` }),
            },
            body: JSON.stringify({ session_id: room.sessionId, places: 6 }),
          }),
          { address },
        )
      ).status;
    const statuses = [];
    for (let turn = 1; turn <= 11; turn++) statuses.push(await hold(`2001:db8:5::${turn}`));
    expect(statuses).toEqual([...Array(10).fill(200), 429]);
    expect(await hold('198.51.100.8')).toBe(200);
    expect(await hold('2001:db8:5::1', member)).toBe(200);
  });

  it('on the waiting list', async () => {
    await allow({ emailsPerRecipient: 2 });
    const room = await makeClassroom(studio.sql, { capacity: 1 });
    await bookPlaces(guest, room.sessionId);
    const join = () =>
      guest.rpc('join_waitlist', {
        session_id: room.sessionId,
        places: 1,
        person: { name: 'Ana', email: 'ana@post.example' },
      });
    expect([(await join()).status, (await join()).status, (await join()).status]).toEqual([200, 200, 429]);
  });

  it('in total, for the newsletter form too; staff and bookings are not limited', async () => {
    await makeClassroom(studio.sql);
    await allow({ emails: 4 });
    const { elevated } = studio.clients;
    if (!elevated) throw new Error('no service role');
    await call(elevated, 'subscribe_to_newsletter', { email: 'reader1@post.example' });
    await call(guest, 'buy', voucher());
    expect(
      await callError(elevated, 'subscribe_to_newsletter', { email: 'reader2@post.example' }),
    ).toMatchObject({
      status: 429,
    });
    expect(await callError(guest, 'buy', voucher())).toMatchObject({ status: 429 });
    for (let bought = 0; bought < 3; bought++) await call(staff.client, 'buy', voucher());
    const room = await makeClassroom(studio.sql);
    await bookPlaces(guest, room.sessionId);
  });

  it('and every kind of mail that a function plans has been thought about', async () => {
    const rows = await studio.sql<{ kind: string }[]>`
      select distinct m[1] as kind from pg_proc p join pg_namespace n on n.oid = p.pronamespace,
        regexp_matches(p.prosrc, '''(mail\.\w+)''', 'g') as m
      where n.nspname in ('public', 'private') order by 1`;
    const limited = ['mail.changed', 'mail.confirmation', 'mail.confirm_newsletter', 'mail.waiting'];
    // Emails sent by staff, by teachers to their classes, by schedule, or once for each place that someone booked or paid.
    const others = [
      'mail.bought',
      'mail.cancellation',
      'mail.contact_reply',
      'mail.message',
      'mail.moved',
      'mail.newsletter',
      'mail.newsletter_test',
      'mail.offer',
      'mail.offer_over',
      'mail.waitlist_removed',
      'mail.receipt',
      'mail.refund',
      'mail.pass_ends',
      'mail.reminder',
      'mail.replaced',
      'mail.session_cancelled',
      'mail.substitute_asked',
      'mail.substitute_found',
      'mail.teacher_changed',
      'mail.too_late',
    ];
    expect(rows.map(({ kind }) => kind).filter((kind) => ![...limited, ...others].includes(kind))).toEqual(
      [],
    );
  });
});
