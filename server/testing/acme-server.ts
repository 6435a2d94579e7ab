// A certificate authority for tests that implements ACME (RFC 8555): signatures, nonces and addresses of requests are
// verified, HTTP-01 and TLS-ALPN-01 are really checked, and certificates are signed by a test authority.
import { createHash, randomBytes } from 'node:crypto';
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { calculateJwkThumbprint, flattenedVerify, importJWK, type JWK } from 'jose';
import { checkTlsAlpn } from './check-tls-alpn.ts';
import { createTestAuthority, type TestAuthority, type Validity } from './test-certificates.ts';

export interface AcmeServer {
  readonly directoryUrl: string;
  readonly authority: TestAuthority;
  /** Names of the certificates that were given out. */
  readonly issued: string[][];
  readonly accounts: number;
  /** Orders that were placed. */
  readonly orders: number;
  validity: Validity;
  /** The port where challenges are fetched, instead of port 80. */
  httpPort: number;
  /** The port for TLS handshakes, instead of port 443. */
  tlsPort: number;
  /** The next requests get a stale-nonce error. */
  staleNonces: number;
  /** Calls the listener before each check, until the function that it answers is called. */
  onCheck(listener: () => Promise<void>): () => void;
  close(): Promise<void>;
}

interface Order {
  account: string;
  names: string[];
  status: 'pending' | 'ready' | 'valid' | 'invalid';
  authorizations: string[];
  certificate?: string;
}
interface Authorization {
  account: string;
  order: string;
  name: string;
  token: string;
  status: 'pending' | 'valid' | 'invalid';
  error?: { type: string; detail: string };
}

type ChallengeType = 'http-01' | 'tls-alpn-01';

class Problem extends Error {
  readonly status: number;
  readonly type: string;
  constructor(status: number, type: string, detail: string) {
    super(detail);
    this.status = status;
    this.type = `urn:ietf:params:acme:error:${type}`;
  }
}

export async function startAcmeServer(): Promise<AcmeServer> {
  const authority = await createTestAuthority();
  const nonces = new Set<string>();
  const listeners = new Set<() => Promise<void>>();
  const accounts = new Map<string, JWK>();
  const orders = new Map<string, Order>();
  const authorizations = new Map<string, Authorization>();
  const certificates = new Map<string, string>();
  const server = createServer((request, response) => {
    receive(request, response).catch((error: unknown) => {
      const problem = error instanceof Problem ? error : new Problem(500, 'serverInternal', String(error));
      send(response, problem.status, { type: problem.type, detail: problem.message });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  function send(
    response: ServerResponse,
    status: number,
    body: unknown,
    headers: Record<string, string> = {},
  ) {
    const nonce = randomBytes(12).toString('base64url');
    nonces.add(nonce);
    const isText = typeof body === 'string';
    response.writeHead(status, {
      'replay-nonce': nonce,
      'content-type': isText ? 'application/pem-certificate-chain' : 'application/json',
      ...headers,
    });
    response.end(isText ? body : JSON.stringify(body));
  }

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '';
    if (path === '/directory')
      return send(response, 200, {
        newNonce: `${base}/nonce`,
        newAccount: `${base}/account`,
        newOrder: `${base}/order`,
      });
    if (path === '/nonce') return send(response, 200, {});
    const { payload, account, jwk } = await verify(request);
    const [, kind, id = ''] = path.split('/');
    if (kind === 'account' && id === '' && jwk) {
      const name = `${base}/account/${await calculateJwkThumbprint(jwk)}`;
      const isNew = !accounts.has(name);
      accounts.set(name, jwk);
      return send(response, isNew ? 201 : 200, { status: 'valid' }, { location: name });
    }
    if (account === undefined) throw new Problem(401, 'unauthorized', 'This needs an account.');
    if (kind === 'order' && id === '') return placeOrder(response, account, payload as never);
    if (kind === 'certificate') return send(response, 200, certificates.get(id) ?? '');
    if (kind === 'order') return send(response, 200, orderBody(id, account));
    if (kind === 'authorization') return send(response, 200, authorizationBody(id, account));
    if (kind === 'http-01' || kind === 'tls-alpn-01') {
      authorizationBody(id, account);
      void check(id, kind);
      return send(response, 200, challengeBody(id, kind));
    }
    if (kind === 'finalize') return finalize(response, id, account, payload as never);
    throw new Problem(404, 'malformed', 'There is nothing here.');
  }

  async function verify(request: IncomingMessage) {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (request.headers['content-type'] !== 'application/jose+json')
      throw new Problem(415, 'malformed', 'The content type is wrong.');
    const jws = JSON.parse(Buffer.concat(chunks).toString()) as {
      protected: string;
      payload: string;
      signature: string;
    };
    const head = JSON.parse(Buffer.from(jws.protected, 'base64url').toString()) as {
      alg: string;
      nonce: string;
      url: string;
      kid?: string;
      jwk?: JWK;
    };
    if (Boolean(head.kid) === Boolean(head.jwk)) throw new Problem(400, 'malformed', 'Either kid or jwk.');
    const jwk = head.jwk ?? accounts.get(head.kid ?? '');
    if (!jwk) throw new Problem(400, 'accountDoesNotExist', 'There is no such account.');
    if (jwk.d !== undefined) throw new Problem(400, 'badPublicKey', 'This is the private key.');
    await flattenedVerify(jws, await importJWK(jwk, head.alg), { algorithms: ['ES256'] }).catch(() => {
      throw new Problem(400, 'malformed', 'The signature is wrong.');
    });
    if (!nonces.delete(head.nonce) || acme.staleNonces-- > 0)
      throw new Problem(400, 'badNonce', 'The nonce is stale.');
    if (head.url !== `${base}${request.url}`)
      throw new Problem(401, 'unauthorized', 'Signed for another address.');
    const text = Buffer.from(jws.payload, 'base64url').toString();
    return { payload: text === '' ? undefined : JSON.parse(text), account: head.kid, jwk: head.jwk };
  }

  function placeOrder(
    response: ServerResponse,
    account: string,
    payload: { identifiers: { value: string }[] },
  ) {
    const id = randomBytes(6).toString('hex');
    const names = payload.identifiers.map(({ value }) => value);
    const own = names.map((name) => {
      const one = randomBytes(6).toString('hex');
      const token = randomBytes(24).toString('base64url');
      authorizations.set(one, { account, order: id, name, token, status: 'pending' });
      return one;
    });
    orders.set(id, { account, names, status: 'pending', authorizations: own });
    send(response, 201, orderBody(id, account), { location: `${base}/order/${id}` });
  }

  function orderBody(id: string, account: string) {
    const order = orders.get(id);
    if (order?.account !== account) throw new Problem(403, 'unauthorized', 'This is not your order.');
    return {
      status: order.status,
      authorizations: order.authorizations.map((one) => `${base}/authorization/${one}`),
      finalize: `${base}/finalize/${id}`,
      ...(order.certificate && { certificate: `${base}/certificate/${order.certificate}` }),
    };
  }

  function authorizationBody(id: string, account: string) {
    const one = authorizations.get(id);
    if (one?.account !== account) throw new Problem(403, 'unauthorized', 'This is not yours.');
    return {
      status: one.status,
      identifier: { type: 'dns', value: one.name },
      challenges: [
        { type: 'dns-01', url: `${base}/none`, token: 'x', status: 'pending' },
        challengeBody(id, 'http-01'),
        challengeBody(id, 'tls-alpn-01'),
      ],
    };
  }

  function challengeBody(id: string, type: ChallengeType) {
    const one = authorizations.get(id);
    return {
      type,
      url: `${base}/${type}/${id}`,
      token: one?.token,
      status: one?.status,
      error: one?.error,
    };
  }

  async function check(id: string, type: ChallengeType): Promise<void> {
    const one = authorizations.get(id);
    const jwk = one && accounts.get(one.account);
    const order = one && orders.get(one.order);
    if (!one || !jwk || !order || one.status !== 'pending') return;
    const fail = (type: string, detail: string) => {
      one.error = { type: `urn:ietf:params:acme:error:${type}`, detail };
      one.status = 'invalid';
      order.status = 'invalid';
    };
    if (one.name.endsWith('.missing.example')) return fail('dns', `NXDOMAIN for ${one.name}`);
    const expected = `${one.token}.${await calculateJwkThumbprint(jwk)}`;
    for (const listener of listeners) await listener();
    const problem =
      type === 'http-01'
        ? await checkHttp(acme.httpPort, one, expected)
        : await checkTlsAlpn(acme.tlsPort, one.name, expected);
    if (problem) return fail(problem.type, problem.detail);
    one.status = 'valid';
    const isReady = order.authorizations.every((other) => authorizations.get(other)?.status === 'valid');
    if (isReady) order.status = 'ready';
  }

  async function finalize(response: ServerResponse, id: string, account: string, payload: { csr: string }) {
    const order = orders.get(id);
    orderBody(id, account);
    if (order?.status !== 'ready') throw new Problem(403, 'orderNotReady', 'The order is not ready.');
    const { cert, names } = await authority.sign(Buffer.from(payload.csr, 'base64url'), acme.validity);
    if (names.toSorted().join() !== order.names.toSorted().join())
      throw new Problem(400, 'badCSR', 'The names are not those of the order.');
    order.certificate = createHash('sha256').update(cert).digest('hex').slice(0, 16);
    order.status = 'valid';
    certificates.set(order.certificate, cert);
    acme.issued.push(names);
    send(response, 200, orderBody(id, account));
  }

  const acme = {
    directoryUrl: `${base}/directory`,
    authority,
    issued: [] as string[][],
    get accounts() {
      return accounts.size;
    },
    get orders() {
      return orders.size;
    },
    validity: {} as Validity,
    httpPort: 80,
    tlsPort: 443,
    staleNonces: 0,
    onCheck(listener: () => Promise<void>) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return acme;
}

async function checkHttp(port: number, { name, token }: Authorization, expected: string) {
  const found = await readChallenge(port, name, token).catch(() => undefined);
  if (found === undefined) return { type: 'connection', detail: 'Connection refused' };
  if (found.trim() === expected) return undefined;
  return { type: 'unauthorized', detail: 'Another answer was expected.' };
}

function readChallenge(port: number, host: string, token: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const path = `/.well-known/acme-challenge/${token}`;
    get({ host: '127.0.0.1', port, path, headers: { host } }, async (response) => {
      let text = '';
      for await (const chunk of response) text += chunk;
      resolve(text);
    }).on('error', reject);
  });
}
