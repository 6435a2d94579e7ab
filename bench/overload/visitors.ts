// The honest visitors of the overload bench, a process of its own: each kind of request again and again at a person's
// pace, from addresses of their own, and one radio listener. Prints how long each answer took.
// node bench/overload/visitors.ts '{"url":"http://127.0.0.1:3000","seconds":30,"anonKey":"...","emails":["..."],"password":"..."}'
import { Agent, request as sendRequest } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

export interface VisitOrder {
  url: string;
  seconds: number;
  anonKey: string;
  /** Each signs in in turn. */
  emails: string[];
  password: string;
}

export interface VisitReport {
  requests: Record<VisitKind, { ms: number[]; errors: string[] }>;
  radio: { longestGapMs: number; bytes: number; isCut: boolean };
}

export const visitKinds = ['cached page', 'fresh page', 'REST read', 'sign-in'] as const;
type VisitKind = (typeof visitKinds)[number];

const pauseMs: Record<VisitKind, number> = {
  'cached page': 100,
  'fresh page': 150,
  'REST read': 100,
  'sign-in': 1500,
};
const LATE_MS = 20_000;
const FIRST_ADDRESS = 2;
const ADDRESSES = 200;
// What the page of classes asks for.
const CLASSES =
  'slug,kind,title,summary,discipline,level,age_from,age_to,price_cents,currency,teacher:people(slug,name),sessions(id,pool_id,starts_at,room:rooms(name),pool:capacity_pools(capacity,taken,waiting))';

if (process.argv[1]?.endsWith('visitors.ts')) {
  const order = JSON.parse(process.argv[2] ?? '{}') as VisitOrder;
  console.log(JSON.stringify(await visit(order)));
  process.exit(0);
}

async function visit(order: VisitOrder): Promise<VisitReport> {
  const endMs = Date.now() + order.seconds * 1000;
  const empty = () => ({ ms: [] as number[], errors: [] as string[] });
  const requests: VisitReport['requests'] = {
    'cached page': empty(),
    'fresh page': empty(),
    'REST read': empty(),
    'sign-in': empty(),
  };
  const radio = listen(order, endMs);
  await Promise.all(visitKinds.map((kind) => repeat(kind)));
  return { requests, radio: await radio };

  async function repeat(kind: VisitKind): Promise<void> {
    let visits = visitKinds.indexOf(kind) * 50;
    const { ms, errors } = requests[kind];
    while (Date.now() < endMs) {
      visits += 1;
      const startedMs = performance.now();
      const error = await ask(order, kind, visits);
      if (error) errors.push(error);
      else ms.push(performance.now() - startedMs);
      await sleep(pauseMs[kind]);
    }
  }
}

/** Gives nothing when all is well, else what went wrong. */
function ask(order: VisitOrder, kind: VisitKind, visits: number): Promise<string | undefined> {
  const key = { apikey: order.anonKey, authorization: `Bearer ${order.anonKey}` };
  const body = JSON.stringify({
    email: order.emails[visits % order.emails.length],
    password: order.password,
  });
  const asked = {
    'cached page': { method: 'GET', path: '/', headers: { 'accept-encoding': 'br' } },
    'fresh page': {
      method: 'GET',
      path: `/classes?from=friend-${visits}`,
      headers: { 'accept-encoding': 'br' },
    },
    'REST read': {
      method: 'GET',
      path: `/rest/v1/offerings?select=${CLASSES}&kind=eq.class&order=title&limit=12`,
      headers: { ...key, 'x-client-info': 'supabase-js/2.119.0' },
    },
    'sign-in': {
      method: 'POST',
      path: '/auth/v1/token?grant_type=password',
      headers: {
        ...key,
        'content-type': 'application/json;charset=UTF-8',
        'content-length': String(Buffer.byteLength(body)),
      },
    },
  }[kind];
  return new Promise((resolve) => {
    const { hostname, port } = new URL(order.url);
    const request = sendRequest(
      {
        host: hostname,
        port,
        ...asked,
        // A visitor comes with a connection of their own.
        agent: new Agent({ localAddress: `127.0.0.${FIRST_ADDRESS + (visits % ADDRESSES)}` }),
      },
      (response) => {
        response.on('error', (error) => resolve(error.message));
        response.on('end', () =>
          resolve(response.statusCode === 200 ? undefined : String(response.statusCode)),
        );
        response.resume();
      },
    );
    request.setTimeout(LATE_MS, () => {
      resolve('late');
      request.destroy();
    });
    request.on('error', (error) => resolve(error.message));
    request.end(kind === 'sign-in' ? body : undefined);
  });
}

/** One listener from the beginning to the end: the longest time without a byte, after the first ones. */
function listen(order: VisitOrder, endMs: number): Promise<VisitReport['radio']> {
  const { hostname, port } = new URL(order.url);
  return new Promise((resolve) => {
    let lastMs = performance.now();
    const listening = { longestGapMs: 0, bytes: 0, isCut: false };
    const finish = () => resolve(listening);
    const agent = new Agent({ localAddress: `127.0.0.${FIRST_ADDRESS + ADDRESSES}` });
    const request = sendRequest({ host: hostname, port, path: '/radio/live.mp3', agent }, (response) => {
      response.on('data', (chunk: Buffer) => {
        listening.longestGapMs = Math.max(listening.longestGapMs, performance.now() - lastMs);
        lastMs = performance.now();
        listening.bytes += chunk.length;
      });
      response.on('close', () => {
        listening.isCut ||= Date.now() < endMs;
        finish();
      });
    });
    request.on('error', () => {
      listening.isCut ||= Date.now() < endMs;
      finish();
    });
    setTimeout(() => request.destroy(), Math.max(0, endMs - Date.now()));
    request.end();
  });
}
