// The backend host by itself, as `npm run backend` starts it: what does not belong to one of its services alone.

import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findFreePort } from '#backend/find-free-port.ts';
import { makeDataDir, ROOT } from '../../start/program.ts';
import { openTarget, type Target } from '../rest/target.ts';
import { type ClaimsHook, startClaimsHook } from './claims-hook.ts';
import { writeProject } from './project.ts';
import { resetLikeCli } from './reset-like-cli.ts';
import { testSampleApp } from './sample-app.ts';

const APP = 'https://app.example';
const PHONE_APP = 'android:apk-key-hash:7d1043473d55bfa90e8530d35801d4e381bc69f0';

let target: Target;
let claimsHook: ClaimsHook;
beforeAll(async () => {
  const port = await findFreePort();
  claimsHook = await startClaimsHook();
  target = await openTarget(
    '',
    {
      HOST: '127.0.0.1',
      PORT: String(port),
      API_URL: `http://localhost:${port}`,
      REST_SCHEMAS: 'public,api',
      CLAIMS_HOOK: claimsHook.url,
      HOOK_SECRETS: claimsHook.secret,
      AUTH_PASSKEY_ORIGINS: `https://app.example,https://www.app.example,${PHONE_APP}`,
    },
    ['--project', writeProject(makeDataDir())],
  );
});
afterAll(async () => {
  await target.close();
  await claimsHook.close();
});

const isForeign = Boolean(process.env.TARGET_URL);
const newEmail = () => `${randomBytes(8).toString('hex')}@example.com`;

describe('sign-up', () => {
  test('accepts a common password where only its length is checked', async () => {
    const { data, error } = await target.anon.auth.signUp({ email: newEmail(), password: 'password123' });
    expect([error, data.session?.token_type]).toEqual([null, 'bearer']);
    const short = await target.anon.auth.signUp({ email: newEmail(), password: '123' });
    expect(short.error).toMatchObject({
      code: 'weak_password',
      message: 'Password should be at least 6 characters.',
    });
  });

  test.skipIf(isForeign)('by phone is rejected where nobody sends text messages', async () => {
    const phone = '+351910000001';
    const { auth } = target.anon;
    const password = 'harbour-wave-41';
    expect((await auth.signUp({ phone, password })).error).toMatchObject({
      code: 'phone_provider_disabled',
      message: 'Phone signups are disabled',
    });
    expect((await auth.signInWithOtp({ phone })).error).toMatchObject({
      code: 'phone_provider_disabled',
      message: 'Unsupported phone provider',
    });
    expect((await auth.signInWithPassword({ phone, password })).error?.code).toBe('phone_provider_disabled');
    expect((await auth.resend({ type: 'sms', phone })).error?.code).toBe('phone_provider_disabled');
    const settings = await fetch(`${target.url}/auth/v1/settings`, { headers: { apikey: target.anonKey } });
    expect(await settings.json()).toMatchObject({ external: { phone: false, email: true } });
  });
});

describe('two addresses, of the host and of the app', () => {
  test.skipIf(isForeign)(
    'the host names its own as issuer and in links, and comes back to the app',
    async () => {
      expect(target.url).toMatch(/^http:\/\/localhost:\d+$/);
      const about = await fetch(`${target.url}/auth/v1/.well-known/openid-configuration`);
      expect(await about.json()).toMatchObject({ issuer: `${target.url}/auth/v1` });
      const email = newEmail();
      const { data } = await target.anon.auth.signUp({ email, password: 'harbour-wave-41' });
      const claims = JSON.parse(atob(data.session?.access_token.split('.')[1] ?? ''));
      expect(claims.iss).toBe(`${target.url}/auth/v1`);
      const made = await target.service.auth.admin.generateLink({ type: 'magiclink', email });
      const link = new URL(made.data.properties?.action_link ?? '');
      expect([link.origin, link.searchParams.get('redirect_to')]).toEqual([target.url, APP]);
      const followed = await fetch(link, { redirect: 'manual' });
      expect([followed.status, new URL(followed.headers.get('location') ?? '').origin]).toEqual([303, APP]);
    },
  );

  test.skipIf(isForeign)(
    'the link of an email asks for a click and then leads to the app, once',
    async () => {
      const email = newEmail();
      await target.anon.auth.signUp({ email, password: 'harbour-wave-41' });
      await target.anon.auth.resetPasswordForEmail(email, { redirectTo: `${APP}/new-password` });
      const mail = target.emails().find((text) => text.includes(email)) ?? '';
      const address = /http:\/\/localhost:\d+\/auth\/v1\/confirm\?[^\s"<]+/.exec(mail)?.[0] ?? '';
      // Scanners open it, perhaps more than once.
      const pages = [await fetch(address), await fetch(address, { method: 'HEAD' }), await fetch(address)];
      expect(pages.map(({ status }) => status)).toEqual([200, 200, 200]);
      const page = pages[0];
      expect(page?.headers.get('content-security-policy')).toContain("default-src 'none'");
      expect([page?.headers.get('referrer-policy'), page?.headers.get('cache-control')]).toEqual([
        'no-referrer',
        'no-store',
      ]);
      const href = /href="(verify\?[^"]+)"/.exec((await page?.text()) ?? '')?.[1]?.replaceAll('&amp;', '&');
      const click = () => fetch(new URL(href ?? '', address), { redirect: 'manual' });
      const target1 = new URL((await click()).headers.get('location') ?? '');
      expect(target1.origin + target1.pathname).toBe(`${APP}/new-password`);
      expect(new URLSearchParams(target1.hash.slice(1)).get('type')).toBe('recovery');
      expect((await click()).headers.get('location')).toContain('error_code=otp_expired');
      const strange = await fetch(`${target.url}/auth/v1/confirm?token_hash=%3Cb%3E&type=signup`);
      expect(strange.status).toBe(404);
    },
  );

  test.skipIf(isForeign)('passkeys are used on each of the given addresses and no other', async () => {
    const { data } = await target.anon.auth.signUp({ email: newEmail(), password: 'harbour-wave-41' });
    const response = await fetch(`${target.url}/auth/v1/passkeys/registration/options`, {
      method: 'POST',
      headers: {
        apikey: target.anonKey,
        authorization: `Bearer ${data.session?.access_token}`,
        'content-type': 'application/json',
      },
      body: '{}',
    });
    expect(await response.json()).toMatchObject({ options: { rp: { id: 'app.example' } } });
  });
});

describe.skipIf(isForeign)('hooks of a project', () => {
  test('add claims to every token, over HTTP with a signature that the receiver checks', async () => {
    const { data } = await target.anon.auth.signUp({ email: newEmail(), password: 'harbour-wave-41' });
    const claims = (token = '') => JSON.parse(atob(token.split('.')[1] ?? ''));
    expect(claims(data.session?.access_token)).toMatchObject({ plan: 'gold', how: 'password' });
    const { data: later } = await target.anon.auth.refreshSession({
      refresh_token: data.session?.refresh_token ?? '',
    });
    expect(claims(later.session?.access_token)).toMatchObject({ plan: 'gold', how: 'token_refresh' });
    expect(claimsHook.isForged()).toBe(false);
    expect(target.log()).not.toContain('whsec');
  });

  test('see every attempt at a password in SQL, and may reject it', async () => {
    const email = newEmail();
    await target.anon.auth.signUp({ email, password: 'harbour-wave-41' });
    const attempt = async (password: string) =>
      (await target.anon.auth.signInWithPassword({ email, password })).error?.message;
    expect(await attempt('harbour-wave-41')).toBeUndefined();
    expect(await attempt('wrong')).toBe('Invalid login credentials');
    expect(await attempt('wrong')).toBe('Too many attempts.');
    expect(await attempt('harbour-wave-41')).toBe('Too many attempts.');
    expect((await target.anon.rpc('count_attempts', { event: {} })).error?.code).toBe('42501');
  });
});

describe.skipIf(isForeign)('in the background', () => {
  test('jobs of the project run, its webhooks call its functions, its queue holds messages', async () => {
    const { sql } = target;
    await expect.poll(async () => (await sql`select from public.shop_ticks`).length).toBeGreaterThan(1);
    const [run] = await sql`select status, return_message from cron.job_run_details order by runid limit 1`;
    expect(run).toEqual({ status: 'succeeded', return_message: 'INSERT 1' });
    expect(await sql`select cron.unschedule('tick') as "isGone"`).toEqual([{ isGone: true }]);
    // As Supabase Studio writes it; the host's own address may be private.
    await sql.unsafe(`
      create trigger tell after insert on public.shop_ticks for each row execute function
      supabase_functions.http_request('${target.url}/functions/v1/legacy', 'POST', '{"Content-type":"application/json"}', '{}', '50000')`);
    await sql`insert into public.shop_ticks default values`;
    await sql`drop trigger tell on public.shop_ticks`;
    const [elsewhere] = await sql`select net.http_get('http://127.0.0.1:1/') as id`;
    const answers = () => sql`
      select r.status_code, r.error_msg from net._http_response as r left join supabase_functions.hooks as h on h.request_id = r.id
      where h.hook_name = 'tell' or r.id = ${elsewhere?.id} order by r.status_code`;
    // Its first call starts it.
    await expect.poll(async () => (await answers()).length, { timeout: 55_000 }).toBe(2);
    expect(await answers()).toEqual([
      { status_code: 200, error_msg: null },
      { status_code: null, error_msg: 'The address is not on the public internet' },
    ]);
    await sql`select pgmq.send('parcels', '{"to": "Ana"}')`;
    expect(await sql`select message from pgmq.pop('parcels')`).toEqual([{ message: { to: 'Ana' } }]);
  });

  test('members and visitors reach nothing of it', async () => {
    for (const schema of ['cron', 'net', 'pgmq', 'supabase_functions'])
      expect((await target.service.schema(schema).from('job').select()).error?.code).toBe('PGRST106');
    const open = await target.sql`
      select from pg_namespace as n, pg_roles as r
      where n.nspname in ('cron', 'net', 'pgmq', 'supabase_functions') and r.rolname in ('anon', 'authenticated')
        and has_schema_privilege(r.oid, n.oid, 'usage')`;
    expect(open).toHaveLength(0);
  });
});

describe.skipIf(isForeign)('a project', () => {
  const withKey = () => ({ apikey: target.anonKey, authorization: `Bearer ${target.anonKey}` });

  test('brings its tables, schemas, extensions, roles and buckets', async () => {
    const { data } = await target.anon.from('shop_items').select('id, name, digest, code').order('id');
    expect(data?.map(({ id, name }) => [id, name])).toEqual([
      [1, 'cup'],
      [2, 'bowl'],
      [3, 'jug'],
    ]);
    expect(data?.[0]).toMatchObject({
      digest: expect.stringMatching(/^2d711642/),
      code: expect.stringMatching(/-/),
    });
    const orders = await target.anon.schema('api').from('orders').select();
    expect([orders.error, orders.data]).toEqual([null, [{ id: 1, size: 'small' }]]);
    expect((await target.anon.rpc('shop_hash', { secret: 'x' })).data).toMatch(/^\$2a\$04\$/);
    expect((await target.service.storage.getBucket('covers')).data).toMatchObject({
      public: true,
      file_size_limit: 2 ** 20,
      allowed_mime_types: ['image/png', 'image/jpeg'],
    });
    const roles = await target.sql`
      select rolname, rolsuper, rolcanlogin from pg_roles
      where rolname in ('supabase_admin', 'supabase_auth_admin', 'supabase_storage_admin', 'dashboard_user')`;
    expect(roles).toHaveLength(4);
    // Names for grants, nothing to log in with.
    expect(roles.filter(({ rolsuper, rolcanlogin }) => rolsuper || rolcanlogin)).toEqual([]);
  });

  test('its functions import Deno modules by address and names of the shared import map', async () => {
    const invoke = (name: string) => fetch(`${target.url}/functions/v1/${name}`, { headers: withKey() });
    const legacy = await invoke('legacy');
    expect(legacy.status, target.log().slice(-3000)).toBe(200);
    expect(legacy.status, target.log().slice(-1500)).toBe(200);
    expect([await legacy.json(), legacy.headers.get('access-control-allow-methods')]).toEqual([
      { name: 'cup', greeting: 'Look at this', encoded: 'aGk=', url: target.url },
      'POST',
    ]);
    const mapped = await invoke('mapped');
    expect(mapped.status, target.log().slice(-3000)).toBe(201);
    expect([mapped.status, await mapped.json()]).toMatchObject([201, { isFunction: true, path: 'b' }]);
    const unknown = await invoke('unknown');
    expect([unknown.status, unknown.headers.get('x-relay-error')]).toEqual([503, 'true']);
    await expect.poll(() => target.log()).toMatch(/csv\/mod\.ts is not offered by this host/);
  });

  test('what a function throws is logged with its stack, and not sent', async () => {
    const answer = await fetch(`${target.url}/functions/v1/fails`, { headers: withKey() });
    expect([answer.status, await answer.text()]).toEqual([500, 'Internal Server Error']);
    await expect
      .poll(() => target.log())
      .toMatch(/"level":"?(50|error)"?.*no such item 7\\n +at find .*fails\/index\.ts:4:9/);
  });

  test('types are written for any of its schemas', async () => {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['server/write-types.ts', '--schema', 'api,public', '--db-url', target.databaseUrl],
      { cwd: ROOT },
    );
    const text = stdout.replaceAll(/\s+/g, ' ');
    expect(text).toContain("size: Database['api']['Enums']['size'] | null;");
    expect(text).toContain("Enums: { size: 'small' | 'large'; };");
    expect(text).toMatch(/public: \{ Tables: .* shop_items: \{/);
  });
});

describe.skipIf(isForeign)('an app written for a hosted Supabase', () => {
  testSampleApp(() => target);
});

describe.skipIf(isForeign)('a reset by the Supabase CLI (db reset --db-url)', () => {
  test('drops what belongs to the project and leaves accounts and files working', async () => {
    await resetLikeCli(target.sql);
    const [left] = await target.sql`
      select to_regclass('public.shop_items') as items, to_regclass('api.orders') as orders,
        (select count(*)::int from auth.schema_migrations) as migrations`;
    expect(left).toMatchObject({ items: null, orders: null });
    expect(left?.migrations).toBeGreaterThan(0);
    const { data, error } = await target.anon.auth.signUp({ email: newEmail(), password: 'password123' });
    expect([error, data.session?.token_type]).toEqual([null, 'bearer']);
    expect((await target.service.storage.listBuckets()).data?.map(({ id }) => id).sort()).toEqual([
      'covers',
      'photos',
    ]);
    const stored = await target.service.storage
      .from('covers')
      .upload('a.png', 'x', { contentType: 'image/png' });
    expect(stored.error).toBeNull();
  });
});
