// What people do at a studio while its processes come and go: book, read, sign in, upload, listen, watch a table.
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '@supabase/supabase-js';
import type { Sql } from '#backend/database/driver/sql.ts';
import type { Cluster } from './cluster.ts';
import type { Sender } from './send.ts';

export interface Work {
  cluster: Pick<Cluster, 'url' | 'anonKey' | 'serviceRoleKey'>;
  sender: Sender;
  sql: Sql;
  isOver: () => boolean;
}

const json = { 'content-type': 'application/json' };
const TUS = { 'tus-resumable': '1.0.0' };

/** Emails whose booking was acknowledged. */
export async function book(
  { sender, isOver }: Work,
  sessionIds: readonly string[],
  acknowledged: string[],
): Promise<void> {
  while (!isOver()) {
    const sessionId = sessionIds[Math.floor(Math.random() * sessionIds.length)];
    const email = `${randomUUID()}@post.example`;
    const rpc = (name: string, args: object) =>
      sender.send(
        'booking',
        { method: 'POST', path: `/rest/v1/rpc/${name}`, headers: json, body: JSON.stringify(args) },
        // A class that is full is an answer, too.
        [200, 409],
      );
    const hold = await rpc('hold_places', { session_id: sessionId, places: 1 });
    if (hold.status === 200) {
      const booking = {
        buyer: { name: 'Bench', email },
        attendees: [{ name: 'Bench' }],
        method: 'studio',
        accepts_policy: true,
      };
      const booked = await rpc('book', { hold_token: JSON.parse(hold.body.toString()).hold_token, booking });
      if (booked.status === 200) acknowledged.push(email);
    }
    await sleep(60);
  }
}

export async function read({ sender, cluster, isOver }: Work): Promise<void> {
  const key = { apikey: cluster.anonKey };
  for (let turn = 0; !isOver(); turn += 1) {
    await sender.send('page, cached', { path: '/classes' });
    await sender.send('page, rendered', { path: `/classes?bench=${turn}` });
    await sender.send('REST read', { path: '/rest/v1/offerings?select=slug,title&limit=12', headers: key });
    await sender.send('radio API', { path: '/api/radio/now-playing' });
    await sleep(50);
  }
}

/** Signs in at one process, is asked for by another, renews the session at a third. */
export async function signIn({ sender, cluster, isOver }: Work): Promise<void> {
  const headers = { ...json, apikey: cluster.anonKey };
  const email = `${randomUUID()}@post.example`;
  const password = randomBytes(12).toString('hex');
  const post = (path: string, body: object) =>
    sender.send('sign-in', { method: 'POST', path: `/auth/v1/${path}`, headers, body: JSON.stringify(body) });
  await post('signup', { email, password });
  while (!isOver()) {
    const session = await post('token?grant_type=password', { email, password });
    if (session.status === 200) {
      const { access_token, refresh_token } = JSON.parse(session.body.toString());
      const authorization = `Bearer ${access_token}`;
      await sender.send('session', { path: '/auth/v1/user', headers: { ...headers, authorization } });
      await post('token?grant_type=refresh_token', { refresh_token });
    }
    await sleep(400);
  }
}

export interface Uploads {
  finished: number;
  /** Whose bytes are not those that were sent, or that could not be finished. */
  broken: number;
}

const CHUNK = 256 * 1024;
const CHUNKS = 6;

/** Uploads in chunks; where a chunk got no answer, it asks for the offset and continues from there. */
export async function upload({ sender, cluster, isOver }: Work, uploads: Uploads): Promise<void> {
  const key = { authorization: `Bearer ${cluster.serviceRoleKey}`, apikey: cluster.serviceRoleKey };
  const word = (text: string) => Buffer.from(text).toString('base64');
  while (!isOver()) {
    const bytes = randomBytes(CHUNK * CHUNKS);
    const name = `${randomUUID()}.bin`;
    const created = await sender.send(
      'upload',
      {
        method: 'POST',
        path: '/storage/v1/upload/resumable',
        headers: {
          ...key,
          ...TUS,
          'upload-length': String(bytes.length),
          'upload-metadata': `bucketName ${word('bench')},objectName ${word(name)},contentType ${word('application/octet-stream')}`,
        },
      },
      [201],
    );
    const path = String(created.headers.location ?? '').replace(/^https?:\/\/[^/]+/, '');
    if (created.status !== 201 || !path) continue;
    const isWhole = await sendChunks(sender, path, bytes, { ...key, ...TUS });
    const stored = isWhole
      ? await sender.send('upload', { path: `/storage/v1/object/bench/${name}`, headers: key })
      : undefined;
    if (stored && digest(stored.body) === digest(bytes)) uploads.finished += 1;
    else if (!stored || stored.status === 200) uploads.broken += 1;
    // Hours of uploads would fill the disk.
    if (stored)
      await sender.send('upload', {
        method: 'DELETE',
        path: `/storage/v1/object/bench/${name}`,
        headers: key,
      });
    await sleep(200);
  }
}

async function sendChunks(
  sender: Sender,
  path: string,
  bytes: Buffer,
  headers: Record<string, string>,
): Promise<boolean> {
  let offset = 0;
  for (let tries = 0; offset < bytes.length && tries < 60; tries += 1) {
    const sent = await sender.send(
      'upload',
      {
        method: 'PATCH',
        path,
        headers: {
          ...headers,
          'upload-offset': String(offset),
          'content-type': 'application/offset+octet-stream',
        },
        body: bytes.subarray(offset, offset + CHUNK),
      },
      [204],
    );
    if (sent.status === 204) {
      offset = Number(sent.headers['upload-offset']);
      await sleep(30);
      continue;
    }
    await sleep(200);
    const asked = await sender.send('upload', { method: 'HEAD', path, headers });
    if (asked.status === 200) offset = Number(asked.headers['upload-offset']);
  }
  return offset === bytes.length;
}

function digest(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

export interface Listening {
  longestGapMs: number;
  cuts: number;
  bytes: number;
}

/** Listens as the player does: at once again when the stream ends. */
export async function listen({ cluster, isOver }: Work, listening: Listening): Promise<void> {
  let lastMs = performance.now();
  const noteGap = () => {
    listening.longestGapMs = Math.max(listening.longestGapMs, performance.now() - lastMs);
  };
  while (!isOver()) {
    await new Promise<void>((resolve) => {
      const asked = get(`${cluster.url}/radio/live.mp3`, (response) => {
        if (response.statusCode !== 200) {
          response.resume();
          return resolve();
        }
        response.on('data', (chunk: Buffer) => {
          noteGap();
          lastMs = performance.now();
          listening.bytes += chunk.length;
          if (isOver()) asked.destroy();
        });
        response.on('error', () => undefined);
        response.on('close', resolve);
      });
      asked.on('error', () => resolve());
    });
    if (isOver()) return;
    listening.cuts += 1;
    await sleep(100);
  }
  noteGap();
}

export interface Watching {
  /** Written while the subscriber was connected, and for a second after. */
  expected: number;
  missed: number;
  written: number;
  cuts: number;
  maxAwayMs: number;
}

const SETTLED_MS = 1000;

/** A row and a broadcast every 200 ms through nginx; the subscriber may be at another process each time. */
export async function watch(
  { cluster, sender, isOver }: Work,
  changes: Watching,
  broadcasts: Watching,
): Promise<void> {
  const key = { ...json, apikey: cluster.serviceRoleKey, authorization: `Bearer ${cluster.serviceRoleKey}` };
  const client = createClient(cluster.url, cluster.anonKey, {
    realtime: { reconnectAfterMs: () => 200 },
    auth: { persistSession: false },
  });
  const seen = { row: new Set<number>(), broadcast: new Set<number>() };
  const written: { n: number; kind: 'row' | 'broadcast'; atMs: number }[] = [];
  const spans: { fromMs: number; toMs: number }[] = [];
  const topic = 'bench';
  client
    .channel(topic, { config: { broadcast: { self: true } } })
    .on('broadcast', { event: 'tick' }, ({ payload }) => void seen.broadcast.add(Number(payload?.n)))
    .on('postgres_changes', { event: 'INSERT', schema: 'public', table: 'bench_ticks' }, (change) =>
      seen.row.add(Number(change.new.n)),
    )
    .on('system', {}, ({ status }: { status: string }) => {
      if (status === 'ok') spans.push({ fromMs: Date.now(), toMs: Number.POSITIVE_INFINITY });
    })
    .subscribe((status) => {
      const span = spans.at(-1);
      if (status !== 'SUBSCRIBED' && span && span.toMs === Number.POSITIVE_INFINITY) span.toMs = Date.now();
    });
  for (let n = 1; !isOver(); n += 1) {
    const row = await sender.send(
      'row written',
      { method: 'POST', path: '/rest/v1/bench_ticks', headers: key, body: JSON.stringify({ n }) },
      [201],
    );
    if (row.status === 201) written.push({ n, kind: 'row', atMs: Date.now() });
    const sent = await sender.send(
      'broadcast sent',
      {
        method: 'POST',
        path: '/realtime/v1/api/broadcast',
        headers: key,
        body: JSON.stringify({ messages: [{ topic, event: 'tick', payload: { n } }] }),
      },
      [202],
    );
    if (sent.status === 202) written.push({ n, kind: 'broadcast', atMs: Date.now() });
    await sleep(200);
  }
  await sleep(2 * SETTLED_MS);
  for (const [kind, result] of [
    ['row', changes],
    ['broadcast', broadcasts],
  ] as const) {
    const own = written.filter((one) => one.kind === kind);
    // What was written about when a connection came or went may go either way.
    const expected = own.filter(({ atMs }) =>
      spans.some(({ fromMs, toMs }) => atMs > fromMs + SETTLED_MS && atMs + SETTLED_MS < toMs),
    );
    result.written = own.length;
    result.expected = expected.length;
    result.missed = expected.filter(({ n }) => !seen[kind].has(n)).length;
    result.cuts = Math.max(0, spans.length - 1);
    for (const [index, { fromMs }] of spans.entries()) {
      const before = spans[index - 1];
      if (before) result.maxAwayMs = Math.max(result.maxAwayMs, fromMs - before.toMs);
    }
  }
  await client.removeAllChannels();
  await client.realtime.disconnect();
}
