// What a person may do with what the studio knows of them, through the official client, as each kind of caller.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorText } from '#app/language/error-text.ts';
import {
  bookPlaces,
  type Classroom,
  call,
  callError,
  countsOf,
  makeClassroom,
} from '../booking/testing/classroom.ts';
import { inLanguage } from '../language/current-language.ts';
import { type StudioApp, startStudioApp } from '../testing/studio-app.ts';
import { signUp } from './testing/people.ts';

let studio: StudioApp;
beforeAll(async () => {
  studio = await startStudioApp();
});
afterAll(() => studio?.close());

/** The class is over: nothing of it is to come. */
const letItPass = ({ sessionId }: Classroom) => studio.sql`
  update public.sessions set local_date = local_date - 30 where id = ${sessionId}`;

describe('exporting one’s own data', () => {
  it('exports all personal data and no credentials', async () => {
    const person = await signUp(studio);
    await call(person.client, 'save_family_member', { name: 'Little Ana', born_on: '2018-05-01' });
    const room = await makeClassroom(studio.sql);
    await bookPlaces(person.client, room.sessionId, { email: person.email });
    const data = await call<Record<string, unknown[]> & { account: { email: string } }>(
      person.client,
      'my_data',
      {},
    );
    expect(data.account.email).toBe(person.email);
    expect(data.family).toMatchObject([{}, { name: 'Little Ana', born_on: '2018-05-01' }]);
    expect(data.orders).toMatchObject([
      { buyer_email: person.email, bookings: [{ for: `Class ${room.slug}`, state: 'seated' }] },
    ]);
    expect(data.emails?.[0]).toMatchObject({ to: person.email });
    expect(data.signed_in_on).toHaveLength(1);
    expect(data.what_happened?.length).toBeGreaterThan(0);
    const text = JSON.stringify(data);
    expect(text).not.toMatch(/argon2|encrypted_password|token_hash|\bsecret\b/);
    expect(text).not.toContain(await studio.codeFor(person.email));
  });

  it('exports only their own data for staff', async () => {
    const [person, staff] = [await signUp(studio), await signUp(studio, 'staff')];
    await bookPlaces(person.client, (await makeClassroom(studio.sql)).sessionId, { email: person.email });
    const data = await call<{ orders: unknown[]; account: { id: string } }>(staff.client, 'my_data', {});
    expect([data.account.id, data.orders]).toEqual([staff.id, []]);
  });

  it('is not for visitors', async () => {
    const visitor = studio.newClient();
    for (const name of ['my_data', 'can_delete_my_account'])
      expect((await visitor.rpc(name)).error?.code).toBe('42501');
    expect((await visitor.rpc('delete_my_account', { typed: 'delete' })).error?.code).toBe('42501');
  });
});

describe('deleting one’s own account', () => {
  it('takes the person out of everything, and leaves the books their number, amount and name', async () => {
    const person = await signUp(studio);
    await call(person.client, 'save_family_member', { name: 'Little Ana', born_on: '2018-05-01' });
    const room = await makeClassroom(studio.sql);
    const order = await bookPlaces(person.client, room.sessionId, { email: person.email });
    await call(studio.clients.elevated as never, 'record_payment', {
      order_id: order.order_id,
      amount_cents: order.total_cents,
      method: 'cash',
    });
    await letItPass(room);
    await call(person.client, 'delete_my_account', { typed: ' Delete ' });

    const { sql } = studio;
    const [stored] = await sql`select * from public.orders where id = ${order.order_id}`;
    expect(stored).toMatchObject({
      number: order.number,
      total_cents: order.total_cents,
      user_id: null,
      buyer_email: 'removed@invalid',
    });
    const [booking] =
      await sql`select name, born_on, answers from public.bookings where order_id = ${order.order_id}`;
    expect(booking).toEqual({ name: 'removed', born_on: null, answers: {} });
    const [left] = await sql`
      select (select count(*) from auth.users where id = ${person.id})::int as users,
        (select count(*) from public.participants where name = 'Little Ana' and household_id in
          (select household_id from public.guardians where user_id = ${person.id}))::int as family,
        (select count(*) from public.outbox where to_address = ${person.email})::int as mails,
        (select count(*) from auth.audit_log_entries where payload::text like ${`%${person.email}%`})::int as log`;
    expect(left).toEqual({ users: 0, family: 0, mails: 0, log: 0 });
    const again = await person.client.auth.signInWithPassword({
      email: person.email,
      password: 'harbour-wave-41',
    });
    expect(again.error?.code).toBe('invalid_credentials');
  });

  it('releases a waiting list entry and a held place', async () => {
    const person = await signUp(studio);
    const full = await makeClassroom(studio.sql, { capacity: 1 });
    await bookPlaces(studio.newClient(), full.sessionId);
    const join = () =>
      call<{ waitlist_token: string }>(person.client, 'join_waitlist', {
        session_id: full.sessionId,
        places: 1,
        person: { name: 'Nina', email: person.email },
      });
    // Who is signed in waits once: joining again gives the same place back.
    expect((await join()).waitlist_token).toBe((await join()).waitlist_token);
    // A signed-in person finds their own waiting list entries without an email.
    const queued = await call<{ waitlist_token: string }[]>(person.client, 'my_waitlist_entries', {});
    expect(queued).toMatchObject([{ places: 1, state: 'waiting', title: `Class ${full.slug}` }]);
    const opened = await call(studio.newClient(), 'waitlist_status', {
      waitlist_token: queued[0]?.waitlist_token,
    });
    expect(opened).toMatchObject({ session_id: full.sessionId });
    expect(await call((await signUp(studio)).client, 'my_waitlist_entries', {})).toEqual([]);
    expect((await callError(studio.newClient(), 'my_waitlist_entries', {})).status).toBe(401);
    const open = await makeClassroom(studio.sql);
    await call(person.client, 'hold_places', { session_id: open.sessionId });
    expect([
      (await countsOf(studio.sql, full.poolId)).waiting,
      (await countsOf(studio.sql, open.poolId)).held,
    ]).toEqual([1, 1]);
    await call(person.client, 'delete_my_account', { typed: 'delete' });
    expect([
      (await countsOf(studio.sql, full.poolId)).waiting,
      (await countsOf(studio.sql, open.poolId)).held,
    ]).toEqual([0, 0]);
    const [entry] =
      await studio.sql`select name, email from public.waitlist_entries where pool_id = ${full.poolId}`;
    expect(entry).toEqual({ name: 'removed', email: 'removed@invalid' });
  });

  it('waits for places to come and for money, and says so', async () => {
    const person = await signUp(studio);
    const room = await makeClassroom(studio.sql);
    const order = await bookPlaces(person.client, room.sessionId, { email: person.email });
    const stays = async (typed = 'delete') =>
      (await callError(person.client, 'delete_my_account', { typed })).reason;
    expect(await call(person.client, 'can_delete_my_account', {})).toMatchObject({
      reason: 'bookings_to_come',
    });
    expect(await stays()).toBe('bookings_to_come');
    await letItPass(room);
    expect(await stays()).toBe('unpaid');
    await call(studio.clients.elevated as never, 'record_payment', {
      order_id: order.order_id,
      amount_cents: order.total_cents,
      method: 'cash',
    });
    expect(await call(person.client, 'can_delete_my_account', {})).toEqual({});
    expect(await stays('yes')).toBe('not_confirmed');
    // Whatever the language, the sentence quotes the word that this function accepts.
    const { error } = await person.client.rpc('delete_my_account', { typed: 'eliminar' });
    const sentence = inLanguage('pt', () => errorText(error));
    expect(sentence).toBe('Escreva a palavra “delete” para continuar.');
    await call(person.client, 'delete_my_account', { typed: 'delete' });
  });

  it('keeps the last owner, whose studio it is', async () => {
    await studio.sql`delete from public.roles where role = 'owner'`;
    const [first, second] = [await signUp(studio, 'owner'), await signUp(studio, 'owner')];
    const leave = ({ client }: typeof first) => client.rpc('delete_my_account', { typed: 'delete' });
    const both = await Promise.all([leave(first), leave(second)]);
    expect(both.map(({ error }) => error?.hint ?? 'gone').sort()).toEqual(['gone', 'last_owner']);
  });

  it('leaves a family that someone else looks after too', async () => {
    const [person, partner] = [await signUp(studio), await signUp(studio)];
    await call(person.client, 'save_family_member', { name: 'Shared child' });
    await studio.sql`
      insert into public.guardians (user_id, household_id)
      select ${partner.id}, household_id from public.guardians where user_id = ${person.id}`;
    await call(person.client, 'delete_my_account', { typed: 'delete' });
    const family = await call<{ name: string }[]>(partner.client, 'my_family', {});
    expect(family.map(({ name }) => name)).toEqual(['Shared child']);
  });

  it('asks for the second factor where there is one', async () => {
    const person = await signUp(studio);
    await studio.sql`
      insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
      values (gen_random_uuid(), ${person.id}, 'totp', 'verified', now(), now())`;
    expect((await person.client.rpc('delete_my_account', { typed: 'delete' })).error?.code).toBe('42501');
    expect((await person.client.rpc('my_data')).error?.code).toBe('42501');
  });
});

describe('choices', () => {
  it('can be changed only by the user', async () => {
    const [person, other] = [await signUp(studio), await signUp(studio)];
    const change = (who: typeof person) =>
      who.client.from('profiles').update({ wants_reminders: false }).eq('user_id', person.id).select();
    expect((await change(other)).data).toEqual([]);
    expect((await change(person)).data).toMatchObject([{ wants_reminders: false }]);
  });

  it('the newsletter is switched on and off for the account’s address, and is deleted with the account', async () => {
    const person = await signUp(studio);
    const setNewsletter = (wanted?: boolean) =>
      call<boolean>(person.client, 'my_newsletter', wanted === undefined ? {} : { wanted });
    const stored = () => studio.sql`
      select s.state, l.token is not null as can_leave from public.newsletter_subscribers s
      left join private.newsletter_links l on l.subscriber_id = s.id where s.email = ${person.email}`;
    expect([await setNewsletter(), await setNewsletter(true), await setNewsletter(true)]).toEqual([
      false,
      true,
      true,
    ]);
    expect([...(await stored())]).toEqual([{ state: 'confirmed', can_leave: true }]);
    expect([await setNewsletter(false), await setNewsletter()]).toEqual([false, false]);
    await setNewsletter(true);
    expect(await call(person.client, 'my_data')).toMatchObject({ newsletter: { state: 'confirmed' } });
    await call(person.client, 'delete_my_account', { typed: 'delete' });
    expect([...(await stored())]).toEqual([]);
  });

  it('the newsletter needs an account with an email address', async () => {
    expect((await studio.newClient().rpc('my_newsletter', { wanted: true })).error?.code).toBe('42501');
    const nobody = studio.newClient();
    await nobody.auth.signInAnonymously();
    expect(await call(nobody, 'my_newsletter')).toBe(false);
    expect((await callError(nobody, 'my_newsletter', { wanted: true })).reason).toBe('no_address');
  });
});
