// What a token opens after its session has ended, its account was closed or a role was taken away, while it is still
// signed and not yet over. The table in docs/security.md, row by row: first open, then closed, at once.
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sha256, signRequest } from '#backend/storage/blobs/s3-signature.ts';
import { ask, signUp, type TestPerson } from '../accounts/testing/people.ts';
import { makeClassroom } from '../booking/testing/classroom.ts';
import { type StudioApp, startStudioApp } from '../testing/studio-app.ts';

let studio: StudioApp;
let owner: TestPerson;
let folder: string;
let taught: string;

const FUNCTION = `
import { createClient } from '@supabase/supabase-js';
export default async (request: Request) => {
  const client = createClient(Deno.env.get('SUPABASE_URL'), Deno.env.get('SUPABASE_ANON_KEY'), {
    global: { headers: { authorization: request.headers.get('authorization') } }, auth: { persistSession: false } });
  return Response.json((await client.from('contact_messages').select('id')).data);
};`;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'onda-tokens-'));
  await symlink(join(import.meta.dirname, '..', '..', 'node_modules'), join(folder, 'node_modules'));
  await mkdir(join(folder, 'functions', 'inbox'), { recursive: true });
  await writeFile(join(folder, 'functions', 'inbox', 'index.ts'), FUNCTION);
  studio = await startStudioApp({ FUNCTIONS_DIR: join(folder, 'functions') });
  owner = await signUp(studio, 'staff', 'owner');
  const { sql } = studio;
  await sql`insert into public.contact_messages (name, email, message) values ('Ana', 'ana@example.com', 'Hello')`;
});
afterAll(async () => {
  await studio?.close();
  await rm(folder, { recursive: true, force: true });
});

// ---------- how a token ends ----------
const ends: Record<string, (person: TestPerson) => Promise<unknown>> = {
  'signed out everywhere': (person) => person.client.auth.signOut({ scope: 'global' }),
  'ended from another device': async (person) => {
    const { json } = await ask(studio, 'GET /api/account/sessions', { as: person });
    const [session] = json.sessions as { id: string }[];
    await ask(studio, `DELETE /api/account/sessions/${session?.id}`, { as: person });
  },
  'session timed out': (person) =>
    studio.sql`update auth.sessions set not_after = now() - interval '1 second' where user_id = ${person.id}`,
  banned: (person) =>
    ask(studio, `POST /api/account/people/${person.id}/ban`, { as: owner, body: { banned: true } }),
  'account closed': (person) => studio.sql`delete from auth.users where id = ${person.id}`,
};
const takeRoles = (person: TestPerson) =>
  studio.sql`delete from public.roles where user_id = ${person.id} and role <> 'member'`;

// ---------- what a token opens: each answers whether it did ----------
type Surface = (token: string, person: TestPerson) => Promise<boolean>;

const rows = async (line: string, token: string, headers = {}) => {
  const { json } = await ask(studio, line, { as: { token }, headers });
  return Array.isArray(json) && json.length > 0;
};
const answers = async (line: string, token: string, body: unknown = {}, headers = {}) =>
  (await ask(studio, line, { as: { token }, body: line.startsWith('GET') ? undefined : body, headers }))
    .status < 300;
const cookieOf = (session: object) =>
  `sb-onda-auth-token=base64-${Buffer.from(JSON.stringify(session)).toString('base64url')}`;
const withCookie = async (cookie: string) =>
  (await ask(studio, 'GET /api/account/people', { headers: { cookie, 'sec-fetch-site': 'same-origin' } }))
    .status < 300;
const asSession = (token: string, { refreshToken }: TestPerson) =>
  cookieOf({ access_token: token, refresh_token: refreshToken, token_type: 'bearer', expires_in: 3600 });
const listFiles = async (headers: Record<string, string>) => {
  const url = `${studio.siteUrl}/storage/v1/object/list/media`;
  const response = await studio.fetch(
    new Request(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: '{"prefix":""}',
    }),
  );
  const listed: unknown = await response.json();
  return Array.isArray(listed) && listed.length > 0;
};
let count = 0;
const picture = () => `tokens/${++count}.png`;

const staffSurfaces: Record<string, Surface> = {
  'REST read': (token) => rows('GET /rest/v1/contact_messages?select=id', token),
  'REST read, token as API key': async (token) => {
    const { json } = await ask(studio, 'GET /rest/v1/contact_messages?select=id', {
      headers: { apikey: token },
    });
    return Array.isArray(json) && json.length > 0;
  },
  'REST write': async (token) => {
    const name = `room-${++count}`;
    return answers('POST /rest/v1/rooms', token, { slug: name, name });
  },
  'rpc by POST': (token) => answers('POST /rest/v1/rpc/list_contact_messages', token),
  'rpc by GET': (token) => answers('GET /rest/v1/rpc/list_contact_messages', token),
  'rpc that records money': async (token) => {
    const order = '00000000-0000-4000-8000-000000000000';
    const { json } = await ask(studio, 'POST /rest/v1/rpc/record_payment', {
      as: { token },
      body: { order_id: order, method: 'cash', amount_cents: 500 },
    });
    return json.hint !== 'staff_only';
  },
  'storage: list': (token) => listFiles({ authorization: `Bearer ${token}` }),
  'storage: read': async (token) => {
    const url = `${studio.siteUrl}/storage/v1/object/authenticated/media/known.png`;
    return (await studio.fetch(new Request(url, { headers: { authorization: `Bearer ${token}` } }))).ok;
  },
  'storage: sign a link': (token) =>
    answers('POST /storage/v1/object/sign/media/known.png', token, { expiresIn: 60 }),
  'storage: sign an upload': (token) =>
    answers(`POST /storage/v1/object/upload/sign/media/${picture()}`, token),
  'storage: upload': async (token) => {
    const url = `${studio.siteUrl}/storage/v1/object/media/${picture()}`;
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'image/png' };
    return (await studio.fetch(new Request(url, { method: 'POST', headers, body: 'a picture' }))).ok;
  },
  'storage: resumable upload': async (token) => {
    const metadata = { bucketName: 'media', objectName: picture(), contentType: 'image/png' };
    const response = await studio.fetch(
      new Request(`${studio.siteUrl}/storage/v1/upload/resumable`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'tus-resumable': '1.0.0',
          'upload-length': '9',
          'upload-metadata': Object.entries(metadata)
            .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
            .join(','),
        },
      }),
    );
    return response.ok;
  },
  'S3 with a session token': async (token) => {
    const url = new URL(`${studio.siteUrl}/storage/v1/s3/media?list-type=2`);
    const headers = signRequest(
      { method: 'GET', url, headers: { 'x-amz-security-token': token }, payloadHash: sha256('') },
      { accessKeyId: 'project', secretAccessKey: studio.secrets.anonKey, region: 'eu-west-1' },
      new Date(),
    );
    return (await (await studio.fetch(new Request(url, { headers }))).text()).includes('known.png');
  },
  'broadcast to a channel of staff': async (token, { id }) => {
    const { status } = await ask(
      studio,
      `POST /realtime/v1/api/broadcast/editing:${id}/events/e?private=true`,
      {
        as: { token },
        body: {},
      },
    );
    return status < 300;
  },
  'a function that reads as its caller': (token) => rows('GET /functions/v1/inbox', token),
  'product API': (token) => answers('GET /api/account/people', token),
  'product API, session cookie': (token, person) => withCookie(asSession(token, person)),
  'product API, passkey cookie': (token) => withCookie(`passkey-token=${token}`),
  'pages, session cookie': async (token, person) => {
    const headers = { cookie: asSession(token, person) };
    const visit = studio.clients.visit(new Request(studio.siteUrl, { headers }));
    return (await visit.visitor()).roles.includes('staff');
  },
  'pages, passkey cookie': async (token) => {
    const visit = studio.clients.visit(
      new Request(studio.siteUrl, { headers: { cookie: `passkey-token=${token}` } }),
    );
    return (await visit.visitor()).roles.includes('staff');
  },
  'is_staff()': async (token) =>
    JSON.stringify((await ask(studio, 'POST /rest/v1/rpc/is_staff', { as: { token }, body: {} })).json) ===
    'true',
};

const ownSurfaces: Record<string, Surface> = {
  'own account': (token) => answers('GET /auth/v1/user', token),
  'own sessions': (token) => answers('GET /api/account/sessions', token),
  'own profile': (token) => rows('GET /rest/v1/profiles?select=name', token),
  'own profile, change': async (token) => {
    const { json } = await ask(studio, 'PATCH /rest/v1/profiles?name=not.is.null', {
      as: { token },
      body: { name: 'Ana' },
      headers: { prefer: 'return=representation' },
    });
    return Array.isArray(json) && json.length > 0;
  },
  'own roles': (token) => rows('GET /rest/v1/roles?select=role', token),
  'children of a guardian': (token) => rows('GET /rest/v1/participants?select=name', token),
  'children of a guardian, by function': (token) => rows('GET /rest/v1/rpc/my_family', token),
  'everything about oneself': (token) => answers('POST /rest/v1/rpc/my_data', token),
  'has_role(member)': async (token) => {
    const asked = await ask(studio, 'POST /rest/v1/rpc/has_role', {
      as: { token },
      body: { wanted: 'member' },
    });
    return JSON.stringify(asked.json) === 'true';
  },
};

const teacherSurfaces: Record<string, Surface> = {
  'register of a class': (token) => answers('POST /rest/v1/rpc/get_register', token, { session_id: taught }),
  'terms of the studio': async (token) =>
    JSON.stringify(
      (await ask(studio, 'POST /rest/v1/rpc/has_role', { as: { token }, body: { wanted: 'teacher' } })).json,
    ) === 'true',
};

async function openOnes(surfaces: Record<string, Surface>, person: TestPerson): Promise<string[]> {
  const open: string[] = [];
  for (const [name, opens] of Object.entries(surfaces))
    if (await opens(person.token, person)) open.push(name);
  return open;
}

async function newStaff() {
  return signUp(studio, 'staff');
}

async function newGuardian() {
  const person = await signUp(studio);
  const { status } = await ask(studio, 'POST /rest/v1/rpc/save_family_member', {
    as: person,
    body: { name: 'Bea', born_on: '2018-01-01' },
  });
  expect(status).toBe(200);
  return person;
}

async function newTeacher() {
  const person = await signUp(studio, 'teacher');
  const [teacher] = await studio.sql`
    insert into public.people (slug, name, line, bio) values (${person.id}, 'T', 'Teacher', 'T') returning id`;
  await studio.sql`insert into public.person_accounts (person_id, user_id) values (${teacher?.id}, ${person.id})`;
  ({ sessionId: taught } = await makeClassroom(studio.sql, { teacherId: teacher?.id }));
  return person;
}

describe('a token', () => {
  beforeAll(async () => {
    const { client } = await newStaff();
    await client.storage.from('media').upload('known.png', new Blob(['a picture'], { type: 'image/png' }));
  });

  it.each([
    ['staff', newStaff, staffSurfaces],
    ['guardians', newGuardian, ownSurfaces],
    ['teachers', newTeacher, teacherSurfaces],
  ])('of %s opens what it should while it is good', async (_who, make, surfaces) => {
    expect(await openOnes(surfaces, await make())).toEqual(Object.keys(surfaces));
  });

  describe.each(Object.entries(ends))('%s', (_how, end) => {
    it.each([
      ['staff', newStaff, staffSurfaces],
      ['guardians', newGuardian, ownSurfaces],
      ['teachers', newTeacher, teacherSurfaces],
    ])('opens nothing of %s any more', async (_who, make, surfaces) => {
      const person = await make();
      await end(person);
      expect(await openOnes(surfaces, person)).toEqual([]);
    });
  });

  it('opens nothing of staff after the role was taken away, and still what is the person’s own', async () => {
    const person = await newStaff();
    await takeRoles(person);
    expect(await openOnes(staffSurfaces, person)).toEqual([]);
    expect(await openOnes({ own: ownSurfaces['own profile'] as Surface }, person)).toEqual(['own']);
    const teacher = await newTeacher();
    await takeRoles(teacher);
    expect(await openOnes(teacherSurfaces, teacher)).toEqual([]);
  });
});

it('a calendar link outlives sign-outs, shows no class after the role was taken away, and ends with the account', async () => {
  const linkOf = async (person: TestPerson) =>
    String((await ask(studio, 'POST /rest/v1/rpc/my_calendar_link', { as: person, body: {} })).json);
  const sessionsOf = async (calendar_token: string) =>
    (await studio.clients.anonymous.rpc('get_calendar', { calendar_token })).data as unknown[];
  const [signedOut, former, banned] = [await newTeacher(), await newTeacher(), await newTeacher()];
  const links = await Promise.all([signedOut, former, banned].map(linkOf));
  const counts = async () => (await Promise.all(links.map(sessionsOf))).map((sessions) => sessions.length);
  expect(await counts()).toEqual([1, 1, 1]);
  await signedOut.client.auth.signOut({ scope: 'global' });
  await takeRoles(former);
  await ends.banned?.(banned);
  expect(await counts()).toEqual([1, 0, 0]);
});

it('no policy and no function takes the account from the claims without asking for its session', async () => {
  const asking = await studio.sql`
    select p.proname::text as name from pg_proc p
    where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace) and p.prosrc ~* '(auth[[:space:]]*[.][[:space:]]*uid|->>[[:space:]]*''sub'')'
    union all
    select polname || ' on ' || polrelid::regclass from pg_policy
    where concat(pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid)) ~* 'auth[.]uid'
    union all
    select attrelid::regclass || '.' || attname from pg_attrdef d join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
    where pg_get_expr(d.adbin, d.adrelid) ~* 'auth[.]uid'`;
  // The second factor is the account’s, whatever its session is.
  expect(asking.map(({ name }) => name).sort()).toEqual(['current_user_id', 'is_proven']);
});
