// A small identity provider for browser tests, as a program of its own: at the paths of Google (OpenID Connect) and of
// GitHub. Its page asks who you are and whether you agree; client, redirect address and verifier are checked.
import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import { PROVIDER_CLIENT } from './provider-client.ts';

interface Grant {
  email: string;
  redirectUri: string;
  challenge: string;
}

const port = Number(process.env.PROVIDER_PORT);
const origin = `http://127.0.0.1:${port}`;
const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const codes = new Map<string, Grant>();
const tokens = new Map<string, string>();

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
const subjectOf = (email: string) => createHash('sha256').update(email).digest().readUInt32BE();
const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

function idToken(email: string): string {
  const now = Math.floor(Date.now() / 1000);
  const claims = {
    iss: origin,
    aud: PROVIDER_CLIENT.id,
    sub: String(subjectOf(email)),
    email,
    email_verified: true,
    name: 'Grace Pereira',
    iat: now,
    exp: now + 3600,
  };
  const content = `${base64({ alg: 'RS256', kid: 'provider' })}.${base64(claims)}`;
  return `${content}.${sign('sha256', Buffer.from(content), privateKey).toString('base64url')}`;
}

function askPerson(query: URLSearchParams): string {
  const pairs = [...query].map(
    ([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`,
  );
  return `<!doctype html><html lang="en"><title>Provider</title><h1>Who are you?</h1><form method="post">
    ${pairs.join('')}<label>Your address <input name="email" required></label>
    <button name="answer" value="yes">Allow</button><button name="answer" value="no" formnovalidate>Deny</button>
    </form></html>`;
}

function takeAnswer(form: URLSearchParams): string {
  const back = new URL(form.get('redirect_uri') ?? '');
  back.searchParams.set('state', form.get('state') ?? '');
  if (form.get('answer') !== 'yes') {
    back.searchParams.set('error', 'access_denied');
    return back.href;
  }
  const code = randomUUID();
  codes.set(code, {
    email: form.get('email') ?? '',
    redirectUri: form.get('redirect_uri') ?? '',
    challenge: form.get('code_challenge') ?? '',
  });
  back.searchParams.set('code', code);
  return back.href;
}

function tradeCode(form: URLSearchParams): object | undefined {
  const grant = codes.get(form.get('code') ?? '');
  codes.delete(form.get('code') ?? '');
  const proof = createHash('sha256')
    .update(form.get('code_verifier') ?? '')
    .digest('base64url');
  const isRight =
    grant &&
    form.get('client_id') === PROVIDER_CLIENT.id &&
    form.get('client_secret') === PROVIDER_CLIENT.secret &&
    form.get('redirect_uri') === grant.redirectUri &&
    proof === grant.challenge;
  if (!isRight) return undefined;
  const token = randomUUID();
  tokens.set(token, grant.email);
  return { access_token: token, token_type: 'bearer', id_token: idToken(grant.email) };
}

function json(response: ServerResponse, value: object | undefined): void {
  response.writeHead(value ? 200 : 400, { 'content-type': 'application/json' });
  response.end(JSON.stringify(value ?? { error: 'invalid_grant' }));
}

const server = createServer(async (request, response) => {
  const url = new URL(request.url ?? '/', origin);
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const form = new URLSearchParams(Buffer.concat(chunks).toString());
  const email = tokens.get(request.headers.authorization?.replace('Bearer ', '') ?? '');
  const isAsked = url.pathname === '/o/oauth2/v2/auth' || url.pathname === '/login/oauth/authorize';

  // An application that people come back to, besides.
  if (url.pathname === '/' || url.pathname === '/app') response.end('ready');
  else if (isAsked && url.searchParams.get('client_id') !== PROVIDER_CLIENT.id) json(response, undefined);
  else if (isAsked && request.method === 'POST')
    response.writeHead(302, { location: takeAnswer(form) }).end();
  else if (isAsked) response.writeHead(200, { 'content-type': 'text/html' }).end(askPerson(url.searchParams));
  else if (url.pathname === '/token' || url.pathname === '/login/oauth/access_token')
    json(response, tradeCode(form));
  else if (url.pathname === '/oauth2/v3/certs')
    json(response, { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'provider', alg: 'RS256' }] });
  else if (url.pathname === '/api/v3/user')
    json(response, email ? { id: subjectOf(email), login: 'grace', name: 'Grace Pereira' } : undefined);
  else if (url.pathname === '/api/v3/user/emails')
    json(response, email ? [{ email, primary: true, verified: true }] : undefined);
  else response.writeHead(404).end();
});

server.listen(port, '127.0.0.1');
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit());
