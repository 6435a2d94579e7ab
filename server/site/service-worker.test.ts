// The service worker as a browser runs it, with a cache and a network of the test.
import { readFileSync } from 'node:fs';
import { createContext, runInContext } from 'node:vm';
import { expect, test } from 'vitest';

const script = readFileSync(new URL('../../public/service-worker.js', import.meta.url), 'utf8');

interface WorkerEvent {
  request?: { url: string; method: string; mode: string };
  data?: unknown;
  ports?: [];
  waitUntil?(work: Promise<unknown>): void;
  respondWith?(answer: Promise<Response>): void;
}

function startWorker(fetchPage: (path: string) => Promise<Response>) {
  const stored = new Map<string, Response>();
  const handlers = new Map<string, (event: WorkerEvent) => void>();
  const cache = {
    put: async (path: string, page: Response) => void stored.set(path, page),
    addAll: async () => undefined,
  };
  const caches = { open: async () => cache, match: async (path: string) => stored.get(path)?.clone() };
  const self = {
    addEventListener: (name: string, handle: (event: WorkerEvent) => void) => handlers.set(name, handle),
    skipWaiting: async () => undefined,
    location: { origin: 'https://studio.example' },
  };
  const fetch = (asked: string | { url: string }) =>
    fetchPage(typeof asked === 'string' ? asked : new URL(asked.url).pathname);
  runInContext(script, createContext({ self, caches, fetch, URL, Response, setTimeout }));
  return {
    async send(name: string, event: WorkerEvent = {}) {
      let work: Promise<unknown> | undefined;
      const waitUntil = (given: Promise<unknown>) => {
        work = given;
      };
      handlers.get(name)?.({ ports: [], ...event, waitUntil });
      await work;
    },
    async open(path: string): Promise<string> {
      const request = { url: `https://studio.example${path}`, method: 'GET', mode: 'navigate' };
      let answer: Promise<Response> | undefined;
      const respondWith = (given: Promise<Response>) => {
        answer = given;
      };
      handlers.get('fetch')?.({ request, respondWith });
      return (await answer)?.text() ?? '';
    },
  };
}

test('the offline page is in the language of the address, otherwise in the studio’s default', async () => {
  let isOnline = true;
  const worker = startWorker(async (path) => {
    if (!isOnline) throw new TypeError('no network');
    return new Response(path, { status: path === '/xx/offline' ? 404 : 200 });
  });
  await worker.send('install');
  for (const path of ['/pt/offline', '/xx/offline', 'https://elsewhere.example/offline', '/classes'])
    await worker.send('message', { data: { type: 'cache-offline', path } });
  isOnline = false;
  expect(await worker.open('/pt/classes')).toBe('/pt/offline');
  expect(await worker.open('/classes')).toBe('/offline');
  expect(await worker.open('/xx/classes')).toBe('/offline');
  expect(await worker.open('/faq')).toBe('/offline');
});
