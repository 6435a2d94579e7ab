// Accounts: sign-ins, refreshes and who-am-I questions a second, and what 500 clients refreshing at once get.
// Starts the backend host as a process of its own on a database of its own, on loopback, and stops it again.
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { cpuMsOf } from './host/process-cost.ts';
import { startBackend, stopBackend } from './host/start-backend.ts';

const connections = 32;
const roundMs = 5_000;
const stormClients = 500;
const password = 'bench-harbour-wave-41';

interface Answer {
  status: number;
  json: { access_token?: string; refresh_token?: string; user?: { id: string }; code?: string };
  tookMs: number;
}

interface Row {
  name: string;
  'a second': string;
  'p50 ms': string;
  'p99 ms': string;
  /** CPU time of the host's process for one request: steady even when others use the machine. */
  'cpu ms': string;
  note: string;
}

const agent = new Agent({ keepAlive: true, maxSockets: stormClients });

const host = await startBackend({ AUTH_RATE_LIMITS: 'off', AUTH_MAX_FREQUENCY_S: '0' });
try {
  const emails = await addPeople(connections);
  const rows = [
    await measure('sign in with a password', (index) => signIn(emails[index % emails.length] ?? ''), {
      clients: 8,
    }),
    await measureRefreshes(emails),
    await measureUserReads(emails),
    await stormOneFamily(emails[0] ?? ''),
    await stormManyFamilies(emails),
  ];
  console.table(Object.fromEntries(rows.map(({ name, ...figures }) => [name, figures])));
} finally {
  agent.destroy();
  await stopBackend(host);
}

async function measureRefreshes(emails: string[]): Promise<Row> {
  const tokens = await Promise.all(
    emails.map(async (email) => (await signIn(email)).json.refresh_token ?? ''),
  );
  return measure('refresh, each client its own session', async (client) => {
    const answer = await ask('POST', '/token?grant_type=refresh_token', {
      body: { refresh_token: tokens[client] },
    });
    tokens[client] = answer.json.refresh_token ?? '';
    return answer;
  });
}

async function measureUserReads(emails: string[]): Promise<Row> {
  const tokens = await Promise.all(
    emails.map(async (email) => (await signIn(email)).json.access_token ?? ''),
  );
  return measure('who am I (GET /user)', (client) => ask('GET', '/user', { token: tokens[client] }));
}

/** Every client asks again as soon as it is answered, for a fixed time. */
async function measure(
  name: string,
  once: (client: number) => Promise<Answer>,
  { clients = connections }: { clients?: number } = {},
): Promise<Row> {
  for (let client = 0; client < clients; client += 1) await once(client);
  const tookMs: number[] = [];
  const cpuBeforeMs = cpuMsOf(host.pid);
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: clients }, async (_item, client) => {
      while (performance.now() - startedAt < roundMs) {
        const answer = await once(client);
        // An error response is quick: counting it would flatter.
        if (answer.status !== 200) throw new Error(`${name}: ${answer.status} ${answer.json.code}`);
        tookMs.push(answer.tookMs);
      }
    }),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  return row(name, tookMs, {
    perSecond: tookMs.length / seconds,
    cpuMs: cpuMsOf(host.pid) - cpuBeforeMs,
    note: `${clients} clients`,
  });
}

async function stormOneFamily(email: string): Promise<Row> {
  const { json } = await signIn(email);
  const { answers, spentMs } = await storm(() => json.refresh_token ?? '');
  const successors = new Set(answers.map((answer) => answer.json.refresh_token));
  return stormRow('storm: 500 refreshes, one token', answers, spentMs, `${successors.size} living token`);
}

async function stormManyFamilies(emails: string[]): Promise<Row> {
  const sessions: string[] = [];
  while (sessions.length < stormClients) {
    const some = await Promise.all(emails.map((email) => signIn(email)));
    sessions.push(...some.map((answer) => answer.json.refresh_token ?? ''));
  }
  const { answers, spentMs } = await storm((client) => sessions[client] ?? '');
  const successors = new Set(answers.map((answer) => answer.json.refresh_token));
  return stormRow('storm: 500 refreshes, 500 sessions', answers, spentMs, `${successors.size} living tokens`);
}

async function storm(tokenOf: (client: number) => string): Promise<{ answers: Answer[]; spentMs: number }> {
  const cpuBeforeMs = cpuMsOf(host.pid);
  const answers = await Promise.all(
    Array.from({ length: stormClients }, (_item, client) =>
      ask('POST', '/token?grant_type=refresh_token', { body: { refresh_token: tokenOf(client) } }),
    ),
  );
  return { answers, spentMs: cpuMsOf(host.pid) - cpuBeforeMs };
}

function stormRow(name: string, answers: Answer[], spentMs: number, outcome: string): Row {
  const rejected = answers.filter((answer) => answer.status !== 200).length;
  const tookMs = answers.map((answer) => answer.tookMs);
  const seconds = Math.max(...tookMs) / 1000;
  return row(name, tookMs, {
    perSecond: answers.length / seconds,
    cpuMs: spentMs,
    note: `${outcome}, ${rejected} rejected, over in ${seconds.toFixed(2)} s`,
  });
}

function row(
  name: string,
  tookMs: number[],
  { perSecond, cpuMs: spentMs, note }: { perSecond: number; cpuMs: number; note: string },
): Row {
  const sorted = [...tookMs].sort((a, b) => a - b);
  const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1);
  return {
    name,
    'a second': perSecond.toFixed(0),
    'p50 ms': at(0.5),
    'p99 ms': at(0.99),
    'cpu ms': (spentMs / tookMs.length).toFixed(2),
    note,
  };
}

async function addPeople(count: number): Promise<string[]> {
  const emails = Array.from({ length: count }, (_item, index) => `bench-${index}@example.com`);
  for (const email of emails) {
    const { status } = await ask('POST', '/admin/users', {
      token: host.serviceRoleKey,
      body: { email, password, email_confirm: true },
    });
    if (status !== 200) throw new Error(`adding a person answered ${status}`);
  }
  return emails;
}

function signIn(email: string): Promise<Answer> {
  return ask('POST', '/token?grant_type=password', { body: { email, password } });
}

async function ask(
  method: string,
  path: string,
  { body, token }: { body?: object; token?: string } = {},
): Promise<Answer> {
  const startedAt = performance.now();
  const text = body && JSON.stringify(body);
  const outgoing = request(`${host.url}/auth/v1${path}`, {
    method,
    agent,
    headers: {
      'x-supabase-api-version': '2024-01-01',
      ...(text && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
  });
  outgoing.end(text);
  const [response] = await once(outgoing, 'response');
  let received = '';
  response.setEncoding('utf8');
  for await (const chunk of response) received += chunk;
  return { status: response.statusCode, json: JSON.parse(received), tookMs: performance.now() - startedAt };
}
