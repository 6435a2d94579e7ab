// Speaks ACME (RFC 8555) with a certificate authority: account, order, challenge, certificate. Knows nothing of files,
// schedules or ports. Why it is our own: docs/decisions/https-itself.md.
import { createHash, type KeyObject } from 'node:crypto';
import { calculateJwkThumbprint, exportJWK, FlattenedSign, type JWK } from 'jose';

export interface AcmeOptions {
  directoryUrl: string;
  /** Of the account, on the curve P-256. */
  accountKey: KeyObject;
  email?: string;
  /** How names are proved: at port 80, or in the handshake at port 443. */
  challenge: ChallengeKind;
  /** Makes the answer readable at the domain, and takes it away again. */
  publish(challenge: OpenChallenge): Promise<void>;
  unpublish(challenge: OpenChallenge): Promise<void>;
  signal?: AbortSignal;
  /** How long to wait between two looks at something that is not ready. */
  pollMs?: number;
}

export type ChallengeKind = 'http' | 'tls-alpn';

export interface OpenChallenge {
  domain: string;
  token: string;
  /** The key authorization (RFC 8555, 8.1). */
  answer: string;
}

/** The problem that the authority reports (RFC 8555, 6.7); `type` without the common prefix, such as "dns". */
export class AcmeError extends Error {
  override name = 'AcmeError';
  readonly type: string;
  readonly retryAfterS: number | undefined;

  constructor({ type, detail, retryAfterS }: { type: string; detail: string; retryAfterS?: number }) {
    super(detail);
    this.type = type.replace('urn:ietf:params:acme:error:', '');
    this.retryAfterS = retryAfterS;
  }
}

interface Problem {
  type?: string;
  detail?: string;
}
interface Directory {
  newNonce: string;
  newAccount: string;
  newOrder: string;
}
interface Order {
  status: string;
  authorizations: string[];
  finalize: string;
  certificate?: string;
  error?: Problem;
}
interface Challenge {
  type: string;
  url: string;
  token: string;
  status: string;
  error?: Problem;
}
interface Authorization {
  status: string;
  identifier: { value: string };
  challenges: Challenge[];
}
interface Answer<Body> {
  body: Body;
  headers: Headers;
}

const ASK_MS = 30_000;
const MAX_POLLS = 60;
const TOKEN = /^[\w-]{1,200}$/;

/** The certificate with its chain, as PEM. */
export async function fetchCertificate(
  options: AcmeOptions,
  { domains, csr }: { domains: readonly string[]; csr: Buffer },
): Promise<string> {
  const { directoryUrl, accountKey, email, signal, pollMs = 2000 } = options;
  const jwk = publicPart(await exportJWK(accountKey));
  const directory = (await (await ask(directoryUrl)).json()) as Directory;
  let nonce: string | undefined;
  let accountUrl: string | undefined;

  async function ask(url: string, init: RequestInit = {}): Promise<Response> {
    const limit = AbortSignal.timeout(ASK_MS);
    return fetch(url, { ...init, signal: signal ? AbortSignal.any([signal, limit]) : limit });
  }

  /** A signed request; without `payload` it reads the resource (POST-as-GET). */
  async function post<Body>(url: string, payload?: unknown): Promise<Answer<Body>> {
    for (let attempt = 1; ; attempt++) {
      nonce ??= (await ask(directory.newNonce, { method: 'HEAD' })).headers.get('replay-nonce') ?? '';
      const key = accountUrl === undefined ? { jwk } : { kid: accountUrl };
      const text = payload === undefined ? '' : JSON.stringify(payload);
      const body = await new FlattenedSign(Buffer.from(text))
        .setProtectedHeader({ alg: 'ES256', nonce, url, ...key })
        .sign(accountKey);
      const response = await ask(url, {
        method: 'POST',
        headers: { 'content-type': 'application/jose+json', 'user-agent': 'onda' },
        body: JSON.stringify(body),
      });
      nonce = response.headers.get('replay-nonce') ?? undefined;
      if (response.ok) {
        const isJson = response.headers.get('content-type')?.includes('json');
        return {
          body: (isJson ? await response.json() : await response.text()) as Body,
          headers: response.headers,
        };
      }
      const error = await readProblem(response);
      // Nonces are short-lived: the response contains a fresh one.
      if (error.type !== 'badNonce' || attempt >= 3) throw error;
    }
  }

  async function poll<Body extends { status: string }>(url: string, isWaiting: (body: Body) => boolean) {
    for (let look = 0; look < MAX_POLLS; look++) {
      const { body, headers } = await post<Body>(url);
      if (!isWaiting(body)) return body;
      const retryMs = Number(headers.get('retry-after')) * 1000;
      await wait(Math.min(retryMs || pollMs, 30_000), signal);
    }
    throw new AcmeError({ type: 'timeout', detail: 'The certificate authority did not decide in time.' });
  }

  async function prove(url: string): Promise<void> {
    const { body: authorization } = await post<Authorization>(url);
    if (authorization.status === 'valid') return;
    const challenge = authorization.challenges.find(({ type }) => type === `${options.challenge}-01`);
    const domain = authorization.identifier.value;
    if (!challenge || !TOKEN.test(challenge.token))
      throw new AcmeError({
        type: 'unsupported',
        detail: `${domain} cannot be validated by ${options.challenge}-01.`,
      });
    const { token } = challenge;
    const open = { domain, token, answer: `${token}.${await calculateJwkThumbprint(jwk)}` };
    await options.publish(open);
    try {
      await post(challenge.url, {});
      const seen = await poll<Authorization>(url, ({ status }) => status === 'pending');
      if (seen.status === 'valid') return;
      const problem = seen.challenges.find(({ error }) => error)?.error;
      throw new AcmeError({
        type: problem?.type ?? 'unauthorized',
        detail: `${domain}: ${problem?.detail ?? `the check ended as ${seen.status}`}`,
      });
    } finally {
      await options.unpublish(open);
    }
  }

  const contact = email === undefined ? {} : { contact: [`mailto:${email}`] };
  const account = await post(directory.newAccount, { termsOfServiceAgreed: true, ...contact });
  accountUrl = account.headers.get('location') ?? undefined;
  const identifiers = domains.map((value) => ({ type: 'dns', value }));
  const placed = await post<Order>(directory.newOrder, { identifiers });
  const orderUrl = placed.headers.get('location') ?? '';
  for (const url of placed.body.authorizations) await prove(url);
  await poll<Order>(orderUrl, ({ status }) => status === 'pending');
  await post(placed.body.finalize, { csr: csr.toString('base64url') });
  const order = await poll<Order>(orderUrl, ({ status }) => status === 'processing' || status === 'ready');
  if (order.status !== 'valid' || order.certificate === undefined)
    throw new AcmeError({
      type: order.error?.type ?? 'orderFailed',
      detail: order.error?.detail ?? `The order ended as ${order.status}.`,
    });
  return (await post<string>(order.certificate)).body;
}

async function readProblem(response: Response): Promise<AcmeError> {
  const problem = (await response.json().catch(() => ({}))) as Problem;
  return new AcmeError({
    type: problem.type ?? `http ${response.status}`,
    detail: problem.detail ?? `The certificate authority answered ${response.status}.`,
    retryAfterS: Number(response.headers.get('retry-after')) || undefined,
  });
}

function publicPart({ kty, crv, x, y }: JWK): JWK {
  return { kty, crv, x, y } as JWK;
}

function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}

/** A folder's name for an authority: certificates of a test authority never take the place of real ones. */
export function directoryName(directoryUrl: string): string {
  const { hostname } = new URL(directoryUrl);
  return `${hostname}-${createHash('sha256').update(directoryUrl).digest('hex').slice(0, 8)}`;
}
