// Who gets which email in which language.
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { t } from '#app/language/messages.ts';
import { goodPassword, newEmail, signUp } from '../accounts/testing/people.ts';
import type { JobRunner } from '../jobs/job-runner.ts';
import { inLanguage } from '../language/current-language.ts';
import { createLogger } from '../logger.ts';
import { startJobs } from '../start-jobs.ts';
import { type StudioApp, startStudioApp } from '../testing/studio-app.ts';
import {
  addDate,
  bookPlaces,
  call,
  makeClassroom,
  type OrderAnswer,
  type WaitAnswer,
} from './testing/classroom.ts';
import { addTeacher, ENGLISH, makeTranslatedClass } from './testing/translated-class.ts';

let studio: StudioApp;
let guest: SupabaseClient;
let staff: SupabaseClient;
let jobs: JobRunner;

interface StoredMail {
  id: string;
  kind: string;
  subject: string;
  text_body: string;
  html_body: string;
  attachments: { content: string }[];
}

beforeAll(async () => {
  studio = await startStudioApp();
  await studio.sql`update public.studio set languages = '{en,pt,ar}'`;
  guest = studio.newClient();
  staff = (await signUp(studio, 'staff')).client;
  const { sql, outbox, siteUrl } = studio;
  jobs = await startJobs({ sql, outbox, siteUrl, log: createLogger('silent') });
});
afterAll(async () => {
  await jobs?.close();
  await studio?.close();
});

async function mailsTo(address: string): Promise<StoredMail[]> {
  await jobs.run();
  return studio.withSecrets(
    await studio.sql<StoredMail[]>`
      select id, kind, subject, text_body, html_body, attachments from public.outbox
      where to_address = ${address} order by created_at, kind`,
  );
}
const mailOf = async (address: string, kind: string) =>
  (await mailsTo(address)).find((mail) => mail.kind === kind);
const inPortuguese = { more: { language: 'pt' } };

const everythingIn = (mail: StoredMail | undefined) =>
  [
    mail?.subject,
    mail?.text_body,
    mail?.html_body,
    mail?.attachments[0]?.content.replaceAll('\r\n ', ''),
  ].join('\n');

it('a booking made on a Portuguese page is confirmed in Portuguese, with links to Portuguese pages', async () => {
  const room = await makeClassroom(studio.sql);
  const email = newEmail();
  const names = ['Ana', 'Rui'];
  const order = await bookPlaces(guest, room.sessionId, { email, places: 2, names, ...inPortuguese });
  const mail = await mailOf(email, 'booking_confirmation');
  expect(mail?.subject).toMatch(/^Reserva confirmada: /);
  expect(mail?.text_body).toContain('Os seus lugares estão reservados.');
  expect(mail?.text_body).toContain('Para: Ana e Rui');
  expect(mail?.text_body).toContain(`${studio.siteUrl}/pt/booking/${order.order_token}`);
  expect(mail?.html_body).toContain('<html lang="pt" dir="ltr">');
  expect(mail?.attachments[0]?.content).toContain('DESCRIPTION:Ana e Rui');
  expect(mail?.attachments[0]?.content.replaceAll('\r\n ', '')).toContain(
    `URL:${studio.siteUrl}/pt/booking/`,
  );
});

it('a reminder follows the language of the booking, and the language that a member chose goes first', async () => {
  const room = await makeClassroom(studio.sql, { inHours: 48 });
  const [browses, chooses] = [await signUp(studio), await signUp(studio)];
  const book = (client: SupabaseClient, email: string) =>
    bookPlaces(client, room.sessionId, { email, ...inPortuguese });
  await book(browses.client, browses.email);
  await book(chooses.client, chooses.email);
  // Later on an English page: that is no choice.
  const later = await addDate(studio.sql, room);
  await bookPlaces(browses.client, later, { email: browses.email, more: { language: 'en' } });
  await chooses.client.from('profiles').update({ language: 'en' }).eq('user_id', chooses.id);
  await studio.sql`
    update public.sessions s set local_date = (timezone(s.zone, now() + interval '24 hours'))::date,
      local_time = (timezone(s.zone, now() + interval '24 hours'))::time where id = ${room.sessionId}`;
  await studio.sql`
    update private.jobs set run_at = now() where kind = 'mail.reminder' and payload ->> 'session_id' = ${room.sessionId}`;
  expect((await mailOf(browses.email, 'booking_reminder'))?.subject).toMatch(/^Amanhã: /);
  expect((await mailOf(chooses.email, 'booking_reminder'))?.subject).toMatch(/^Tomorrow: /);
});

it('emails about a booking name class, room, teacher, policy and address in the reader’s language', async () => {
  const room = await makeTranslatedClass(studio.sql, { inHours: 48 });
  const email = newEmail();
  const order = await bookPlaces(guest, room.sessionId, { email, ...inPortuguese });
  const confirmation = everythingIn(await mailOf(email, 'booking_confirmation'));
  expect(confirmation).not.toMatch(ENGLISH);
  expect(confirmation).toContain('Reserva confirmada: Barro à mão');
  expect(confirmation).toContain('com Irmã Ana');
  expect(confirmation).toContain('Forno, Cais 1');
  expect(confirmation).toContain('Um avental.');
  expect(confirmation).toContain('Gratuito até à véspera.');
  expect(confirmation).toContain('SUMMARY:Barro à mão');
  expect(confirmation).toContain('LOCATION:Forno\\, Cais 1');

  await studio.sql`
    update public.sessions s set local_date = (timezone(s.zone, now() + interval '24 hours'))::date,
      local_time = (timezone(s.zone, now() + interval '24 hours'))::time where id = ${room.sessionId}`;
  await studio.sql`
    update private.jobs set run_at = now() where kind = 'mail.reminder' and payload ->> 'session_id' = ${room.sessionId}`;
  const reminder = everythingIn(await mailOf(email, 'booking_reminder'));
  expect(reminder).toContain('Amanhã: Barro à mão');
  expect(reminder).toContain('Um avental.');
  expect(reminder).not.toMatch(ENGLISH);

  await call(staff, 'record_payment', { order_id: order.order_id, amount_cents: 2400, method: 'cash' });
  const receipt = everythingIn(await mailOf(email, 'receipt'));
  expect(receipt).toContain('Barro à mão');
  expect(receipt).not.toMatch(ENGLISH);

  const changes = { teacher_id: await addTeacher(studio.sql, 'Brother Ray', 'Irmão Rui') };
  await call(staff, 'change_sessions', { session_id: room.sessionId, scope: 'this', changes });
  const taught = everythingIn(await mailOf(email, 'teacher_changed'));
  expect(taught).toContain('Irmão Rui');
  expect(taught).toContain('Irmã Ana');
  expect(taught).not.toMatch(ENGLISH);

  await call(guest, 'cancel_bookings', {
    booking_ids: [order.bookings[0]?.id],
    order_token: order.order_token,
  });
  const cancelled = everythingIn(await mailOf(email, 'booking_cancellation'));
  expect(cancelled).toContain('Reserva cancelada: Barro à mão');
  expect(cancelled).toContain('SUMMARY:Barro à mão');
  expect(cancelled).not.toMatch(ENGLISH);
});

it('emails about a waiting list name class and room in the reader’s language', async () => {
  const room = await makeTranslatedClass(studio.sql, { capacity: 1 });
  const first = await bookPlaces(guest, room.sessionId);
  const email = newEmail();
  const person = { name: 'Wim', email };
  await call(guest, 'join_waitlist', { session_id: room.sessionId, places: 1, person, language: 'pt' });
  const joined = await mailOf(email, 'queue_joined');
  await call(guest, 'cancel_bookings', {
    booking_ids: [first.bookings[0]?.id],
    order_token: first.order_token,
  });
  for (const mail of [joined, await mailOf(email, 'queue_offer')]) {
    expect(everythingIn(mail)).toContain('Barro à mão');
    expect(everythingIn(mail)).toContain('Forno, Cais 1');
    expect(everythingIn(mail)).not.toMatch(ENGLISH);
  }
});

it('an unknown language, or one that the studio has switched off, is the studio’s default', async () => {
  const room = await makeClassroom(studio.sql);
  const [unknown, off] = [newEmail(), newEmail()];
  await bookPlaces(guest, room.sessionId, { email: unknown, more: { language: 'xx' } });
  const order = await bookPlaces(guest, room.sessionId, { email: off, more: { language: 'ar' } });
  expect((await mailOf(unknown, 'booking_confirmation'))?.subject).toMatch(/^Booking confirmed: /);
  expect((await mailOf(off, 'booking_confirmation'))?.html_body).toContain('<html lang="ar" dir="rtl">');
  await studio.sql`update public.studio set languages = '{pt,en}'`;
  await call(guest, 'cancel_bookings', {
    booking_ids: [order.bookings[0]?.id],
    order_token: order.order_token,
  });
  const cancelled = await mailOf(off, 'booking_cancellation');
  await studio.sql`update public.studio set languages = '{en,pt,ar}'`;
  expect(cancelled?.subject).toMatch(/^Reserva cancelada: /);
  // Portuguese was the default: its pages have no prefix.
  expect(cancelled?.text_body).toContain(`${studio.siteUrl}/booking/`);
});

it('who is booked by staff gets the language of their last order', async () => {
  const room = await makeClassroom(studio.sql);
  const email = newEmail();
  await bookPlaces(guest, room.sessionId, { email, ...inPortuguese });
  await jobs.run();
  await call(staff, 'book_for_person', {
    session_id: await addDate(studio.sql, room),
    buyer: { name: 'Ana', email },
    attendees: [{ name: 'Ana' }],
  });
  const mails = (await mailsTo(email)).filter(({ kind }) => kind === 'booking_confirmation');
  expect(mails.map(({ subject }) => subject.split(':')[0])).toEqual([
    'Reserva confirmada',
    'Reserva confirmada',
  ]);
});

it('waiting lists, vouchers, newsletters and replies follow the page that they were asked for on', async () => {
  const room = await makeClassroom(studio.sql, { capacity: 1 });
  await bookPlaces(guest, room.sessionId);
  const [waits, buys, reads, asks] = [newEmail(), newEmail(), newEmail(), newEmail()];
  const language = 'pt';
  const wait = await call<WaitAnswer>(guest, 'join_waitlist', {
    session_id: room.sessionId,
    places: 1,
    person: { name: 'Wim', email: waits },
    language,
  });
  const joined = await mailOf(waits, 'queue_joined');
  expect(joined?.text_body).toContain(
    inLanguage('pt', () => t('email.waitlist.joined_heading_position', { position: 1 })),
  );
  expect(joined?.text_body).toContain(`${studio.siteUrl}/pt/offer/${wait.waitlist_token}`);

  const buyer = { name: 'Bea', email: buys };
  await call(guest, 'buy', { kind: 'voucher', buyer, method: 'studio', amount_cents: 2000, language });
  expect((await mailOf(buys, 'booking_confirmation'))?.subject).toBe('Encomenda recebida: O seu vale');

  const elevated = studio.clients.elevated as SupabaseClient;
  await call(elevated, 'subscribe_to_newsletter', { email: reads, language });
  const confirm = await mailOf(reads, 'confirm_newsletter');
  expect(confirm?.text_body).toMatch(/Confirmar subscrição:\n.*\/pt\/newsletter\//);

  const [message] = await studio.sql`
    insert into public.contact_messages (name, email, message, language) values ('Rui', ${asks}, 'Olá?', 'pt') returning id`;
  await call(staff, 'reply_to_contact_message', { contact_message_id: message?.id, body: 'Sim.' });
  expect((await mailOf(asks, 'contact_reply'))?.subject).toMatch(/^Re: a sua mensagem para /);
});

it('a pass says until when it is valid, and its buyer is reminded before it ends, while entries are left', async () => {
  await studio.sql`
    insert into public.pass_types (id, name, entries, price_cents, currency, valid_days) values ('ending', 'Três aulas', 3, 3000, 'EUR', 90)`;
  const buyPass = async (email: string) => {
    const order = await call<OrderAnswer>(guest, 'buy', {
      kind: 'pass',
      pass_type: 'ending',
      buyer: { name: 'Bea', email },
      method: 'studio',
      language: 'pt',
    });
    await call(staff, 'record_payment', { order_id: order.order_id, amount_cents: 3000, method: 'cash' });
    return order.order_id;
  };
  const [reminded, used] = [newEmail(), newEmail()];
  const orders = [await buyPass(reminded), await buyPass(used)];
  expect((await mailOf(reminded, 'bought'))?.text_body).toMatch(/Válido até: \d+ de \S+ de \d{4}/);
  await studio.sql`insert into public.pass_entries (pass_id, delta, cause)
    select id, -3, 'used' from public.passes where order_id = ${orders[1] ?? ''}`;
  await studio.sql`
    update private.jobs set run_at = now() where kind = 'mail.pass_ends' and payload ->> 'order_id' in ${studio.sql(orders)}`;
  const mail = await mailOf(reminded, 'pass_ends');
  expect(mail?.subject).toMatch(/^Três aulas: válido até \d+ de \S+ de \d{4}$/);
  expect(mail?.text_body).toContain('ainda tem 3 entradas');
  expect(await mailOf(used, 'pass_ends')).toBeUndefined();
});

it('an email about an account follows the account’s language, else the page it was asked for on', async () => {
  const email = newEmail();
  const client = studio.newClient();
  const emailRedirectTo = `${studio.siteUrl}/pt/dashboard`;
  await client.auth.signUp({ email, password: goodPassword, options: { emailRedirectTo } });
  const asked = await mailOf(email, 'signup');
  expect(asked?.subject).toMatch(/^Confirme o seu endereço de email/);
  expect(asked?.text_body).toContain(`${studio.siteUrl}/pt/confirm?`);
  const person = await signUp(studio);
  await person.client.from('profiles').update({ language: 'pt' }).eq('user_id', person.id);
  await guest.auth.resetPasswordForEmail(person.email);
  expect((await mailOf(person.email, 'recovery'))?.subject).toMatch(/^Redefina a sua palavra-passe/);
});

it('a teacher and staff are written to in the language that each has chosen', async () => {
  const [asker, other] = [await signUp(studio, 'staff'), await signUp(studio, 'staff')];
  await other.client.from('profiles').update({ language: 'pt' }).eq('user_id', other.id);
  const room = await makeTranslatedClass(studio.sql);
  await call(asker.client, 'request_substitute', { session_id: room.sessionId, reason: '' });
  const asked = await mailOf(other.email, 'substitute_asked');
  expect(asked?.subject).toMatch(/substituto: /);
  expect(everythingIn(asked)).toContain('Barro à mão');
  expect(everythingIn(asked)).toContain('Irmã Ana');
  expect(everythingIn(asked)).not.toMatch(ENGLISH);

  const personId = await addTeacher(studio.sql, 'Brother Ray', 'Irmão Rui');
  await call(staff, 'link_teacher', { person_id: personId, email: other.email });
  const changes = { teacher_id: personId };
  await call(asker.client, 'change_sessions', { session_id: room.sessionId, scope: 'this', changes });
  const assigned = everythingIn(await mailOf(other.email, 'teaching_changed'));
  expect(assigned).toContain('Barro à mão');
  expect(assigned).toContain('Forno');
  expect(assigned).not.toMatch(ENGLISH);
});
