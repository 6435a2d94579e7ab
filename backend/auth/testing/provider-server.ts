// A small identity provider: OAuth 2 with PKCE, OpenID Connect discovery, keys and ID tokens, and GitHub's two calls.
// Serves plain paths and Google's own. Tests set who signs in; client, redirect address and verifier are checked like at a real provider.
import { createHash, randomUUID } from 'node:crypto';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

interface ProviderPerson {
  sub: string;
  email?: string;
  email_verified?: boolean;
  name?: string;
}

export interface ProviderServer {
  url: string;
  clientId: string;
  clientSecret: string;
  /** Who approves the next authorization. */
  person: ProviderPerson;
  /** Follows an authorization URL as a browser would and returns the redirect. */
  approve(authorizeUrl: string): Promise<URL>;
  idToken(claims?: Record<string, unknown>, options?: IdTokenOptions): Promise<string>;
  /** An ID token signed with another key under the same key id. */
  forgedIdToken(): Promise<string>;
  close(): Promise<void>;
}

interface IdTokenOptions {
  audience?: string;
  issuer?: string;
  expires?: string;
}

interface Pending {
  person: ProviderPerson;
  redirectUri: string;
  challenge: string;
}

export async function startProvider(): Promise<ProviderServer> {
  const { publicKey, privateKey } = await generateKeyPair('RS256');
  const jwk = { ...(await exportJWK(publicKey)), kid: 'provider-key', alg: 'RS256', use: 'sig' };
  const codes = new Map<string, Pending>();
  const tokens = new Map<string, ProviderPerson>();
  const app = new Hono();
  const client = { id: 'studio-client', secret: 'studio-secret' };
  const state = {
    person: { sub: '1', email: 'someone@example.com', email_verified: true } as ProviderPerson,
  };

  app.on('GET', ['/authorize', '/o/oauth2/v2/auth'], (context) => {
    const query = context.req.query();
    if (
      query.client_id !== client.id ||
      query.response_type !== 'code' ||
      !query.redirect_uri ||
      !query.state
    ) {
      return context.text('bad request', 400);
    }
    const back = new URL(query.redirect_uri);
    back.searchParams.set('state', query.state);
    if (query.prompt === 'reject') back.searchParams.set('error', 'access_denied');
    else {
      const code = randomUUID();
      codes.set(code, {
        person: state.person,
        redirectUri: query.redirect_uri,
        challenge: query.code_challenge ?? '',
      });
      back.searchParams.set('code', code);
    }
    return context.redirect(back.href);
  });
  app.post('/token', async (context) => {
    const form = new URLSearchParams(await context.req.text());
    const pending = codes.get(form.get('code') ?? '');
    codes.delete(form.get('code') ?? '');
    const answer = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const isRight =
      pending &&
      form.get('client_id') === client.id &&
      form.get('client_secret') === client.secret &&
      form.get('redirect_uri') === pending.redirectUri &&
      answer === pending.challenge;
    if (!isRight) return context.json({ error: 'invalid_grant' }, 400);
    const token = randomUUID();
    tokens.set(token, pending.person);
    return context.json({ access_token: token, refresh_token: `refresh-${token}`, token_type: 'bearer' });
  });
  const bearer = (header: string | undefined) => tokens.get(header?.replace(/^Bearer /, '') ?? '');
  app.on('GET', ['/userinfo', '/v1/userinfo'], (context) => {
    const person = bearer(context.req.header('authorization'));
    return person ? context.json(person) : context.json({}, 401);
  });
  app.get('/github/user', (context) => {
    const person = bearer(context.req.header('authorization'));
    return person
      ? context.json({ id: Number(person.sub), login: 'octo', name: person.name ?? null })
      : context.json({}, 401);
  });
  app.get('/github/emails', (context) => {
    const person = bearer(context.req.header('authorization'));
    const addresses = person?.email
      ? [{ email: person.email, primary: true, verified: person.email_verified ?? false }]
      : [];
    return context.json(addresses);
  });
  app.on('GET', ['/jwks', '/oauth2/v3/certs'], (context) => context.json({ keys: [jwk] }));
  app.get('/.well-known/openid-configuration', (context) =>
    context.json({
      issuer: url,
      authorization_endpoint: `${url}/authorize`,
      token_endpoint: `${url}/token`,
      userinfo_endpoint: `${url}/userinfo`,
      jwks_uri: `${url}/jwks`,
    }),
  );

  const { server, port } = await listen(app);
  const url = `http://127.0.0.1:${port}`;
  const sign = (
    key: CryptoKey,
    claims: Record<string, unknown>,
    { audience = client.id, issuer = url, expires = '2h' }: IdTokenOptions = {},
  ) =>
    new SignJWT({ ...state.person, ...claims })
      .setProtectedHeader({ alg: 'RS256', kid: 'provider-key' })
      .setIssuer(issuer)
      .setAudience(audience)
      .setIssuedAt()
      .setExpirationTime(expires)
      .sign(key);
  return {
    url,
    clientId: client.id,
    clientSecret: client.secret,
    get person() {
      return state.person;
    },
    set person(person) {
      state.person = person;
    },
    async approve(authorizeUrl) {
      const response = await fetch(authorizeUrl, { redirect: 'manual' });
      if (response.status !== 302) throw new Error(`the provider answered ${response.status}`);
      return new URL(response.headers.get('location') ?? '');
    },
    idToken: (claims = {}, options = {}) => sign(privateKey, claims, options),
    forgedIdToken: async () => sign((await generateKeyPair('RS256')).privateKey, {}),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

async function listen(app: Hono): Promise<{ server: ReturnType<typeof serve>; port: number }> {
  return new Promise((resolve) => {
    const server = serve(
      { fetch: app.fetch, port: 0, hostname: '127.0.0.1', overrideGlobalObjects: false },
      ({ port }) => resolve({ server, port }),
    );
  });
}
