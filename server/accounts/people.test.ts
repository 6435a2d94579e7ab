import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeClassroom } from '../booking/testing/classroom.ts';
import { mintToken } from '../testing/mint-key.ts';
import { type StudioApp, startStudioApp } from '../testing/studio-app.ts';
import { ask, goodPassword, newEmail, signUp, type TestPerson } from './testing/people.ts';

let studio: StudioApp;
let member: TestPerson;
let staff: TestPerson;
let owner: TestPerson;

beforeAll(async () => {
  studio = await startStudioApp();
  member = await signUp(studio);
  staff = await signUp(studio, 'staff');
  owner = await signUp(studio, 'staff', 'owner');
});
afterAll(() => studio?.close());

interface Listed {
  id: string;
  email: string;
  roles: string[];
  banned: boolean;
  factors: { type: string }[];
  is_you: boolean;
  can_manage: boolean;
}
const listed = async (search: string, as = staff) => {
  const { json } = await ask(studio, `GET /api/account/people?search=${encodeURIComponent(search)}`, { as });
  return json.people as Listed[];
};

/** Adds an authenticator to a person's account, as its app would. */
async function addAuthenticator(person: TestPerson): Promise<string> {
  const { data: factor, error } = await person.client.auth.mfa.enroll({ factorType: 'totp' });
  if (error) throw error;
  const { error: rejected } = await person.client.auth.mfa.challengeAndVerify({
    factorId: factor.id,
    code: codeOf(factor.totp.secret),
  });
  if (rejected) throw rejected;
  const { data } = await person.client.auth.getSession();
  return data.session?.access_token ?? '';
}

function codeOf(secret: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = [...secret]
    .map((character) => alphabet.indexOf(character).toString(2).padStart(5, '0'))
    .join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)));
  const hash = createHmac('sha1', key).update(counter).digest();
  const offset = (hash.at(-1) ?? 0) & 15;
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

describe('what only staff may do', () => {
  const someone = '00000000-0000-4000-8000-000000000000';
  const lines: [string, object | undefined][] = [
    ['GET /api/account/people', undefined],
    ['POST /api/account/people/invite', { email: 'new@example.com', name: 'New', roles: [] }],
    [`POST /api/account/people/${someone}/ban`, { banned: true }],
    [`POST /api/account/people/${someone}/reset-factors`, {}],
    [`POST /api/outbox/${someone}/retry`, {}],
    [`POST /api/account/people/${someone}/invite`, {}],
  ];

  it.each(lines)('%s is rejected to who is not signed in', async (line, body) => {
    const { status, json } = await ask(studio, line, { body });
    expect([status, json.code]).toEqual([401, 'not_signed_in']);
  });

  it.each(lines)('%s is rejected to members', async (line, body) => {
    const { status, json } = await ask(studio, line, { body, as: member });
    expect([status, json.code]).toEqual([403, 'not_staff']);
  });

  it.each(lines)('%s is rejected to forged and to public tokens', async (line, body) => {
    const claims = { sub: owner.id, role: 'authenticated', aud: 'authenticated', exp: Date.now() };
    for (const token of ['nonsense', mintToken(claims, 'x'.repeat(40)), studio.secrets.anonKey]) {
      expect((await ask(studio, line, { body, as: { token } })).status).toBe(401);
    }
  });

  it.each(lines)('%s is open to staff', async (line, body) => {
    const { status } = await ask(studio, line, { body, as: staff });
    expect([200, 404, 409]).toContain(status);
  });
});

describe('the list of people', () => {
  it('finds someone by a part of the address or the name, in any case', async () => {
    const part = member.email.slice(2, 9).toUpperCase();
    expect((await listed(part)).map(({ id }) => id)).toEqual([member.id]);
    expect((await listed(`PERSON ${member.email}`)).map(({ id }) => id)).toEqual([member.id]);
    expect(await listed('%')).toEqual([]);
  });

  it('says who may be managed: staff manage members, the owner everyone but themselves', async () => {
    const managed = async (as: TestPerson) => {
      const { json } = await ask(studio, 'GET /api/account/people', { as });
      return Object.fromEntries((json.people as Listed[]).map(({ id, can_manage }) => [id, can_manage]));
    };
    expect(await managed(staff)).toMatchObject({ [member.id]: true, [owner.id]: false, [staff.id]: false });
    expect(await managed(owner)).toMatchObject({ [member.id]: true, [owner.id]: false, [staff.id]: true });
  });

  it('counts everyone, and takes nonsense for the first page', async () => {
    const { json } = await ask(studio, 'GET /api/account/people', { as: staff });
    expect(json.total).toBeGreaterThanOrEqual(3);
    const nonsense = await ask(studio, "GET /api/account/people?on=1~'&back=x", { as: staff });
    expect(nonsense.json.people).toEqual(json.people);
  });

  it('shows each person once when paging, even if someone signs up between two pages', async () => {
    // Of one moment: the order must hold by id too.
    const addPeople = (many: number) => studio.sql`
      insert into auth.users (id, aud, role, email, created_at)
      select gen_random_uuid(), 'authenticated', 'authenticated', gen_random_uuid() || '@turned.example', timestamptz '2019-01-01'
      from generate_series(1, ${many})`;
    await addPeople(120);
    const before = await studio.sql`select id from auth.users where email like '%@turned.example'`;
    const turn = async (way: string) => {
      const { json } = await ask(studio, `GET /api/account/people?search=turned.example&${way}`, {
        as: staff,
      });
      return json as { people: Listed[]; on: string | null; back: string | null; total: number };
    };
    const first = await turn('');
    expect(first).toMatchObject({ back: null, total: 120 });
    await addPeople(1);
    const seen = first.people.map(({ id }) => id);
    let page = first;
    while (page.on) {
      page = await turn(`on=${encodeURIComponent(page.on)}`);
      seen.push(...page.people.map(({ id }) => id));
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(before.every(({ id }) => seen.includes(id))).toBe(true);
    while (page.back) page = await turn(`back=${encodeURIComponent(page.back)}`);
    const [top] = await studio.sql`
      select id from auth.users where email like '%@turned.example' order by id desc limit 1`;
    expect(page.people[0]?.id).toBe(top?.id);
  });

  it('leaves out visitors who only look around', async () => {
    const { data } = await studio.newClient().auth.signInAnonymously();
    const { json } = await ask(studio, 'GET /api/account/people', { as: staff });
    expect((json.people as Listed[]).some(({ id }) => id === data.user?.id)).toBe(false);
  });
});

describe('an invitation', () => {
  it('brings a person in with their name and roles', async () => {
    const email = newEmail();
    const { status, json } = await ask(studio, 'POST /api/account/people/invite', {
      as: staff,
      body: { email, name: 'Bea Lund', roles: ['teacher'] },
    });
    expect([status, json.email]).toEqual([200, email]);
    expect(await listed(email)).toMatchObject([{ name: 'Bea Lund', roles: ['member', 'teacher'] }]);

    const [mail] = await studio.withSecrets(
      await studio.sql<{ id: string; subject: string; text_body: string }[]>`
        select id, subject, text_body from public.outbox where to_address = ${email}`,
    );
    const [inviter] = await studio.sql`select name from public.profiles where user_id = ${staff.id}`;
    expect(mail?.subject).toBe(`${inviter?.name} invites you to join onda`);
    expect(mail?.text_body).toContain('as teacher.');
    expect(mail?.text_body).toContain('The link is valid for 7 days, the code for one hour.');
    expect(mail?.text_body).toContain(encodeURIComponent(`${studio.siteUrl}/new-password?welcome`));
    const client = studio.newClient();
    const token = await studio.codeFor(email);
    const { data, error } = await client.auth.verifyOtp({ email, token, type: 'invite' });
    expect([error, data.user?.email]).toEqual([null, email]);
    expect((await client.auth.updateUser({ password: goodPassword })).error).toBeNull();
  });

  it('may be sent again until it was accepted', async () => {
    const body = { email: newEmail(), name: 'Bea', roles: ['host'] };
    expect((await ask(studio, 'POST /api/account/people/invite', { as: staff, body })).status).toBe(200);
    expect((await ask(studio, 'POST /api/account/people/invite', { as: staff, body })).status).toBe(200);
    await studio.newClient().auth.verifyOtp({
      email: body.email,
      token: await studio.codeFor(body.email),
      type: 'invite',
    });
    const { status, json } = await ask(studio, 'POST /api/account/people/invite', { as: staff, body });
    expect([status, Object.keys(json.fields ?? {})]).toEqual([422, ['email']]);
  });

  it('holds a week by its link, an hour by its code, and is sent again from the list', async () => {
    const email = newEmail();
    const body = { email, name: 'Ida', roles: ['host'] };
    const { json } = await ask(studio, 'POST /api/account/people/invite', { as: staff, body });
    const linkToken = async () => {
      const [mail] = await studio.withSecrets(
        await studio.sql<{ id: string; text_body: string }[]>`
          select id, text_body from public.outbox where to_address = ${email} order by created_at desc limit 1`,
      );
      return /token_hash=([^&\s]+)/.exec(mail?.text_body ?? '')?.[1] ?? '';
    };
    const old = await linkToken();
    const again = `POST /api/account/people/${json.id}/invite`;
    expect((await ask(studio, again, { as: staff, body: {} })).status).toBe(200);
    const client = studio.newClient();
    expect((await client.auth.verifyOtp({ token_hash: old, type: 'invite' })).error).not.toBeNull();

    await studio.sql`
      update auth.one_time_tokens set updated_at = updated_at - interval '6 days', expires_at = expires_at - interval '6 days'
      where relates_to = ${email}`;
    const token = await studio.codeFor(email);
    expect((await client.auth.verifyOtp({ email, token, type: 'invite' })).error).not.toBeNull();
    const opened = await client.auth.verifyOtp({ token_hash: await linkToken(), type: 'invite' });
    expect(opened.error).toBeNull();
    expect((await ask(studio, again, { as: staff, body: {} })).json.code).toBe('already_accepted');
    const boss = await ask(studio, 'POST /api/account/people/invite', {
      as: owner,
      body: { email: newEmail(), name: 'Boss', roles: ['staff'] },
    });
    const rejected = await ask(studio, `POST /api/account/people/${boss.json.id}/invite`, {
      as: staff,
      body: {},
    });
    expect(rejected.json.code).toBe('not_owner');
  });

  it('makes staff only when the owner sends it', async () => {
    const body = { email: newEmail(), name: '', roles: ['staff'] };
    const rejected = await ask(studio, 'POST /api/account/people/invite', { as: staff, body });
    expect([rejected.status, rejected.json.code]).toEqual([403, 'not_owner']);
    expect(await listed(body.email)).toEqual([]);
    expect((await ask(studio, 'POST /api/account/people/invite', { as: owner, body })).status).toBe(200);
    expect(await listed(body.email)).toMatchObject([{ roles: ['member', 'staff'] }]);
  });

  it.each([
    [{ email: 'nowhere' }, 'email'],
    [{ email: 'a@b.c\r\nBcc: everybody@example.com' }, 'email'],
    [{ email: 'a@example.com,b@example.com' }, 'email'],
    [{ email: 'a@example.com', name: 'x'.repeat(121) }, 'name'],
    [{ email: 'a@example.com', roles: ['king'] }, 'roles'],
    [{ email: 'a@example.com', roles: 'staff' }, 'roles'],
  ])('%j is rejected at the field', async (body, field) => {
    const { status, json } = await ask(studio, 'POST /api/account/people/invite', { as: staff, body });
    expect([status, Object.keys(json.fields ?? {})]).toEqual([422, [field]]);
  });
});

describe('a ban', () => {
  it('ends every session at once and lasts until it is lifted', async () => {
    const person = await signUp(studio);
    const line = `POST /api/account/people/${person.id}/ban`;
    expect((await ask(studio, line, { as: staff, body: { banned: true } })).json).toEqual({
      id: person.id,
      banned: true,
    });
    expect((await ask(studio, 'GET /api/account/sessions', { as: person })).status).toBe(401);
    const client = studio.newClient();
    const rejected = await client.auth.signInWithPassword({ email: person.email, password: goodPassword });
    expect(rejected.error?.code).toBe('user_banned');
    expect(await listed(person.email)).toMatchObject([{ banned: true }]);

    await ask(studio, line, { as: staff, body: { banned: false } });
    const welcome = await client.auth.signInWithPassword({ email: person.email, password: goodPassword });
    expect(welcome.error).toBeNull();
  });

  it('of a teacher shows what they teach, and puts each date among those without a teacher', async () => {
    const person = await signUp(studio, 'teacher');
    const [teacher] = await studio.sql`
      insert into public.people (slug, name, line, bio) values ('test-leaving', 'Lea', '', '') returning id`;
    await studio.sql`insert into public.person_accounts (person_id, user_id) values (${teacher?.id}, ${person.id})`;
    const room = await makeClassroom(studio.sql, { teacherId: teacher?.id });
    const over = await makeClassroom(studio.sql, { teacherId: teacher?.id, inHours: -50 });
    const line = `/api/account/people/${person.id}`;
    const { json } = await ask(studio, `GET ${line}/teaching`, { as: staff });
    expect(json).toEqual({ classes: [{ title: `Class ${room.slug}`, dates: 1 }] });
    expect((await ask(studio, `GET ${line}/teaching`, { as: member })).status).toBe(403);
    const gaps = async () => {
      const { data } = await staff.client.rpc('get_today');
      return (data.gaps as { session_id: string; instead_of: string }[]).filter(({ session_id }) =>
        [room.sessionId, over.sessionId].includes(session_id),
      );
    };
    const ban = (banned: boolean) => ask(studio, `POST ${line}/ban`, { as: staff, body: { banned } });
    await ban(true);
    await ban(true);
    expect(await gaps()).toMatchObject([{ session_id: room.sessionId, instead_of: 'Lea' }]);
    await ban(false);
    expect(await gaps()).toEqual([]);
  });

  it('takes the rights of a banned member of staff even while their token still lasts', async () => {
    const person = await signUp(studio, 'staff');
    await ask(studio, `POST /api/account/people/${person.id}/ban`, { as: owner, body: { banned: true } });
    const roles = await person.client.from('roles').select('user_id').neq('user_id', person.id);
    expect(roles.data).toEqual([]);
    const { error } = await person.client.rpc('set_role', {
      person: member.id,
      wanted: 'host',
      granted: true,
    });
    expect(error?.code).toBe('42501');
  });

  it('is not for staff to give to staff or owners, nor for anybody to themselves', async () => {
    const other = await signUp(studio, 'staff');
    const body = { banned: true };
    for (const { id } of [owner, other]) {
      const { status, json } = await ask(studio, `POST /api/account/people/${id}/ban`, { as: staff, body });
      expect([status, json.code]).toEqual([403, 'not_owner']);
    }
    const self = await ask(studio, `POST /api/account/people/${owner.id}/ban`, { as: owner, body });
    expect([self.status, self.json.code]).toEqual([409, 'not_yourself']);
  });

  it('leaves one owner when two shut each other out at the same moment', async () => {
    const [a, b] = [await signUp(studio, 'owner'), await signUp(studio, 'owner')];
    const ban = (as: TestPerson, { id }: TestPerson) =>
      ask(studio, `POST /api/account/people/${id}/ban`, { as, body: { banned: true } });
    await Promise.all([ban(a, b), ban(b, a)]);
    const [left] = await studio.sql`
      select count(*)::int as owners from auth.users where id in (${a.id}, ${b.id}) and banned_until is null`;
    expect(left?.owners).toBe(1);
  });

  it.each([[{}], [{ banned: 'yes' }], [{ banned: null }]])('%j is rejected with a message', async (body) => {
    const { status, json } = await ask(studio, `POST /api/account/people/${member.id}/ban`, {
      as: staff,
      body,
    });
    expect([status, json.code]).toEqual([422, 'invalid']);
  });

  it.each(['nobody', '00000000-0000-4000-8000-000000000000', "'; drop table roles; --"])(
    'of %s is answered with 404',
    async (id) => {
      const line = `POST /api/account/people/${encodeURIComponent(id)}/ban`;
      const { status, json } = await ask(studio, line, { as: staff, body: { banned: true } });
      expect([status, json.code]).toEqual([404, 'person_not_found']);
    },
  );
});

describe('a second factor', () => {
  it('must be shown before staff rights hold, here and in the database', async () => {
    const person = await signUp(studio, 'staff');
    const proven = await addAuthenticator(person);
    expect((await ask(studio, 'GET /api/account/people', { as: { token: proven } })).status).toBe(200);

    const thief = studio.newClient();
    const { data } = await thief.auth.signInWithPassword({ email: person.email, password: goodPassword });
    const token = data.session?.access_token ?? '';
    const { status, json } = await ask(studio, 'GET /api/account/people', { as: { token } });
    expect([status, json.code]).toEqual([403, 'second_factor_needed']);
    expect((await thief.rpc('is_staff')).data).toBe(false);
    expect((await thief.from('outbox').select('id')).data).toEqual([]);
    const { error } = await thief.rpc('set_role', { person: person.id, wanted: 'host', granted: true });
    expect(error?.code).toBe('42501');
  });

  it('that was lost is taken away by staff, and its sessions with it', async () => {
    const person = await signUp(studio);
    const token = await addAuthenticator(person);
    expect((await listed(person.email))[0]?.factors).toMatchObject([{ type: 'totp' }]);
    const line = `POST /api/account/people/${person.id}/reset-factors`;
    const { status, json } = await ask(studio, line, { as: staff, body: {} });
    expect([status, json]).toEqual([200, { id: person.id, removed: 1 }]);
    expect((await ask(studio, 'GET /api/account/sessions', { as: { token } })).status).toBe(401);
    expect((await listed(person.email))[0]?.factors).toEqual([]);
  });

  it('of the owner is not for staff to take away', async () => {
    const line = `POST /api/account/people/${owner.id}/reset-factors`;
    expect((await ask(studio, line, { as: staff, body: {} })).json.code).toBe('not_owner');
  });
});

describe('the outbox', () => {
  const readable = async ({ client }: TestPerson, { email }: TestPerson) =>
    (await client.from('outbox').select('id').eq('to_address', email)).data?.length;

  it('shows the codes of staff and owners to owners only, so that no one gains a role by reading another’s email', async () => {
    expect(await readable(member, member)).toBe(0);
    expect(await readable(staff, member)).toBe(1);
    expect(await readable(staff, staff)).toBe(1);
    expect(await readable(staff, owner)).toBe(0);
    expect(await readable(owner, staff)).toBe(1);
  });

  it('says that there is no mail server when a mail cannot be sent again', async () => {
    const [mail] = await studio.sql`select id from public.outbox where to_address = ${member.email}`;
    const { status, json } = await ask(studio, `POST /api/outbox/${mail?.id}/retry`, { as: staff, body: {} });
    expect([status, json.code]).toEqual([409, 'no_mail_server']);
  });
});

it('what staff do is written down with who did it and from where', async () => {
  const person = await signUp(studio);
  await ask(studio, `POST /api/account/people/${person.id}/ban`, {
    as: staff,
    body: { banned: true },
    address: '203.0.113.9',
  });
  const entries = await studio.sql`
    select payload ->> 'action' as action, payload ->> 'actor_username' as actor, ip_address
    from auth.audit_log_entries where payload -> 'traits' ->> 'user_id' = ${person.id}
      and payload ->> 'actor_id' = ${staff.id}`;
  expect([...entries]).toEqual([{ action: 'user_banned', actor: staff.email, ip_address: '203.0.113.9' }]);
});
