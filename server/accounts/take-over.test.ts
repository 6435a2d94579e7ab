// Households that were imported without a login, and who gets them.
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, callError, makeClassroom } from '../booking/testing/classroom.ts';
import { type StudioApp, startStudioApp } from '../testing/studio-app.ts';
import { goodPassword, newEmail, signUp, type TestPerson } from './testing/people.ts';

let studio: StudioApp;
let owner: TestPerson;

beforeAll(async () => {
  studio = await startStudioApp();
  owner = await signUp(studio, 'owner');
});
afterAll(() => studio?.close());

async function bring(kind: string, rows: object[], by = owner.client): Promise<void> {
  const id = await call<string>(by, 'create_import', { kind });
  await call(by, 'add_import_rows', {
    import: id,
    rows: rows.map((data, index) => ({ line: index + 2, data })),
  });
  expect(await call(by, 'run_import', { import: id, is_final: true })).toMatchObject({ state: 'done' });
}

/** A mother and two children, one of them named after her. */
async function bringFamily(email: string, by?: SupabaseClient): Promise<void> {
  const family = { household: `Prado ${email}`, email };
  await bring(
    'people',
    [
      { ...family, name: 'Ana Prado', born_on: '2017-03-01', note: 'the younger Ana' },
      { ...family, name: 'Leo Prado', born_on: '2015-09-30', note: 'allergic to wax' },
      { ...family, name: 'Ana Prado', born_on: '1986-04-12' },
    ],
    by,
  );
}

const householdOf = async (email: string, { sql } = studio) => {
  const [home] = await sql<{ id: string; guardians: string[] }[]>`
    select h.id, coalesce((select array_agg(g.user_id::text) from public.guardians g where g.household_id = h.id), '{}') as guardians
    from public.households h where h.email = ${email}`;
  return home ?? { id: '', guardians: [] };
};
type Member = { name: string; born_on: string | null; user_id: string | null };
const familyOf = (client: SupabaseClient) => call<Member[]>(client, 'my_family');

const elevated = () => studio.clients.elevated as SupabaseClient;

/** Signs up and stops there: the code lies unread in the mailbox. */
async function claim(email: string, name = 'Ana Prado', app = studio): Promise<SupabaseClient> {
  const client = app.newClient();
  const { error } = await client.auth.signUp({ email, password: goodPassword, options: { data: { name } } });
  expect(error).toBeNull();
  return client;
}
async function confirm(client: SupabaseClient, email: string): Promise<string> {
  const { data, error } = await client.auth.verifyOtp({
    email,
    token: await studio.codeFor(email),
    type: 'signup',
  });
  expect(error).toBeNull();
  return data.user?.id ?? '';
}

describe('[STUDIO-9] an address that is only claimed', () => {
  it('gains nothing until its mail is answered; then the family is there, with its bookings', async () => {
    const email = newEmail();
    await bringFamily(email);
    const room = await makeClassroom(studio.sql);
    const [date] =
      await studio.sql`select local_date::text from public.sessions where id = ${room.sessionId}`;
    await bring('bookings', [{ name: 'Leo Prado', email, class: room.slug, date: date?.local_date }]);

    const client = await claim(email);
    expect((await householdOf(email)).guardians).toEqual([]);
    expect((await client.auth.signInWithPassword({ email, password: goodPassword })).error?.code).toBe(
      'email_not_confirmed',
    );
    for (const table of ['households', 'participants', 'orders'])
      expect((await client.from(table).select('id')).data ?? []).toEqual([]);
    expect((await callError(client, 'my_family')).code).toBe('42501');

    const id = await confirm(client, email);
    expect((await householdOf(email)).guardians).toEqual([id]);
    const family = (await familyOf(client)).map(({ name, born_on, user_id }) => [born_on, name, user_id]);
    expect(family.sort()).toEqual([
      ['1986-04-12', 'Ana Prado', id],
      ['2015-09-30', 'Leo Prado', null],
      ['2017-03-01', 'Ana Prado', null],
    ]);
    const { data: orders } = await client.from('orders').select('buyer_email,user_id');
    expect(orders).toEqual([{ buyer_email: email, user_id: id }]);
    const log = await studio.sql`
      select actor, details ->> 'people' as people from public.audit_events
      where area = 'households' and details ->> 'household' = ${(await householdOf(email)).id}`;
    expect(log).toEqual([{ actor: id, people: '3' }]);
  });

  it('gains nothing for anybody else either', async () => {
    const email = newEmail();
    await bringFamily(email);
    const stranger = await signUp(studio);
    await familyOf(stranger.client);
    // Asked for, and answered by the stranger's own mailbox alone, however often.
    await stranger.client.auth.updateUser({ email });
    const token = await studio.codeFor(stranger.email);
    await stranger.client.auth.verifyOtp({ email: stranger.email, token, type: 'email_change' });
    await stranger.client.auth.resend({ type: 'email_change', email: stranger.email });
    const again = await studio.codeFor(stranger.email);
    await stranger.client.auth.verifyOtp({ email: stranger.email, token: again, type: 'email_change' });
    expect((await householdOf(email)).guardians).toEqual([]);
    expect((await stranger.client.from('participants').select('name')).data).toEqual([
      { name: `Person ${stranger.email}` },
    ]);
  });

  it('confirmed by hand is not proven', async () => {
    const email = newEmail();
    await bringFamily(email);
    const { error } = await elevated().auth.admin.createUser({
      email,
      password: goodPassword,
      email_confirm: true,
    });
    expect(error).toBeNull();
    const client = studio.newClient();
    await client.auth.signInWithPassword({ email, password: goodPassword });
    expect(await familyOf(client)).toHaveLength(1);
    expect((await householdOf(email)).guardians).toEqual([]);
  });
});

it('[STUDIO-9] where accounts are confirmed unasked, no family is handed out', async () => {
  const open = await startStudioApp({ AUTH_AUTOCONFIRM: 'true' });
  try {
    const ownerEmail = newEmail();
    const by = await claim(ownerEmail, 'Owner', open);
    await open.sql`insert into public.roles (user_id, role) select id, 'owner' from auth.users where email = ${ownerEmail}`;
    const [signedUp, written, changedTo] = [newEmail(), newEmail(), newEmail()];
    for (const email of [signedUp, written, changedTo]) await bringFamily(email, by);

    expect(await familyOf(await claim(signedUp, 'Ana Prado', open))).toHaveLength(1);
    // An email address that someone else confirmed proves nothing about the person who signs up later.
    await open.newClient().auth.signInWithOtp({ email: written });
    expect(await familyOf(await claim(written, 'Ana Prado', open))).toHaveLength(1);
    const changer = await claim(newEmail(), 'Ana Prado', open);
    expect((await changer.auth.updateUser({ email: changedTo })).error).toBeNull();
    expect(await familyOf(changer)).toHaveLength(1);
    for (const email of [signedUp, written, changedTo])
      expect((await householdOf(email, open)).guardians).toEqual([]);
    // Nor are later imports added to a family whose address was not confirmed.
    const early = newEmail();
    const claimer = await claim(early, 'Ana Prado', open);
    await familyOf(claimer);
    await bringFamily(early, by);
    expect(await familyOf(claimer)).toHaveLength(1);
  } finally {
    await open.close();
  }
});

describe('a proven address', () => {
  it('by a code to sign in with is proven too', async () => {
    const email = newEmail();
    await bringFamily(email);
    const client = studio.newClient();
    await client.auth.signInWithOtp({ email });
    await client.auth.verifyOtp({ email, token: await studio.codeFor(email), type: 'email' });
    const [self, ...others] = (await familyOf(client)).map(({ name }) => name);
    expect([self, others.sort()]).toEqual([email.split('@')[0], ['Ana Prado', 'Ana Prado', 'Leo Prado']]);
  });

  it('finds what is brought after it was proven', async () => {
    const parent = await signUp(studio);
    await bringFamily(parent.email);
    expect(await familyOf(parent.client)).toHaveLength(4);
  });

  it('that a family changes to merges the other household, and staff can undo it', async () => {
    const parent = await signUp(studio);
    await call(parent.client, 'save_family_member', { name: 'Leo Prado', born_on: '2015-09-30' });
    const email = newEmail();
    await bringFamily(email);
    await parent.client.auth.updateUser({ email });
    for (const to of [email, parent.email])
      await parent.client.auth.verifyOtp({
        email: to,
        token: await studio.codeFor(to),
        type: 'email_change',
      });
    const names = (await familyOf(parent.client)).map(({ name }) => name).sort();
    expect(names).toEqual(['Ana Prado', 'Ana Prado', 'Leo Prado', `Person ${parent.email}`]);
    const [merge] = await studio.sql`
      select id from public.household_merges where target_id = (select household_id from public.guardians where user_id = ${parent.id})`;
    await call(owner.client, 'undo_merge', { merge_id: merge?.id });
    expect(await familyOf(parent.client)).toHaveLength(2);
  });

  it('opens no household that has its guardian already', async () => {
    const email = newEmail();
    await bringFamily(email);
    const first = await claim(email);
    const id = await confirm(first, email);
    // The first account changes its address; the old address now belongs to someone else.
    await elevated().auth.admin.updateUserById(id, { email: newEmail(), email_confirm: true });
    const second = await claim(email, 'Someone Else');
    await confirm(second, email);
    expect((await familyOf(second)).map(({ name }) => name)).toEqual(['Someone Else']);
    expect((await householdOf(email)).guardians).toEqual([id]);
  });
});
