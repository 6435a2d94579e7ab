// One address has only so much under way at once; the others do not notice.
import { describe, expect, test } from 'vitest';
import { createRequestGate } from './request-gate.ts';

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
    const gate = createRequestGate({ maxRunning: 2, maxWaiting: 2 });
    const slow = slowAnswers();
    const flood = Array.from({ length: 5 }, () => gate.pass(ask(), '192.0.2.1', slow.answer));
    const refused = await flood[4];
    expect(refused?.status).toBe(429);
    expect(refused?.headers.get('retry-after')).toBe('1');
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
    const gate = createRequestGate({ maxRunning: 1, maxWaiting: 0 });
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
    const gate = createRequestGate({ maxRunning: 2 });
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
    const gate = createRequestGate({ maxRunning: 1, maxWaiting: 0 });
    const broken = gate.pass(ask(), '192.0.2.1', () => Promise.reject(new Error('broken')));
    await expect(broken).rejects.toThrow('broken');
    expect((await gate.pass(ask(), '192.0.2.1', () => new Response('ok'))).status).toBe(200);
  });

  test('speaks the language of whoever is refused', async () => {
    const gate = createRequestGate({ maxRunning: 1, maxWaiting: 0 });
    const slow = slowAnswers();
    void gate.pass(ask(), '192.0.2.1', slow.answer);
    const page = ask('/classes', { headers: { accept: 'text/html,*/*' } });
    const toReader = await gate.pass(page, '192.0.2.1', slow.answer);
    expect(toReader.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    const toClient = await gate.pass(ask('/auth/v1/token'), '192.0.2.1', slow.answer);
    expect(await toClient.json()).toMatchObject({ code: 'over_request_rate_limit' });
    slow.finishOne();
  });
});
