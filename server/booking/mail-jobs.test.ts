import type { SupabaseClient } from '@supabase/supabase-js';
import ICAL from 'ical.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bookedDates } from '#app/features/booking/booked-dates.ts';
import type { OrderView } from '#contracts/booking.ts';
import { signUp } from '../accounts/testing/people.ts';
import { type JobRunner, startJobRunner } from '../jobs/job-runner.ts';
import { createLogger } from '../logger.ts';
import { startJobs } from '../start-jobs.ts';
import { type StudioApp, startStudioApp } from '../testing/studio-app.ts';
import {
  addDate,
  bookPlaces,
  call,
  countsOf,
  makeClassroom,
  type OrderAnswer,
  type WaitAnswer,
} from './testing/classroom.ts';

let studio: StudioApp;
let guest: SupabaseClient;
let jobs: JobRunner;
const log = createLogger('silent');

beforeAll(async () => {
  studio = await startStudioApp();
  guest = studio.newClient();
  const { sql, outbox, siteUrl } = studio;
  jobs = await startJobs({ sql, outbox, siteUrl, log });
});
afterAll(async () => {
  await jobs?.close();
  await studio?.close();
});

interface StoredMail {
  id: string;
  kind: string;
  to_address: string;
  subject: string;
  text_body: string;
  html_body: string;
  attachments: { filename: string; contentType: string; content: string }[];
}
async function mailsAbout(text: string): Promise<StoredMail[]> {
  await jobs.run();
  const mails = await studio.withSecrets(
    await studio.sql<StoredMail[]>`
      select id, kind, to_address, subject, text_body, html_body, attachments from public.outbox order by created_at, kind`,
  );
  return mails.filter(({ text_body }) => text_body.includes(text));
}
function calendarOf(mail: StoredMail | undefined, at = 0) {
  const file = mail?.attachments[at];
  const calendar = new ICAL.Component(ICAL.parse(file?.content ?? ''));
  const event = calendar.getFirstSubcomponent('vevent');
  const method = calendar.getFirstPropertyValue('method');
  expect(file?.contentType).toContain(`method=${method}`);
  const value = (name: string) => event?.getFirstPropertyValue(name);
  return {
    method,
    status: value('status'),
    sequence: value('sequence'),
    ...(value('description') && { description: value('description') }),
  };
}
const eventsOf = (mail: StoredMail | undefined) =>
  new ICAL.Component(ICAL.parse(mail?.attachments[0]?.content ?? ''))
    .getAllSubcomponents('vevent')
    .map((event) => ({ uid: new ICAL.Event(event).uid, status: event.getFirstPropertyValue('status') }));

describe('[STUDIO-10] every mail of a booking is in the outbox, once', () => {
  it('a confirmation says what, when, where, who, how to pay and how to cancel, with a calendar file', async () => {
    const room = await makeClassroom(studio.sql);
    const order = await bookPlaces(guest, room.sessionId, {
      places: 2,
      names: ['Ama', 'Zoë <b>'],
      method: 'transfer',
    });
    const [mail] = await mailsAbout(order.number);
    expect(mail).toMatchObject({ kind: 'booking_confirmation', to_address: 'clara@post.example' });
    expect(mail?.text_body).toContain('Ama and Zoë <b>');
    expect(mail?.html_body).toContain('Zoë &lt;b&gt;');
    expect(mail?.text_body).toContain(`/booking/${order.order_token}`);
    expect(mail?.text_body).toMatch(/transfer €48 to .* with the reference/);
    expect(mail?.text_body).toContain('Cancel up to 24 hours before');
    expect(eventsOf(mail)).toEqual([{ uid: `${room.sessionId}@studio.test`, status: 'CONFIRMED' }]);
  });

  it('emails cancellations, changes and moves with updated calendar files', async () => {
    const room = await makeClassroom(studio.sql);
    const order = await bookPlaces(guest, room.sessionId, {
      places: 2,
      names: ['Ama', 'Ben'],
      email: 'party@post.example',
    });
    await jobs.run();
    const staffClient = studio.clients.elevated as SupabaseClient;
    await call(guest, 'cancel_bookings', {
      booking_ids: [order.bookings[0]?.id],
      order_token: order.order_token,
    });
    // One of two cancelled: the date stays in the calendar, for the other one alone.
    const [first, partly] = await mailsAbout(order.number);
    expect([first, partly].map((mail) => calendarOf(mail))).toEqual([
      { method: 'PUBLISH', status: 'CONFIRMED', sequence: 0, description: 'Ama and Ben' },
      { method: 'PUBLISH', status: 'CONFIRMED', sequence: 1, description: 'Ben' },
    ]);
    const other = await addDate(studio.sql, room);
    await call(guest, 'move_booking', {
      booking_id: order.bookings[1]?.id,
      to_session: other,
      order_token: order.order_token,
    });
    await call(staffClient, 'change_sessions', {
      session_id: other,
      scope: 'this',
      changes: { local_time: '07:15' },
    });
    // Nobody comes to a cancelled date: an email that it was moved would no longer be sent.
    await jobs.run();
    await call(staffClient, 'cancel_session', { session_id: other, reason: 'A burst pipe.' });
    const mails = await mailsAbout(order.number);
    const kinds = mails.map(({ kind }) => kind).sort();
    expect(kinds).toEqual([
      'booking_cancellation',
      'booking_changed',
      'booking_confirmation',
      'session_cancelled',
      'session_moved',
    ]);
    expect(mails.find(({ kind }) => kind === 'session_moved')?.text_body).toContain('07:15');
    const cancelled = mails.find(({ kind }) => kind === 'session_cancelled');
    expect(cancelled?.text_body).toContain('A burst pipe.');
    // Nothing was paid: nothing is promised back.
    expect(cancelled?.text_body).toContain('You will not be charged.');
    expect(cancelled?.text_body).not.toContain('refund');
    expect(eventsOf(cancelled)).toEqual([{ uid: `${other}@studio.test`, status: 'CANCELLED' }]);
  });

  it('writes of each person: one of two is moved, the other is cancelled', async () => {
    const room = await makeClassroom(studio.sql);
    const other = await addDate(studio.sql, room);
    const order = await bookPlaces(guest, room.sessionId, { places: 2, names: ['Ama', 'Ben'] });
    const [ama, ben] = order.bookings.map(({ id }) => id);
    const { order_token } = order;
    const bookedNow = async () =>
      bookedDates(await call<OrderView>(guest, 'booking_status', { order_token })).map(({ id }) => id);
    await jobs.run();
    await call(guest, 'move_booking', { booking_id: ama, to_session: other, order_token });
    expect(await bookedNow()).toEqual([room.sessionId, other]);
    await jobs.run();
    await call(guest, 'cancel_bookings', { booking_ids: [ben], order_token });
    expect(await bookedNow()).toEqual([other]);
    const staffClient = studio.clients.elevated as SupabaseClient;
    const listed = await call<{ number: string; places: number; starts_at: string }[]>(
      staffClient,
      'list_orders',
    );
    const [date] = await studio.sql`select starts_at from public.sessions where id = ${other}`;
    const line = listed.find(({ number }) => number === order.number);
    expect([line?.places, Date.parse(line?.starts_at ?? '')]).toEqual([1, date?.starts_at.getTime()]);
    await call(staffClient, 'change_sessions', {
      session_id: other,
      scope: 'this',
      changes: { local_time: '07:15' },
    });
    const mails = await mailsAbout(order.number);
    const textOf = (kind: string) => mails.find((mail) => mail.kind === kind)?.text_body ?? '';
    expect(textOf('booking_changed')).toMatch(/ for Ama is now booked for /);
    expect(textOf('booking_cancellation')).toContain('for Ben.');
    expect(textOf('session_moved')).toMatch(/For:? +Ama/);
    expect(textOf('booking_changed') + textOf('session_moved')).not.toMatch(/Ben|more/);
    // Nothing is written to who was cancelled before the email was.
    await call(guest, 'cancel_bookings', { booking_ids: [ama], order_token });
    const about = { order_id: order.order_id, session_id: other, booking_ids: [ama], left_session_ids: [] };
    await studio.sql`select private.add_job('mail.changed', ${studio.sql.json(about)})`;
    const kinds = (await mailsAbout(order.number)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'booking_changed')).toHaveLength(1);
    expect(await bookedNow()).toEqual([room.sessionId, other]);
  });

  it('a confirmation counts who is still booked', async () => {
    const room = await makeClassroom(studio.sql);
    const order = await bookPlaces(guest, room.sessionId, { places: 2, names: ['Ama', 'Ben'] });
    await call(guest, 'cancel_bookings', {
      booking_ids: [order.bookings[1]?.id],
      order_token: order.order_token,
    });
    await jobs.run();
    // As if it had waited in the queue.
    const about = studio.sql.json({ order_id: order.order_id });
    await studio.sql`select private.add_job('mail.confirmation', ${about})`;
    const mails = await mailsAbout(order.number);
    const confirmation = mails.findLast(({ kind }) => kind === 'booking_confirmation')?.text_body;
    expect(confirmation).toContain('Your place is booked.');
    expect(confirmation).not.toContain('Ben');
  });

  it('cancelling the rest takes the date out of the calendar, and booking again puts it back', async () => {
    const room = await makeClassroom(studio.sql);
    const email = 'again@post.example';
    const order = await bookPlaces(guest, room.sessionId, { places: 2, names: ['Ama', 'Ben'], email });
    for (const { id } of order.bookings) {
      await jobs.run();
      await call(guest, 'cancel_bookings', { booking_ids: [id], order_token: order.order_token });
    }
    const mails = await mailsAbout(order.number);
    expect(mails.map((mail) => calendarOf(mail))).toEqual([
      { method: 'PUBLISH', status: 'CONFIRMED', sequence: 0, description: 'Ama and Ben' },
      { method: 'PUBLISH', status: 'CONFIRMED', sequence: 1, description: 'Ben' },
      { method: 'CANCEL', status: 'CANCELLED', sequence: 2 },
    ]);
    const again = await bookPlaces(guest, room.sessionId, { names: ['Ama'], email });
    const [confirmed] = await mailsAbout(again.number);
    // Not lower than that of the cancellation, or calendars would ignore it.
    expect(calendarOf(confirmed)).toMatchObject({ method: 'PUBLISH', status: 'CONFIRMED', sequence: 2 });
  });

  it('the waiting list emails the position, the offer and until when it is valid', async () => {
    const room = await makeClassroom(studio.sql, { capacity: 1 });
    const order = await bookPlaces(guest, room.sessionId);
    const wait = await call<WaitAnswer>(guest, 'join_waitlist', {
      session_id: room.sessionId,
      places: 1,
      person: { name: 'Wim', email: 'wim@post.example' },
    });
    await jobs.run();
    await call(guest, 'cancel_bookings', {
      booking_ids: [order.bookings[0]?.id],
      order_token: order.order_token,
    });
    const mails = await mailsAbout(wait.waitlist_token);
    expect(mails.map(({ kind, to_address }) => [kind, to_address])).toEqual([
      ['queue_joined', 'wim@post.example'],
      ['queue_offer', 'wim@post.example'],
    ]);
    expect(mails[0]?.text_body).toContain('You are number 1 on the waiting list');
    expect(mails[1]?.text_body).toMatch(/for you until \d\d:\d\d on/);
  });

  it('a reminder goes out a day before, and not to who cancelled or wants none', async () => {
    const room = await makeClassroom(studio.sql, { inHours: 48 });
    const stays = await bookPlaces(guest, room.sessionId, { email: 'stays@post.example' });
    const leaves = await bookPlaces(guest, room.sessionId, { email: 'leaves@post.example' });
    await call(guest, 'cancel_bookings', {
      booking_ids: [leaves.bookings[0]?.id],
      order_token: leaves.order_token,
    });
    const member = await signUp(studio);
    const knows = await bookPlaces(member.client, room.sessionId, { email: member.email });
    await member.client.from('profiles').update({ wants_reminders: false }).eq('user_id', member.id);
    await studio.sql`
      update public.sessions s set local_date = (timezone(s.zone, now() + interval '24 hours'))::date,
        local_time = (timezone(s.zone, now() + interval '24 hours'))::time where id = ${room.sessionId}`;
    await studio.sql`
      update private.jobs set run_at = now() where kind = 'mail.reminder' and payload ->> 'session_id' = ${room.sessionId}`;
    const sent = async (order: OrderAnswer) =>
      (await mailsAbout(order.number)).filter(({ kind }) => kind === 'booking_reminder').length;
    await expect.poll(() => sent(stays)).toBe(1);
    expect([await sent(leaves), await sent(knows)]).toEqual([0, 0]);
  });
});

describe('the job runner', () => {
  it('expires holds and offers without any request', async () => {
    const room = await makeClassroom(studio.sql, { capacity: 1 });
    await call(guest, 'hold_places', { session_id: room.sessionId });
    await studio.sql`update public.holds set expires_at = now() + interval '200 ms' where pool_id = ${room.poolId}`;
    await jobs.run();
    await expect.poll(async () => (await countsOf(studio.sql, room.poolId)).taken).toBe(0);
  });

  it('drops pages when a post’s hour has come', async () => {
    const received: string[] = [];
    const listening = await studio.sql.listen('onda_content', (relation) => received.push(relation));
    await studio.sql`
      insert into public.posts (slug, title, summary, body, discipline, published_at)
      values ('later', 'Later', '', '', 'word', now() + interval '300 ms')`;
    const written = received.length;
    await expect.poll(() => received.slice(written)).toContain('public.posts');
    await listening.unlisten();
  });

  it('does each job once, however many runners there are', async () => {
    const done: unknown[] = [];
    const runners = await Promise.all(
      Array.from({ length: 3 }, () =>
        startJobRunner({
          sql: studio.sql,
          log,
          handlers: {
            'test.once': async ({ number }) => {
              done.push(number);
            },
          },
        }),
      ),
    );
    await jobs.close();
    await studio.sql`select private.add_job('test.once', jsonb_build_object('number', n)) from generate_series(1, 40) n`;
    await expect.poll(() => done.length).toBeGreaterThanOrEqual(40);
    await Promise.all(runners.map((runner) => runner.close()));
    expect(new Set(done).size).toBe(40);
    expect(done).toHaveLength(40);
  });

  it('tries a failing job again later, never halfway, and keeps the reason', async () => {
    // The studio's own runner is closed by now: it would take the job and know nothing of it.
    await studio.sql`select private.add_job('test.fails', '{}')`;
    const runner = await startJobRunner({
      sql: studio.sql,
      log,
      handlers: {
        'test.fails': async (_payload, within) => {
          await within`insert into public.page_views (day, path, views) values (current_date, '/half', 1)`;
          throw new Error('the printer is on fire');
        },
      },
    });
    await runner.run();
    await runner.close();
    const [job] = await studio.sql`
      select attempts, last_error, failed_at, run_at > now() as waits from private.jobs where kind = 'test.fails'`;
    expect(job).toMatchObject({
      attempts: 1,
      failed_at: null,
      waits: true,
      last_error: 'the printer is on fire',
    });
    expect(await studio.sql`select from public.page_views where path = '/half'`).toHaveLength(0);
    await studio.sql`delete from private.jobs where kind = 'test.fails'`;
  });
});
