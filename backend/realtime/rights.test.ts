// Rights that end while a channel is open, and limits on what one socket can cost.
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RawSocket, type RealtimeHost, startRealtimeHost, tokenFor } from './testing/realtime-host.ts';

let host: RealtimeHost;
const ended = new Set<string>();
const looks: string[][] = [];

beforeAll(async () => {
  host = await startRealtimeHost(
    `create table public.club (sub text primary key);
     grant select on public.club to authenticated;
     create table public.notes (id int primary key);
     grant select on public.notes to anon, authenticated;
     alter publication supabase_realtime add table public.notes;
     create policy "members read" on realtime.messages for select to authenticated
       using (exists (select from public.club c where c.sub = auth.jwt() ->> 'sub'));
     create policy "members write" on realtime.messages for insert to authenticated
       with check (exists (select from public.club c where c.sub = auth.jwt() ->> 'sub'));`,
    {
      realtime: {
        limits: {
          privateRecheckMs: 300,
          bytesPerSecond: 20_000,
          presenceBytes: 500,
          presenceBytesPerTopic: 1200,
          tokenCalls: 5,
          changesPerSocket: 3,
        },
        sessionCheckMs: 100,
        endedSessions: async (ids) => {
          looks.push(ids);
          return ids.filter((id) => ended.has(id));
        },
      },
    },
  );
});
afterAll(() => host.close());

const frames = (raw: RawSocket) =>
  raw.received as [string | null, string | null, string, string, Record<string, unknown>][];
const events = (raw: RawSocket, topic = 'realtime:x') =>
  frames(raw).flatMap(([, , own, event]) => (own === topic ? [event] : []));
const answer = (raw: RawSocket, ref: string) =>
  frames(raw).find(([, own, , event]) => own === ref && event === 'phx_reply')?.[4];
const lastMessage = (raw: RawSocket) =>
  frames(raw).findLast(([, , , event]) => event === 'system')?.[4]?.message;

async function push(raw: RawSocket, event: string, payload: unknown, ref: string, topic = 'realtime:x') {
  raw.send(JSON.stringify(['1', ref, topic, event, payload]));
  await expect.poll(() => answer(raw, ref)).toBeDefined();
  return answer(raw, ref);
}
const join = (raw: RawSocket, payload: unknown, topic?: string, ref = '1') =>
  push(raw, 'phx_join', payload, ref, topic);
const privately = { private: true };

describe('a channel that is open', () => {
  test('ends within a recheck when the right to it is taken away', async () => {
    await host.sql`insert into public.club values ('ana'), ('bea')`;
    const [ana, bea] = [await host.socket(), await host.socket()];
    for (const [raw, sub] of [
      [ana, 'ana'],
      [bea, 'bea'],
    ] as const)
      expect(await join(raw, { config: privately, access_token: await tokenFor({ sub }) })).toMatchObject({
        status: 'ok',
      });
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect([events(ana), events(bea)]).toEqual([['phx_reply'], ['phx_reply']]);
    await host.sql`delete from public.club where sub = 'ana'`;
    await expect.poll(() => events(ana)).toEqual(['phx_reply', 'system', 'phx_close']);
    expect(lastMessage(ana)).toContain('no longer have permission');
    expect(events(bea)).toEqual(['phx_reply']);
  });

  test('ends when the session of its token does, public or private, and no such token opens another', async () => {
    const raw = await host.socket();
    const token = await tokenFor({ sub: 'cleo', session_id: 'session-of-cleo' });
    expect(await join(raw, { access_token: token })).toMatchObject({ status: 'ok' });
    await expect.poll(() => looks.filter((ids) => ids.includes('session-of-cleo')).length).toBeGreaterThan(2);
    ended.add('session-of-cleo');
    await expect.poll(() => events(raw)).toEqual(['phx_reply', 'system', 'phx_close']);
    expect(lastMessage(raw)).toContain('The session of this token has ended');
    expect(JSON.stringify(await join(raw, { access_token: token }, 'realtime:y', '2'))).toContain(
      'The session of this token has ended',
    );
    await join(raw, {}, 'realtime:z', '3');
    raw.send(JSON.stringify(['3', '4', 'realtime:z', 'access_token', { access_token: token }]));
    await expect.poll(() => events(raw, 'realtime:z')).toContain('phx_close');
  });
});

describe('one socket', () => {
  test('sends only so much, however few messages it is in', async () => {
    const raw = await host.socket();
    await join(raw, { config: { broadcast: { ack: true } } });
    const message = JSON.stringify([
      '1',
      null,
      'realtime:x',
      'broadcast',
      { type: 'broadcast', event: 'e', payload: 'x'.repeat(30_000) },
    ]);
    raw.send(message);
    raw.send(message);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(events(raw)).not.toContain('phx_close');
    raw.send(message);
    await expect.poll(() => events(raw)).toContain('phx_close');
    for (let i = 0; i < 12; i++) raw.send(message);
    expect(await raw.closed).toBe(1008);
  });

  test('asks the database about only so many tokens', async () => {
    const raw = await host.socket();
    await join(raw, {});
    for (let i = 0; i < 8; i++)
      raw.send(
        JSON.stringify([
          '1',
          null,
          'realtime:x',
          'access_token',
          { access_token: await tokenFor({ sub: `person-${i}` }) },
        ]),
      );
    await expect.poll(() => events(raw)).toContain('phx_close');
    expect(lastMessage(raw)).toContain('Too many messages');
  });

  test('may subscribe to a limited number of changes, and frees them again', async () => {
    const raw = await host.socket();
    const asks = (count: number) => ({
      config: {
        postgres_changes: Array.from({ length: count }, () => ({
          event: '*',
          schema: 'public',
          table: 'notes',
        })),
      },
    });
    expect(await join(raw, asks(2), 'realtime:a', '1')).toMatchObject({ status: 'ok' });
    expect(JSON.stringify(await join(raw, asks(2), 'realtime:b', '2'))).toContain('ChannelRateLimitReached');
    await push(raw, 'phx_leave', {}, '3', 'realtime:a');
    expect(await join(raw, asks(3), 'realtime:b', '4')).toMatchObject({ status: 'ok' });
  });

  test('shows only so much of itself, and a topic holds only so much of everybody', async () => {
    const track = (raw: RawSocket, text: string, ref: string) =>
      push(raw, 'presence', { type: 'presence', event: 'track', payload: { text } }, ref);
    const sockets = await Promise.all(Array.from({ length: 4 }, () => host.socket()));
    const outcomes: unknown[] = [];
    for (const raw of sockets) {
      await join(raw, { config: { presence: { enabled: true } } });
      outcomes.push((await track(raw, 'x'.repeat(300), '2'))?.status);
    }
    expect(outcomes).toEqual(['ok', 'ok', 'ok', 'error']);
    const [first] = sockets as [RawSocket];
    const tooLarge = { type: 'presence', event: 'track', payload: { text: 'x'.repeat(600) } };
    first.send(JSON.stringify(['1', '9', 'realtime:x', 'presence', tooLarge]));
    await expect.poll(() => events(first)).toContain('phx_close');
    expect(lastMessage(first)).toContain('Track message size exceeded');
  });
});

test('handshakes at unknown paths are rejected without a log line', async () => {
  const before = host.errors.length;
  for (const path of ['//', '/realtime/v1/websocketx', '/%', '/realtime/v1/websocket/../..'])
    expect(await requestSocket(path)).toMatch(/^HTTP\/1\.1 40[014] /);
  expect(host.errors.length).toBe(before);
});

function requestSocket(path: string): Promise<string> {
  const { hostname, port } = new URL(host.url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    let text = '';
    socket.on('data', (bytes) => {
      text += bytes;
    });
    socket.on('close', () => resolve(text));
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`,
    );
  });
}
