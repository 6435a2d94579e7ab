import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { currentRequestWrites, type RequestWrites } from '#backend/database/request-writes.ts';
import { createListener } from './create-listener.ts';
import { giveUp } from './request-outcome.ts';

let server: Server | undefined;

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

async function serve(answer: (request: Request) => Response | Promise<Response>): Promise<string> {
  const listener = createListener(
    { siteUrl: 'http://studio.test', headers: [], onFault: () => undefined },
    answer,
  );
  server = createServer(listener).listen(0, '127.0.0.1');
  await new Promise((resolve) => server?.once('listening', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function commit(outcome: 'committed' | 'undone' | 'unknown'): RequestWrites | undefined {
  const writes = currentRequestWrites();
  writes?.beginCommit()(outcome);
  return writes;
}

it.each([
  ['POST', 'unknown', 504],
  ['PUT', 'unknown', 504],
  ['PATCH', 'committed', 504],
  ['DELETE', 'unknown', 504],
  ['POST', 'undone', 503],
  ['GET', 'unknown', 503],
] as const)('a %s that is given up with a commit that is %s gets %i', async (method, outcome, status) => {
  const url = await serve((request) => {
    commit(outcome);
    return giveUp(request);
  });
  const answer = await fetch(`${url}/rest/v1/notes`, { method });
  expect([answer.status, answer.headers.has('retry-after')]).toEqual([status, status === 503]);
  if (status === 504) expect(await answer.json()).toMatchObject({ code: 'outcome_unknown', details: null });
});

it('an error that a service answers while nobody knows the outcome says so, with the headers of the answer', async () => {
  const url = await serve(() => {
    commit('unknown');
    return new Response('try again', {
      status: 503,
      headers: { 'retry-after': '1', 'access-control-allow-origin': '*' },
    });
  });
  const answer = await fetch(`${url}/auth/v1/signup`, { method: 'POST' });
  const { headers } = answer;
  expect([answer.status, headers.get('retry-after'), headers.get('access-control-allow-origin')]).toEqual([
    504,
    null,
    '*',
  ]);
  const form = await fetch(`${url}/contact`, { method: 'POST' });
  expect(await form.text()).toContain('We don’t know yet whether that worked');
  const s3 = await fetch(`${url}/storage/v1/s3/tapes/a.wav`, { method: 'PUT' });
  expect(await s3.text()).toContain('<Code>OutcomeUnknown</Code>');
});

const moments: [when: string, work: (writes: RequestWrites) => void, status: number][] = [
  ['after a part of the work', (writes) => writes.beginCommit()('committed'), 504],
  ['before any of the work', () => undefined, 503],
  ['while a COMMIT is under way', (writes) => void writes.beginCommit(), 504],
];
it.each(moments)(
  'an answer made of a database that was lost %s says what is known',
  async (_when, work, status) => {
    const url = await serve(() => {
      const writes = currentRequestWrites();
      if (writes) work(writes);
      writes?.noteFailure(Object.assign(new Error('the connection was lost'), { code: 'CONNECTION_CLOSED' }));
      return new Response('try again', { status: 503, headers: { 'retry-after': '1' } });
    });
    const answer = await fetch(`${url}/storage/v1/object/tapes/a.wav`, { method: 'POST' });
    expect([answer.status, answer.headers.has('retry-after')]).toEqual([status, status === 503]);
  },
);

it.each([
  ['POST', '/api/anything', 'committed', 500],
  ['POST', '/book/1', 'committed', 504],
  ['POST', '/book/1', 'undone', 500],
  ['GET', '/book/1', 'committed', 500],
] as const)(
  'a %s to %s that fails in another way after a part was %s gets %i',
  async (method, path, outcome, status) => {
    const url = await serve(() => {
      commit(outcome)?.noteFailure(Object.assign(new Error('taken'), { code: '23505' }));
      return new Response('a fault', { status: 500 });
    });
    expect((await fetch(url + path, { method })).status).toBe(status);
  },
);

it.each([
  ['an error', 500, true],
  ['a success', 200, false],
  ['an error', 409, false],
] as const)('after %s, what still runs of the request: ended', async (_name, status, isEnded) => {
  let writes: RequestWrites | undefined;
  const url = await serve(() => {
    writes = currentRequestWrites();
    return new Response(null, { status });
  });
  await fetch(url, { method: 'POST' });
  expect(writes?.isEnded).toBe(isEnded);
});

it('a request whose sender goes away ends', async () => {
  const begun = Promise.withResolvers<RequestWrites | undefined>();
  const ended = Promise.withResolvers<void>();
  const url = await serve(async () => {
    const writes = currentRequestWrites();
    writes?.onEnd(() => ended.resolve());
    begun.resolve(writes);
    await ended.promise;
    return new Response('nobody reads this');
  });
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write('POST / HTTP/1.1\r\nhost: studio.test\r\ncontent-length: 0\r\n\r\n');
  const writes = await begun.promise;
  expect(writes?.isEnded).toBe(false);
  socket.destroy();
  await ended.promise;
  expect(writes?.isEnded).toBe(true);
});
