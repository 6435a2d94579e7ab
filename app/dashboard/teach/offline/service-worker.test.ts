import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';

type Handler = (event: object) => void;

/** The service worker with a network of its own and a cache that remembers addresses. */
function startWorker(network: Record<string, string>) {
  const handlers = new Map<string, Handler>();
  const cached = new Map<string, Response>();
  let isOffline = false;
  const fetch = async (asked: string | { url: string }) => {
    const path = typeof asked === 'string' ? asked : new URL(asked.url).pathname;
    if (isOffline) throw new TypeError('offline');
    return new Response(network[path] ?? null, { status: path in network ? 200 : 404 });
  };
  const cache = {
    match: async (path: string) => cached.get(path),
    put: async (path: string, answer: Response) => void cached.set(path, answer),
    add: async (path: string) => void cached.set(path, await fetch(path)),
    keys: async () => [...cached.keys()].map((path) => ({ url: `https://studio.example${path}` })),
    delete: async () => true,
  };
  runInNewContext(readFileSync('public/service-worker.js', 'utf8'), {
    self: {
      addEventListener: (type: string, handler: Handler) => handlers.set(type, handler),
      location: { origin: 'https://studio.example' },
    },
    caches: {
      open: async () => cache,
      match: async ({ url }: { url: string }) => cached.get(new URL(url).pathname),
    },
    fetch,
    URL,
    Set,
    Response,
    setTimeout,
  });
  return {
    cached,
    goOffline: () => {
      isOffline = true;
    },
    post: async (data: object) => {
      const works: Promise<unknown>[] = [];
      handlers.get('message')?.({ data, ports: [], waitUntil: (work: Promise<unknown>) => works.push(work) });
      await Promise.all(works);
    },
    ask: async (path: string) => {
      const answers: Promise<Response>[] = [];
      const request = { url: `https://studio.example${path}`, method: 'GET', mode: 'cors', destination: '' };
      handlers.get('fetch')?.({ request, respondWith: (answer: Promise<Response>) => answers.push(answer) });
      return (await answers[0])?.text();
    },
  };
}

it('keeps the texts of a register for the time without a network', async () => {
  const texts = '/messages/pt-dashboard-abc_1-2.json';
  const worker = startWorker({
    '/pt/dashboard/teach/7': `<script>{"files":{"site":"/messages/pt-site-x.json","dashboard":"${texts}"}}</script>`,
    [texts]: '{"dashboard.teach":{}}',
  });
  await worker.post({ type: 'cache-register', pages: ['/pt/dashboard/teach/7'], files: [], isAll: false });
  expect([...worker.cached.keys()]).toEqual(['/pt/dashboard/teach/7', texts]);
  worker.goOffline();
  expect(await worker.ask(texts)).toBe('{"dashboard.teach":{}}');
});
