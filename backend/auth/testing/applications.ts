// OAuth clients for tests: registered and authorised by a user, with tokens.
import { createHash, randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import type { Person } from './people.ts';
import { type Answer, type AnswerBody, siteUrl, type TestAuth } from './start-auth.ts';

export const redirect = 'https://portfolio.example.com/callback';

export interface TestClient {
  id: string;
  secret: string;
  json: AnswerBody;
}

export function asAdmin(test: TestAuth, method: string, path: string, body?: unknown): Promise<Answer> {
  return test.ask(method, `/admin/oauth/clients${path}`, { token: test.serviceRoleKey, body });
}

export async function newClient(test: TestAuth, more: Record<string, unknown> = {}): Promise<TestClient> {
  const { status, json } = await asAdmin(test, 'POST', '', {
    client_name: 'Portfolio',
    redirect_uris: [redirect],
    ...more,
  });
  expect(status).toBe(201);
  return { id: String(json.client_id), secret: String(json.client_secret ?? ''), json };
}

export function newChallenge() {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

export function authorizeQuery(
  clientId: string,
  challenge: string,
  more: Record<string, string> = {},
): string {
  return new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirect,
    response_type: 'code',
    scope: 'openid email profile',
    state: 'their-state',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...more,
  }).toString();
}

export async function begin(
  test: TestAuth,
  clientId: string,
  challenge: string,
  more?: Record<string, string>,
): Promise<string> {
  const { status, location } = await test.ask(
    'GET',
    `/oauth/authorize?${authorizeQuery(clientId, challenge, more)}`,
  );
  expect([status, location.origin + location.pathname]).toEqual([302, `${siteUrl}/oauth/consent`]);
  return location.searchParams.get('authorization_id') ?? '';
}

export async function approve(test: TestAuth, person: Person, authorizationId: string): Promise<URL> {
  const { status, json } = await test.ask('POST', `/oauth/authorizations/${authorizationId}/consent`, {
    token: person.token,
    body: { action: 'approve' },
  });
  expect(status).toBe(200);
  return new URL(String(json.redirect_url));
}

export function exchange(
  test: TestAuth,
  form: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return test.ask('POST', '/oauth/token', {
    rawBody: new URLSearchParams(form).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  });
}

/** The tokens that the application gets after consent. */
export async function letIn(
  test: TestAuth,
  person: Person,
  client: Pick<TestClient, 'id' | 'secret'>,
  more?: Record<string, string>,
): Promise<AnswerBody> {
  const { verifier, challenge } = newChallenge();
  const back = await approve(test, person, await begin(test, client.id, challenge, more));
  const { status, json } = await exchange(test, {
    grant_type: 'authorization_code',
    code: back.searchParams.get('code') ?? '',
    redirect_uri: redirect,
    code_verifier: verifier,
    client_id: client.id,
    client_secret: client.secret,
  });
  expect(status).toBe(200);
  return json;
}
