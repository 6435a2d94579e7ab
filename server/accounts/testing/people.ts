// People as the tests of the accounts need them: signed up by the official client, with a session and roles.
import { randomBytes } from 'node:crypto';
import type { SupabaseClient } from '@supabase/supabase-js';
import { vi } from 'vitest';
import type { Role } from '#contracts/visitor.ts';
import type { StudioApp } from '../../testing/studio-app.ts';

export const goodPassword = 'harbour-wave-41';

export interface TestPerson {
  id: string;
  email: string;
  client: SupabaseClient;
  token: string;
  refreshToken: string;
}

export function newEmail(): string {
  return `${randomBytes(6).toString('hex')}@example.com`;
}

/** Signs up, reads the code out of the outbox and confirms, as a person does. */
export async function signUp(studio: StudioApp, ...roles: Role[]): Promise<TestPerson> {
  const email = newEmail();
  const client = studio.newClient();
  const options = { data: { name: `Person ${email}` } };
  // On a busy machine a connection to a new database may take too long for a request.
  await vi.waitFor(async () => {
    const { error } = await client.auth.signUp({ email, password: goodPassword, options });
    if (error) throw error;
  }, 30_000);
  const token = await studio.codeFor(email);
  const { data, error: rejected } = await client.auth.verifyOtp({ email, token, type: 'signup' });
  if (rejected || !data.session || !data.user) throw rejected ?? new Error('no session');
  for (const role of roles) {
    await studio.sql`insert into public.roles (user_id, role) values (${data.user.id}, ${role}) on conflict do nothing`;
  }
  return {
    id: data.user.id,
    email,
    client,
    token: data.session.access_token,
    refreshToken: data.session.refresh_token,
  };
}

export interface Answer {
  status: number;
  headers: Headers;
  // Tests read answers whose form they are about to check.
  json: Record<string, unknown> & { code?: string; message?: string; fields?: Record<string, string> };
}

export interface Asking {
  as?: TestPerson | { token: string };
  body?: unknown;
  headers?: Record<string, string>;
  address?: string;
}

/** `ask(studio, 'GET /api/account/people')` */
export async function ask(
  studio: StudioApp,
  line: string,
  { as, body, headers, address }: Asking = {},
): Promise<Answer> {
  const [method = 'GET', path = '/'] = line.split(' ');
  const request = new Request(`${studio.siteUrl}${path}`, {
    method,
    headers: {
      ...(as && { authorization: `Bearer ${as.token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    body: body === undefined || typeof body === 'string' ? body : JSON.stringify(body),
  });
  const response = await studio.fetch(request, { address: address ?? '192.0.2.1' });
  const text = await response.text();
  return { status: response.status, headers: response.headers, json: text ? JSON.parse(text) : {} };
}
