// One address has only so much under way at once; the others do not notice.
import { describe, expect, test } from 'vitest';
import { createRequestGate, type RequestGate, type RequestGateOptions } from './request-gate.ts';

/** Neither how late this machine's event loop is, nor how long a test takes on it, decides anything. */
const openGate = (options: RequestGateOptions): RequestGate =>
  createRequestGate({ eventLoop: { delayMs: 0 }, maxWaitMs: 600_000, ...options });

const ask = (target = '/', init?: RequestInit) => new Request(`http://localhost${target}`, init);

function slowAnswers() {
  const waiting: (() => void)[] = [];
  return {
    answer: () => new Promise<Response>((resolve) => waiting.push(() => resolve(new Response('done')))),
    get running() {
      return waiting.length;
    },
    finishOne: () => waiting.shift()?.(),
  };
}

describe('the request gate', () => {
  test('holds back what one address asks beyond its share, and lets others through', async () => {
    const gate = openGate({ maxRunning: 2, maxWaiting: 2 });
    const slow = slowAnswers();
    const flood = Array.from({ length: 5 }, () => gate.pass(ask(), '192.0.2.1', slow.answer));
    const rejected = await flood[4];
    expect(rejected?.status).toBe(429);
    expect(rejected?.headers.get('retry-after')).toBe('1');
    await expect.poll(() => slow.running).toBe(2);
    const visitor = await gate.pass(ask(), '192.0.2.2', () => new Response('page'));
    expect(await visitor.text()).toBe('page');
    for (let round = 0; round < 4; round += 1) {
      await expect.poll(() => slow.running).toBeGreaterThan(0);
      slow.finishOne();
    }
    expect((await Promise.all(flood.slice(0, 4))).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });

  test('leaves rest, health and files out of the share of pages', async () => {
    const gate = openGate({ maxRunning: 1, maxWaiting: 0 });
    const slow = slowAnswers();
    const page = gate.pass(ask(), '192.0.2.1', slow.answer);
    const ok = () => new Response('ok');
    for (const target of [
      '/rest/v1/rooms?select=*',
      '/healthz',
      '/readyz',
      '/storage/v1/object/public/a/b.jpg',
    ])
      expect((await gate.pass(ask(target), '192.0.2.1', ok)).status).toBe(200);
    expect((await gate.pass(ask('/rest/v10'), '192.0.2.1', ok)).status).toBe(429);
    slow.finishOne();
    await page;
  });

  test('lets the event loop go round between two pages, and calls pass', async () => {
    const gate = openGate({ maxRunning: 2 });
    const order: string[] = [];
    const note = (name: string) => () => {
      order.push(name);
      return new Response(name);
    };
    const pages = ['a', 'b', 'c', 'd', 'e', 'f'].map((name, index) =>
      gate.pass(ask(`/${name}`), `192.0.2.${index % 3}`, note('page')),
    );
    const call = gate.pass(ask('/api/page-views'), '192.0.2.9', note('call'));
    let isDone = false;
    const goRound = () => {
      order.push('round');
      if (!isDone) setImmediate(goRound);
    };
    setImmediate(goRound);
    await Promise.all([...pages, call]);
    isDone = true;
    expect(order.slice(0, 2)).toEqual(['page', 'call']);
    expect(order.join(' ')).not.toContain('page page');
  });

  test('gives the place back when the answer throws', async () => {
    const gate = openGate({ maxRunning: 1, maxWaiting: 0 });
    const broken = gate.pass(ask(), '192.0.2.1', () => Promise.reject(new Error('broken')));
    await expect(broken).rejects.toThrow('broken');
    expect((await gate.pass(ask(), '192.0.2.1', () => new Response('ok'))).status).toBe(200);
  });

  test('answers in the format the client accepts', async () => {
    const gate = openGate({ maxRunning: 1, maxWaiting: 0 });
    const slow = slowAnswers();
    void gate.pass(ask(), '192.0.2.1', slow.answer);
    const page = ask('/classes', { headers: { accept: 'text/html,*/*' } });
    const toReader = await gate.pass(page, '192.0.2.1', slow.answer);
    expect(toReader.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    void gate.pass(ask('/auth/v1/token'), '192.0.2.1', slow.answer);
    const toClient = await gate.pass(ask('/auth/v1/token'), '192.0.2.1', slow.answer);
    expect(await toClient.json()).toMatchObject({ code: 'over_request_rate_limit' });
    slow.finishOne();
  });
});

describe('more people than can be served', () => {
  const crowd = (gate: RequestGate, from: number, to: number, answer: () => Promise<Response>) =>
    Array.from({ length: to - from }, (_, index) =>
      gate.pass(ask('/classes'), `198.51.100.${from + index}`, answer),
    );

  test('get a page that tries again by itself, and the others their turn', async () => {
    const gate = openGate({ maxPages: 2, maxPagesWaiting: 3 });
    const slow = slowAnswers();
    const served = crowd(gate, 0, 5, slow.answer);
    const [rejected] = await Promise.all(crowd(gate, 5, 8, slow.answer));
    expect(rejected?.status).toBe(503);
    const retryAfterS = Number(rejected?.headers.get('retry-after'));
    expect(retryAfterS).toBeGreaterThanOrEqual(5);
    expect(retryAfterS).toBeLessThan(10);
    expect(await rejected?.text()).toContain(`<meta http-equiv="refresh" content="${retryAfterS}">`);
    const signIn = await gate.pass(ask('/auth/v1/token'), '198.51.100.9', () => new Response('signed in'));
    expect(signIn.status).toBe(200);
    for (let round = 0; round < 5; round += 1) {
      await expect.poll(() => slow.running).toBeGreaterThan(0);
      slow.finishOne();
    }
    expect((await Promise.all(served)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  });

  test('wait only so long', async () => {
    const gate = openGate({ maxPages: 1, maxWaitMs: 20 });
    const slow = slowAnswers();
    const [first, second] = crowd(gate, 0, 2, slow.answer);
    expect((await second)?.status).toBe(503);
    slow.finishOne();
    expect((await first)?.status).toBe(200);
  });

  test('get a page that says the form was not sent, and programs get JSON', async () => {
    const gate = openGate({ maxPages: 1, maxPagesWaiting: 0 });
    const slow = slowAnswers();
    void gate.pass(ask(), '192.0.2.1', slow.answer);
    const form = await gate.pass(ask('/contact', { method: 'POST' }), '192.0.2.2', slow.answer);
    const text = await form.text();
    expect(text).toContain('Your form was not sent');
    expect(text).not.toContain('http-equiv');
    const data = await gate.pass(ask('/classes.data'), '192.0.2.3', slow.answer);
    expect(data.status).toBe(503);
    expect(await data.json()).toMatchObject({ code: 'too_busy' });
    slow.finishOne();
  });

  test('are rejected by how late the event loop is: pages first, then calls, sign-in never', async () => {
    const eventLoop = { delayMs: 0 };
    const gate = openGate({ eventLoop });
    const slow = slowAnswers();
    const statusOf = async (target: string) =>
      (await gate.pass(ask(target), '192.0.2.2', () => new Response('ok'))).status;
    const begin = (address: string) => {
      void gate.pass(ask(), address, slow.answer);
      void gate.pass(ask('/api/contact'), address, slow.answer);
    };
    eventLoop.delayMs = 600;
    for (const last of [3, 4, 5, 6]) begin(`192.0.2.${last}`);
    // As few as one visitor may have cannot be what makes the event loop late.
    expect(await statusOf('/classes')).toBe(200);
    eventLoop.delayMs = 0;
    begin('192.0.2.7');
    eventLoop.delayMs = 600;
    expect(await statusOf('/classes')).toBe(503);
    expect(await statusOf('/api/contact')).toBe(200);
    eventLoop.delayMs = 2500;
    expect(await statusOf('/api/contact')).toBe(503);
    expect(await statusOf('/storage/v1/object/public/a/b.jpg')).toBe(503);
    expect(await statusOf('/auth/v1/token')).toBe(200);
    expect(await statusOf('/healthz')).toBe(200);
    eventLoop.delayMs = 0;
    expect(await statusOf('/classes')).toBe(200);
    while (slow.running > 0) slow.finishOne();
  });
});
