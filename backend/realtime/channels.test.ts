// Sockets and channels: access, token expiry, rate limits, and frames
// that no client would send.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  joined,
  type RawSocket,
  type RealtimeHost,
  startRealtimeHost,
  tokenFor,
} from './testing/realtime-host.ts';

let host: RealtimeHost;
beforeAll(async () => {
  host = await startRealtimeHost(
    `create policy "members" on realtime.messages for select to authenticated
       using ((auth.jwt() ->> 'member')::boolean);
     create policy "slowly" on realtime.messages for select to anon
       using (realtime.topic() not like 'slow%' or pg_sleep(0.1) is not null)`,
    {
      realtime: {
        limits: {
          channelsPerSocket: 5,
          joinsPerSecond: 20,
          messagesPerSecond: 50,
          payloadBytes: 10_000,
        },
      },
    },
  );
});
afterAll(() => host.close());

const nowS = () => Math.floor(Date.now() / 1000);
/** Joins without the client library; returns the reply. */
async function join(raw: RawSocket, topic: string, payload: unknown = {}, ref = '1') {
  raw.send(JSON.stringify([ref, ref, topic, 'phx_join', payload]));
  await expect.poll(() => answer(raw, ref)).toBeDefined();
  return answer(raw, ref);
}
const frames = (raw: RawSocket) =>
  raw.received as [string | null, string | null, string, string, Record<string, unknown>][];
const answer = (raw: RawSocket, ref: string) =>
  frames(raw).find(([, own, , event]) => own === ref && event === 'phx_reply')?.[4];
const events = (raw: RawSocket) => frames(raw).map(([, , , event]) => event);

describe('the handshake', () => {
  test.each([
    ['no key', '', 401],
    ['a key that is none', 'apikey=nonsense', 401],
    ['a version that is none', 'apikey=KEY&vsn=9', 400],
  ])('%s is rejected with a reason', async (_name, query, status) => {
    await expect(host.socket(query.replace('KEY', host.anonKey))).rejects.toThrow(
      new RegExp(`^${status} {"error"`),
    );
  });

  test('a token of another secret and an expired one are rejected', async () => {
    const expired = await tokenFor({ role: 'anon', exp: nowS() - 100 });
    await expect(host.socket(`apikey=${expired}`)).rejects.toThrow(
      /^401 .*Token has expired \d+ seconds ago/,
    );
    await expect(host.socket(`apikey=${host.anonKey.slice(0, -4)}aaaa`)).rejects.toThrow(/^401 .*signature/);
  });
});

describe('channels', () => {
  test('every public call of the client that opens and closes them', async () => {
    const client = host.client();
    const one = await joined(client.channel('one'));
    const two = await joined(client.channel('two'));
    expect(client.getChannels()).toEqual([one, two]);
    expect(client.realtime.isConnected()).toBe(true);
    expect(await client.removeChannel(one)).toBe('ok');
    expect(client.getChannels()).toEqual([two]);
    expect(await client.removeAllChannels()).toEqual(['ok']);
    expect(client.getChannels()).toEqual([]);
    const again = await joined(client.channel('one'));
    expect(again.state).toBe('joined');
  });

  test('a heartbeat gets a reply', async () => {
    const client = host.client();
    await joined(client.channel('beat'));
    const statuses: string[] = [];
    client.realtime.onHeartbeat((status) => statuses.push(status));
    await client.realtime.sendHeartbeat();
    await expect.poll(() => statuses).toEqual(['sent', 'ok']);
  });

  test('a topic needs a name, and one that realtime knows', async () => {
    const raw = await host.socket();
    expect(await join(raw, 'realtime:', {}, '1')).toEqual({
      status: 'error',
      response: { reason: 'TopicNameRequired: You must provide a topic name' },
    });
    expect(await join(raw, 'elsewhere', {}, '2')).toEqual({
      status: 'error',
      response: { reason: 'unmatched topic' },
    });
    raw.send('["9","3","realtime:never-joined","broadcast",{}]');
    await expect
      .poll(() => answer(raw, '3'))
      .toEqual({ status: 'error', response: { reason: 'unmatched topic' } });
  });

  test('a second join on a topic ends the first; a leave of the first does not end the second', async () => {
    const raw = await host.socket();
    await join(raw, 'realtime:twice', {}, '1');
    await join(raw, 'realtime:twice', {}, '2');
    expect(frames(raw)).toContainEqual(['1', '1', 'realtime:twice', 'phx_close', {}]);
    raw.send('["1","3","realtime:twice","phx_leave",{}]');
    await expect.poll(() => answer(raw, '3')).toMatchObject({ status: 'ok' });
    expect(frames(raw)).not.toContainEqual(['2', '2', 'realtime:twice', 'phx_close', {}]);
    raw.send('["2","4","realtime:twice","phx_leave",{}]');
    await expect.poll(() => frames(raw)).toContainEqual(['2', '2', 'realtime:twice', 'phx_close', {}]);
  });

  test('old clients say it as objects and are answered so', async () => {
    const raw = await host.socket(`apikey=${host.anonKey}&vsn=1.0.0`);
    raw.send(
      JSON.stringify({ topic: 'realtime:old', event: 'phx_join', payload: {}, ref: '1', join_ref: '1' }),
    );
    await expect
      .poll(() => raw.received)
      .toContainEqual({
        ref: '1',
        topic: 'realtime:old',
        event: 'phx_reply',
        payload: { status: 'ok', response: { postgres_changes: [] } },
      });
  });

  test('more than the limit of channels, joins or messages is rejected', async () => {
    const raw = await host.socket();
    for (let n = 1; n <= 6; n += 1) await join(raw, `realtime:many-${n}`, {}, String(n));
    expect(answer(raw, '5')).toMatchObject({ status: 'ok' });
    expect(answer(raw, '6')).toEqual({
      status: 'error',
      response: { reason: 'ChannelRateLimitReached: Too many channels' },
    });
    for (let n = 0; n < 60; n += 1)
      raw.send('["1",null,"realtime:many-1","broadcast",{"event":"x","payload":{}}]');
    const system = () => frames(raw).find(([, , , event]) => event === 'system')?.[4];
    await expect
      .poll(system)
      .toMatchObject({ status: 'error', extension: 'system', message: 'Too many messages per second' });
    expect(events(raw)).toContain('phx_close');

    const hasty = await host.socket();
    for (let n = 1; n <= 40; n += 1)
      hasty.send(JSON.stringify([`${n}`, `${n}`, 'realtime:again', 'phx_join', {}]));
    expect(await hasty.closed).toBe(1008);
    expect(JSON.stringify(hasty.received)).toContain('ClientJoinRateLimitReached');
  });

  test('a payload that is too large is rejected and not delivered', async () => {
    const channel = await joined(host.client().channel('large', { config: { broadcast: { ack: true } } }));
    expect(await channel.send({ type: 'broadcast', event: 'x', payload: { text: 'x'.repeat(20_000) } })).toBe(
      'error',
    );
    expect(await channel.send({ type: 'broadcast', event: 'x', payload: {} })).toBe('ok');
  });

  test('a silent client is disconnected', async () => {
    const strict = await host.addProcess({ realtime: { limits: { idleMs: 300 } } });
    const raw = await strict.socket();
    expect(await raw.closed).toBe(1000);
    await strict.close();
  });
});

describe('network addresses', () => {
  const fromQuery = ({ url }: { url?: string }) =>
    new URL(url ?? '', 'http://host').searchParams.get('from') ?? '';
  const from = (address: string) => `apikey=${host.anonKey}&vsn=2.0.0&from=${address}`;

  test('have only so many sockets each', async () => {
    const strict = await host.addProcess({
      addressOf: fromQuery,
      realtime: { limits: { socketsPerAddress: 2 } },
    });
    const first = await strict.socket(from('192.0.2.1'));
    await strict.socket(from('192.0.2.1'));
    await expect(strict.socket(from('192.0.2.1'))).rejects.toThrow(/^429 .*Too many connected users/);
    await strict.socket(from('192.0.2.2'));
    first.socket.close();
    await first.closed;
    await expect.poll(() => strict.socket(from('192.0.2.1')).catch(() => undefined)).toBeDefined();
    await strict.close();
  });

  test('take turns at the policies of private channels', async () => {
    const fair = await host.addProcess({ addressOf: fromQuery });
    const [flood, visitor] = await Promise.all(
      ['192.0.2.1', '192.0.2.2'].map((address) => fair.socket(from(address))),
    );
    if (!flood || !visitor) throw new Error('two sockets were opened');
    const config = { config: { private: true } };
    const slow = Promise.all(
      Array.from({ length: 12 }, (_, index) => join(flood, `realtime:slow${index}`, config, `s${index}`)),
    );
    let isSlowDone = false;
    void slow.then(() => {
      isSlowDone = true;
    });
    expect(await join(visitor, 'realtime:quick', config)).toMatchObject({ status: 'ok' });
    expect(isSlowDone).toBe(false);
    await slow;
    await fair.close();
  });
});

describe('tokens', () => {
  const privately = { config: { private: true } };

  test.each([
    ['a token that is none', 'nonsense', 'MalformedJWT: The token provided is not a valid JWT'],
    ['a token of another secret', 'eyJhbGciOiJIUzI1NiJ9.eyJyb2xlIjoiYW5vbiJ9.AAAA', 'JwtSignatureError'],
  ])('%s is rejected', async (_name, token, reason) => {
    const raw = await host.socket();
    const reply = await join(raw, 'realtime:x', { access_token: token });
    expect(JSON.stringify(reply)).toContain(reason);
  });

  test('one without exp and an expired one are rejected', async () => {
    const raw = await host.socket();
    const [endless, expired] = [await tokenFor({ exp: undefined }), await tokenFor({ exp: nowS() - 5 })];
    expect(JSON.stringify(await join(raw, 'realtime:a', { access_token: endless }, '1'))).toContain(
      'InvalidJWTToken: Fields `role` and `exp` are required in JWT',
    );
    expect(JSON.stringify(await join(raw, 'realtime:b', { access_token: expired }, '2'))).toMatch(
      /InvalidJWTToken: Token has expired \d+ seconds ago/,
    );
  });

  test('when the token expires the channel closes with a reason', async () => {
    const raw = await host.socket();
    await join(raw, 'realtime:short', { access_token: await tokenFor({ exp: nowS() + 3 }) });
    await expect.poll(() => events(raw)).toEqual(['phx_reply', 'system', 'phx_close']);
    expect(frames(raw)[1]?.[4]).toMatchObject({
      extension: 'system',
      status: 'error',
      channel: 'short',
      message: expect.stringContaining('Token has expired'),
    });
  });

  test('with a fresh token a channel stays open and its policies are checked again', async () => {
    const raw = await host.socket();
    const member = (exp: number, isMember: boolean) => tokenFor({ exp, member: isMember });
    expect(
      await join(raw, 'realtime:club', { ...privately, access_token: await member(nowS() + 3, true) }),
    ).toMatchObject({ status: 'ok' });
    raw.send(
      JSON.stringify([
        '1',
        '2',
        'realtime:club',
        'access_token',
        { access_token: await member(nowS() + 60, true) },
      ]),
    );
    raw.send(JSON.stringify(['1', '3', 'realtime:club', 'access_token', { access_token: null }]));
    raw.send(
      JSON.stringify(['1', '4', 'realtime:club', 'access_token', { access_token: 'sb_publishable_test' }]),
    );
    const startedS = nowS();
    await expect.poll(() => nowS() - startedS).toBeGreaterThanOrEqual(4);
    expect(events(raw)).toEqual(['phx_reply']);
    raw.send(
      JSON.stringify([
        '1',
        '5',
        'realtime:club',
        'access_token',
        { access_token: await member(nowS() + 60, false) },
      ]),
    );
    await expect.poll(() => events(raw)).toEqual(['phx_reply', 'system', 'phx_close']);
    expect(frames(raw)[1]?.[4]).toMatchObject({ message: expect.stringContaining('permission') });
  });

  test('a role that the host may not take opens no private channel', async () => {
    const raw = await host.socket();
    const token = await tokenFor({ role: 'postgres', member: true });
    expect(JSON.stringify(await join(raw, 'realtime:club', { ...privately, access_token: token }))).toContain(
      'Unauthorized',
    );
  });
});

describe('hostile frames', () => {
  test('never crash the host or affect another client', async () => {
    const bystander = await joined(host.client().channel('other', { config: { broadcast: { ack: true } } }));
    const hostile: (string | Buffer)[] = [
      '',
      'null',
      '[]',
      '{}',
      '"x"',
      '[1,2,3,4,5]',
      '{"topic":1}',
      '[[[[[[',
      '\u0000',
      '[null,null,null,null,null]',
      '["1","1","realtime:h","phx_join",null]',
      '["1","1","realtime:h","phx_join",[]]',
      '["1","1","realtime:h","phx_join",7]',
      '["1","1","realtime:h","phx_join",{"config":{"postgres_changes":[null,1,"x",{"table":{}}],"presence":[],"broadcast":"x"}}]',
      '["1","2","realtime:h","broadcast",null]',
      '["1","2","realtime:h","presence",{"event":{}}]',
      '["1","2","realtime:h","presence",{"event":"track","payload":[1]}]',
      '["1","2","realtime:h","access_token",{"access_token":{"a":1}}]',
      '["1","2","realtime:h","access_token","x"]',
      '["1","2","realtime:h","__proto__",{"__proto__":{"x":1}}]',
      '["1","2","phoenix","unknown",{}]',
      '[{"a":1},["b"],"realtime:h","phx_leave",{}]',
      `["1","1","realtime:${'x'.repeat(5_000)}","phx_join",{}]`,
      `${'['.repeat(30_000)}`,
      Buffer.from([]),
      Buffer.from([3]),
      Buffer.from([3, 255, 255, 255, 255, 255, 1]),
      Buffer.from([0, 1, 2, 3, 4, 5, 6, 7]),
      Buffer.from([3, 0, 0, 1, 1, 0, 1, 0xff, 0xfe, 0x7b]),
      Buffer.from([3, 0, 0, 1, 1, 0, 9, 97, 98, 0x7b]),
      Buffer.from([4, 1, 1, 0, 1, 97, 98, 123, 125]),
    ];
    for (const vsn of ['1.0.0', '2.0.0']) {
      const raw = await host.socket(`apikey=${host.anonKey}&vsn=${vsn}`);
      for (const frame of hostile) raw.send(frame);
      raw.send(
        vsn === '2.0.0'
          ? '[null,"99","phoenix","heartbeat",{}]'
          : '{"topic":"phoenix","event":"heartbeat","ref":"99"}',
      );
      await expect.poll(() => JSON.stringify(raw.received)).toContain('"99"');
    }
    expect(await bystander.send({ type: 'broadcast', event: 'x', payload: {} })).toBe('ok');
  });

  test('a giant frame ends its socket only', async () => {
    const raw = await host.socket();
    raw.send('x'.repeat(200_000));
    expect(await raw.closed).toBe(1009);
    await joined(host.client().channel('after'));
  });
});

test('when the host stops, clients are asked to come again', async () => {
  const stopping = await host.addProcess();
  const raw = await stopping.socket();
  await join(raw, 'realtime:x');
  await stopping.backend.hangUp();
  expect(await raw.closed).toBe(1012);
  await expect(stopping.socket()).rejects.toThrow(/^503/);
  await stopping.close();
});

test('the host had nothing to complain about but policies that were asked of a role it may not take', () => {
  expect(host.errors.filter((error) => !error.includes('permission denied to set role'))).toEqual([]);
});
