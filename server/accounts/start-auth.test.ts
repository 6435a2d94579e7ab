import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import { type StudioApp, startStudioApp } from '../testing/studio-app.ts';
import { relyingParty } from './start-auth.ts';
import { ask, goodPassword, newEmail } from './testing/people.ts';

let studio: StudioApp;
beforeAll(async () => {
  studio = await startStudioApp();
});
afterAll(() => studio?.close());

describe('signing up', () => {
  it('goes from the form by way of the outbox to a session that the product knows', async () => {
    const email = newEmail();
    const client = studio.newClient();
    const signedUp = await client.auth.signUp({
      email,
      password: goodPassword,
      options: { data: { name: 'Ana' }, emailRedirectTo: `${studio.siteUrl}/welcome` },
    });
    expect([signedUp.error, signedUp.data.session]).toEqual([null, null]);

    const [mail] = await studio.withSecrets(
      await studio.sql<
        { id: string; html_body: string }[]
      >`select * from public.outbox where to_address = ${email}`,
    );
    expect(mail).toMatchObject({
      kind: 'signup',
      state: 'waiting',
      attempts: 0,
      user_id: signedUp.data.user?.id,
    });
    const link = new URL(
      /href="([^"]*\/confirm[^"]*)"/.exec(mail?.html_body ?? '')?.[1]?.replaceAll('&amp;', '&') ?? '',
    );
    expect(Object.fromEntries(link.searchParams)).toEqual({
      token_hash: expect.stringMatching(/^[0-9a-f]{56}$/),
      type: 'signup',
      redirect_to: `${studio.siteUrl}/welcome`,
    });

    const token = await studio.codeFor(email);
    const { data } = await client.auth.verifyOtp({ email, token, type: 'signup' });
    const as = { token: data.session?.access_token ?? '' };
    expect((await ask(studio, 'GET /api/account/sessions', { as })).status).toBe(200);
  });

  it('works by the link of the mail as well', async () => {
    const email = newEmail();
    const client = studio.newClient();
    await client.auth.signUp({ email, password: goodPassword });
    const [mail] = await studio.withSecrets(
      await studio.sql<{ id: string; text_body: string }[]>`
        select id, text_body from public.outbox where to_address = ${email}`,
    );
    const hash = /token_hash=([0-9a-f]+)/.exec(mail?.text_body ?? '')?.[1] ?? '';
    const { data, error } = await client.auth.verifyOtp({ token_hash: hash, type: 'signup' });
    expect([error, data.user?.email]).toEqual([null, email]);
  });

  it('by phone puts the code into the outbox, where staff can read it', async () => {
    const phone = '4915112345678';
    await studio.newClient().auth.signUp({ phone, password: goodPassword });
    const [sms] =
      await studio.sql`select kind, text_body, state from public.outbox where to_address = ${phone}`;
    expect(sms).toMatchObject({ kind: 'sms', state: 'waiting' });
    const token = await studio.codeFor(phone);
    const { error } = await studio.newClient().auth.verifyOtp({ phone, token, type: 'sms' });
    expect(error).toBeNull();
  });
});

describe('what passes the router', () => {
  it('keeps the headers of the auth service and its CORS', async () => {
    const response = await studio.fetch(
      new Request(`${studio.siteUrl}/auth/v1/token?grant_type=password`, {
        method: 'POST',
        headers: {
          apikey: studio.secrets.anonKey,
          'content-type': 'application/json',
          'x-supabase-api-version': '2024-01-01',
          origin: 'https://elsewhere.example',
        },
        body: JSON.stringify({ email: 'nobody@example.com', password: 'wrong-password-1' }),
      }),
    );
    expect(response.status).toBe(400);
    expect(response.headers.get('x-sb-error-code')).toBe('invalid_credentials');
    expect(response.headers.get('x-supabase-api-version')).toBe('2024-01-01');
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
  });

  it('answers a preflight for every origin', async () => {
    const response = await studio.fetch(
      new Request(`${studio.siteUrl}/auth/v1/user`, {
        method: 'OPTIONS',
        headers: {
          origin: 'https://elsewhere.example',
          'access-control-request-method': 'GET',
          'access-control-request-headers': 'authorization, apikey, x-new-header',
        },
      }),
    );
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-headers')).toContain('x-new-header');
  });
});

describe('opaque keys', () => {
  const clientWith = (key: string) =>
    createClient(studio.siteUrl, key, {
      auth: { persistSession: false, autoRefreshToken: false },
      global: { fetch: (input, init) => studio.fetch(new Request(input, init)) },
    });

  it('the secret key administers accounts as the service role does', async () => {
    const { error } = await clientWith(studio.secrets.secretKey).auth.admin.listUsers();
    expect(error).toBeNull();
  });

  it('the publishable key serves signing in, and administers nothing', async () => {
    const client = clientWith(studio.secrets.publishableKey);
    const { error } = await client.auth.signUp({ email: newEmail(), password: goodPassword });
    expect(error).toBeNull();
    expect((await client.auth.admin.listUsers()).error).not.toBeNull();
  });
});

describe('passkeys belong to', () => {
  const of = (env: Record<string, string>) => relyingParty(readConfig(env));

  it("the site's domain, on its own origin alone", () => {
    expect(of({ SITE_URL: 'https://www.onda.example' })).toMatchObject({
      rpId: 'www.onda.example',
      origins: ['https://www.onda.example'],
    });
  });

  it('uses localhost on a local machine, because browsers make no passkeys for an IP address', () => {
    expect(of({ PORT: '3100' })).toMatchObject({
      rpId: 'localhost',
      origins: ['http://127.0.0.1:3100', 'http://localhost:3100'],
    });
  });
});
