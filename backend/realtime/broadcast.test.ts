// Broadcasts with the official client: to others, to oneself, acknowledged, over HTTP, from SQL, and on private channels.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { joined, type RealtimeHost, startRealtimeHost, tokenFor } from './testing/realtime-host.ts';

let host: RealtimeHost;
beforeAll(async () => {
  host = await startRealtimeHost(`
    create table rooms (id int primary key, name text);
    create policy "members read" on realtime.messages for select to authenticated
      using (realtime.topic() = 'club' or (realtime.topic() like 'only-%' and extension = 'broadcast'));
    create policy "members write" on realtime.messages for insert to authenticated
      with check (realtime.topic() = 'club' and auth.uid() = '00000000-0000-0000-0000-000000000001');
    create function announce() returns trigger language plpgsql security definer as $$
      begin
        perform realtime.broadcast_changes('club', tg_op, tg_op, tg_table_name, tg_table_schema, new, old);
        return null;
      end $$;
    create trigger announce after insert or update or delete on rooms for each row execute function announce();
  `);
});
afterAll(() => host.close());

const writer = { sub: '00000000-0000-0000-0000-000000000001' };
const reader = { sub: '00000000-0000-0000-0000-000000000002' };

/** A joined channel that collects what it receives. */
async function listen(
  client: ReturnType<RealtimeHost['client']>,
  topic: string,
  config: Record<string, unknown> = {},
) {
  const received: unknown[] = [];
  const channel = client
    .channel(topic, { config })
    .on('broadcast', { event: '*' }, ({ event, payload, meta }) =>
      received.push(meta ? { event, payload, meta } : { event, payload }),
    );
  await joined(channel);
  return { channel, received };
}

describe.each(['1.0.0', '2.0.0'] as const)('protocol %s', (vsn) => {
  test('others receive it, the sender does not', async () => {
    const one = await listen(host.client({ vsn }), `talk-${vsn}`);
    const two = await listen(host.client({ vsn }), `talk-${vsn}`);
    const payload = { text: 'olá 👋', list: [1, { a: null }] };
    expect(await one.channel.send({ type: 'broadcast', event: 'said', payload })).toBe('ok');
    await expect.poll(() => two.received).toEqual([{ event: 'said', payload }]);
    expect(one.received).toEqual([]);
  });

  test('with self the sender receives it, with ack it gets a reply', async () => {
    const { channel, received } = await listen(host.client({ vsn }), `echo-${vsn}`, {
      broadcast: { self: true, ack: true },
    });
    expect(await channel.send({ type: 'broadcast', event: 'said', payload: { n: 1 } })).toBe('ok');
    await expect.poll(() => received).toEqual([{ event: 'said', payload: { n: 1 } }]);
  });
});

test('the two protocols interoperate; bytes reach only the newer one', async () => {
  const old = await listen(host.client({ vsn: '1.0.0' }), 'mixed');
  const recent = await listen(host.client({ vsn: '2.0.0' }), 'mixed');
  const other = await listen(host.client({ vsn: '2.0.0' }), 'mixed');
  await old.channel.send({ type: 'broadcast', event: 'a', payload: { from: 'old' } });
  await expect.poll(() => recent.received).toEqual([{ event: 'a', payload: { from: 'old' } }]);
  const bytes = new Uint8Array([0, 1, 254, 255]).buffer;
  await recent.channel.send({ type: 'broadcast', event: 'bytes', payload: bytes });
  await recent.channel.send({ type: 'broadcast', event: 'b', payload: { from: 'recent' } });
  await expect.poll(() => old.received).toEqual([{ event: 'b', payload: { from: 'recent' } }]);
  await expect.poll(() => other.received.length).toBe(3);
  const [, received] = other.received as { payload: ArrayBuffer }[];
  expect(new Uint8Array(received?.payload ?? new ArrayBuffer(0))).toEqual(new Uint8Array(bytes));
});

test('a topic is received by its own name only, and public and private are two topics', async () => {
  const near = await listen(host.client({ as: reader }), 'club', { private: true });
  const far = await listen(host.client(), 'club');
  const talker = await listen(host.client(), 'club', { broadcast: { ack: true } });
  await talker.channel.send({ type: 'broadcast', event: 'x', payload: {} });
  await expect.poll(() => far.received.length).toBe(1);
  expect(near.received).toEqual([]);
});

describe('over HTTP', () => {
  test('httpSend takes JSON and bytes; send falls back to it before the channel is joined', async () => {
    const listener = await listen(host.client(), 'web: a/b');
    const sender = host.client().channel('web: a/b');
    expect(await sender.httpSend('one', { n: 1 })).toEqual({ success: true });
    expect(await sender.httpSend('two', new Uint8Array([7]).buffer)).toEqual({ success: true });
    expect(await sender.send({ type: 'broadcast', event: 'three', payload: { n: 3 } })).toBe('ok');
    await expect.poll(() => listener.received.length).toBe(3);
    expect(listener.received[0]).toEqual({ event: 'one', payload: { n: 1 } });
    expect(listener.received[2]).toEqual({ event: 'three', payload: { n: 3 } });
  });

  const post = (path: string, body: string, headers: Record<string, string> = { apikey: host.anonKey }) =>
    fetch(`${host.url}/realtime/v1/api/broadcast${path}`, { method: 'POST', body, headers });

  test('what is wrong is said: no key, a bad key, no message, no JSON, too large', async () => {
    const message = JSON.stringify({ messages: [{ topic: 'a', event: 'b', payload: {} }] });
    expect((await post('', message)).status).toBe(202);
    expect((await post('', message, {})).status).toBe(401);
    expect((await post('', message, { apikey: 'nonsense' })).status).toBe(401);
    expect((await post('', '{"messages":[]}')).status).toBe(422);
    expect((await post('', '{"messages":[{"topic":"a"}]}')).status).toBe(422);
    expect((await post('/a/events/b', 'nonsense')).status).toBe(422);
    expect((await post('/a/events/%E0%A4%A', '1')).status).toBe(422);
    expect((await post('/a/events/b?persist=true', '1')).status).toBe(422);
    expect((await post('/a/events/%00', '1')).status).toBe(422);
    const service = { apikey: 'sb_secret_test' };
    expect((await post('/a/events/b?persist=true&private=true', '"\\u0000"', service)).status).toBe(422);
    expect((await post('/a/events/b', `"${'x'.repeat(3_100_000)}"`)).status).toBe(413);
    expect((await post('/a/nowhere', '1')).status).toBe(404);
    expect((await fetch(`${host.url}/realtime/v1/websocket`)).status).toBe(426);
  });

  test('to a private channel only with write permission', async () => {
    const listener = await listen(host.client({ as: reader }), 'club', { private: true });
    const may = host.client({ as: writer });
    await may.realtime.setAuth();
    const mayNot = host.client({ as: reader });
    await mayNot.realtime.setAuth();
    const config = { private: true };
    expect(await may.channel('club', { config }).httpSend('yes', { a: 1 })).toEqual({ success: true });
    await expect(mayNot.channel('club', { config }).httpSend('no', { a: 1 })).rejects.toThrow('permissions');
    await expect.poll(() => listener.received).toEqual([{ event: 'yes', payload: { a: 1 } }]);
  });
});

describe('private channels', () => {
  test('joining requires a policy that allows reading', async () => {
    const stranger = host.client().channel('club', { config: { private: true } });
    await expect(joined(stranger)).rejects.toThrow(
      'Unauthorized: You do not have permissions to read from this Channel topic: club',
    );
    const member = host.client({ as: reader }).channel('secret', { config: { private: true } });
    await expect(joined(member)).rejects.toThrow('Unauthorized');
  });

  test('messages of a client that may read but not write are dropped', async () => {
    const silent = await listen(host.client({ as: reader }), 'club', { private: true });
    const loud = await listen(host.client({ as: writer }), 'club', {
      private: true,
      broadcast: { ack: true },
    });
    await silent.channel.send({ type: 'broadcast', event: 'no', payload: {} });
    expect(await loud.channel.send({ type: 'broadcast', event: 'yes', payload: {} })).toBe('ok');
    await expect.poll(() => silent.received).toEqual([{ event: 'yes', payload: {} }]);
    expect(loud.received).toEqual([]);
  });

  test('the service role may do everything', async () => {
    const key = await tokenFor({ role: 'service_role' });
    const service = await listen(host.client({ key }), 'anything', {
      private: true,
      broadcast: { ack: true, self: true },
    });
    expect(await service.channel.send({ type: 'broadcast', event: 'x', payload: {} })).toBe('ok');
    await expect.poll(() => service.received.length).toBe(1);
  });

  test('opaque keys stand for their roles', async () => {
    await listen(host.client({ key: 'sb_publishable_test' }), 'open');
    await listen(host.client({ key: 'sb_secret_test' }), 'anything', { private: true });
    const rejected = host
      .client({ key: 'sb_publishable_test' })
      .channel('club', { config: { private: true } });
    await expect(joined(rejected)).rejects.toThrow('Unauthorized');
  });
});

describe('from SQL', () => {
  test('realtime.send reaches public and private channels once it is committed', async () => {
    const open = await listen(host.client(), 'news');
    const closed = await listen(host.client({ as: reader }), 'club', { private: true });
    await host.sql
      .begin(async (sql) => {
        await sql`select realtime.send('{"n": 0}', 'undone', 'news', false)`;
        throw new Error('undone');
      })
      .catch(() => undefined);
    await host.sql`select realtime.send('{"n": 1}', 'hello', 'news', false)`;
    await host.sql`select realtime.send('{"n": 2, "id": "mine"}', 'hello', 'club')`;
    await expect
      .poll(() => open.received)
      .toEqual([{ event: 'hello', payload: { n: 1, id: expect.any(String) } }]);
    await expect.poll(() => closed.received).toEqual([{ event: 'hello', payload: { n: 2, id: 'mine' } }]);
  });

  test('a message larger than a notification arrives whole', async () => {
    const listener = await listen(host.client(), 'large');
    const text = 'ø'.repeat(20_000);
    await host.sql`select realtime.send(${host.sql.json({ text })}, 'large', 'large', false)`;
    await expect.poll(() => listener.received.length).toBe(1);
    expect(listener.received[0]).toMatchObject({ payload: { text } });
  });

  test('broadcast_changes sends rows', async () => {
    const listener = await listen(host.client({ as: reader }), 'club', { private: true });
    await host.sql`insert into rooms values (1, 'North')`;
    await host.sql`update rooms set name = 'South'`;
    await host.sql`delete from rooms`;
    await expect.poll(() => listener.received.length).toBe(3);
    expect(listener.received).toMatchObject([
      {
        event: 'INSERT',
        payload: { operation: 'INSERT', record: { id: 1, name: 'North' }, old_record: null },
      },
      {
        event: 'UPDATE',
        payload: { table: 'rooms', record: { name: 'South' }, old_record: { name: 'North' } },
      },
      { event: 'DELETE', payload: { schema: 'public', record: null, old_record: { id: 1 } } },
    ]);
  });
});

describe('stored messages', () => {
  test('are replayed to later clients on request', async () => {
    const since = Date.now() - 1_000;
    const sender = await listen(host.client({ as: writer }), 'club', {
      private: true,
      broadcast: { ack: true },
    });
    const early = await listen(host.client({ as: reader }), 'club', { private: true });
    expect(
      await sender.channel.send({ type: 'broadcast', event: 'stored', payload: { n: 1 }, persist: true }),
    ).toBe('ok');
    expect(await sender.channel.httpSend('stored', { n: 2 }, { persist: { ttl: 60 } })).toEqual({
      success: true,
    });
    await sender.channel.send({ type: 'broadcast', event: 'passing', payload: {} });
    await expect.poll(() => early.received.length).toBe(3);
    const late = await listen(host.client({ as: reader }), 'club', {
      private: true,
      broadcast: { replay: { since, limit: 10 } },
    });
    await expect
      .poll(() => late.received.filter((one) => (one as { event: string }).event === 'stored').length)
      .toBe(2);
    expect(late.received.at(-1)).toEqual({
      event: 'stored',
      payload: { n: 2 },
      meta: { replayed: true, id: expect.any(String) },
    });
  });

  test('an invalid replay request is rejected', async () => {
    const config = { private: true, broadcast: { replay: { since: Number.NaN, limit: 1000 } } };
    await expect(joined(host.client({ as: reader }).channel('club', { config }))).rejects.toThrow(
      'UnableToReplayMessages',
    );
  });

  test('old ones are deleted', async () => {
    await host.sql`insert into realtime.messages (topic, extension, inserted_at) values ('old', 'broadcast', now() - interval '4 days')`;
    await host.sql`select realtime.onda_prune('72 hours')`;
    expect(await host.sql`select from realtime.messages where topic = 'old'`).toHaveLength(0);
  });
});
