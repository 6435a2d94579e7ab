import { describe, expect, it } from 'vitest';
import { createStorageOrigin } from '../http/storage-origin.ts';
import { createLogger } from '../logger.ts';
import { createRouter } from '../route-request.ts';
import { createApiCors } from './api-cors.ts';

const SITE = 'https://onda.example';
const open = { 'access-control-allow-origin': '*' };
const route = createRouter({
  backend: undefined,
  databaseWatch: { guard: async (work) => work() },
  cors: createApiCors({ siteUrl: SITE }),
  productApi: {
    async fetch(request) {
      if (request.url.endsWith('/fault')) throw new Error('a fault');
      const headers = new Headers({ vary: 'accept-encoding' });
      headers.append('set-cookie', 'a=1');
      headers.append('set-cookie', 'b=2');
      return Response.json({ method: request.method }, { status: 422, headers });
    },
  },
  radio: {
    handles: (path) => path.startsWith('/api/radio'),
    fetch: async () => new Response('event: now-playing\n\n', { headers: open }),
  },
  site: { fetch: async () => new Response('page') },
  alive: () => new Response('alive'),
  ready: async () => new Response('ready'),
  closedSections: { known: [] },
  storageOrigin: createStorageOrigin(undefined),
  security: { plain: [], common: [], file: [], forPage: () => [] },
  log: createLogger('silent'),
});
const ask = (path: string, headers: Record<string, string> = {}, method = 'POST') =>
  route(new Request(`https://api.onda.example${path}`, { method, headers }));
const allowed = ({ headers }: Response) => [
  headers.get('access-control-allow-origin'),
  headers.get('access-control-allow-credentials'),
];
const preflight = (origin: string, path = '/api/contact') =>
  ask(path, { origin, 'access-control-request-method': 'PUT' }, 'OPTIONS');

const STRANGERS = [
  'null',
  'https://evil.example',
  'https://onda.example.evil.example',
  'https://evil-onda.example',
  'https://sub.onda.example',
  'https://api.onda.example',
  'http://onda.example',
  'https://onda.example:444',
  'https://onda.example/',
  'HTTPS://ONDA.EXAMPLE',
  '*',
];

describe('the product API on another origin', () => {
  it('answers pages of the site with their cookies, errors and faults too', async () => {
    for (const path of ['/api/contact', '/cloudflare/verify-turnstile', '/api/fault', '/api/radio/tracks']) {
      const response = await ask(path, { origin: SITE });
      expect(allowed(response)).toEqual([SITE, 'true']);
      expect(response.headers.get('vary')).toContain('Origin');
    }
    const response = await ask('/api/contact', { origin: SITE });
    expect(response.status).toBe(422);
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    expect(response.headers.get('vary')).toBe('accept-encoding, Origin');
    expect(response.headers.get('access-control-expose-headers')).toContain('retry-after');
  });

  it('answers the preflight of pages of the site', async () => {
    const response = await preflight(SITE);
    expect(response.status).toBe(204);
    expect(allowed(response)).toEqual([SITE, 'true']);
    expect(response.headers.get('access-control-allow-methods')).toMatch(/PUT.*DELETE/);
    expect(response.headers.get('access-control-allow-headers')).toMatch(
      /authorization, content-type.*x-file-name/,
    );
  });

  it.each(STRANGERS)('gives nothing to %s', async (origin) => {
    expect(allowed(await ask('/api/contact', { origin }))).toEqual([null, null]);
    const asked = await preflight(origin);
    expect(asked.status).not.toBe(204);
    expect(allowed(asked)).toEqual([null, null]);
  });

  it('leaves what is open to everyone open, never with credentials', async () => {
    const response = await ask('/api/radio/events', { origin: 'https://evil.example' }, 'GET');
    expect(allowed(response)).toEqual(['*', null]);
    expect(response.headers.get('vary')).toBe('Origin');
    expect(allowed(await ask('/api/radio/events', { origin: SITE }, 'GET'))).toEqual([SITE, 'true']);
  });

  it('opens neither pages nor what is no part of it', async () => {
    for (const path of ['/', '/dashboard', '/healthz', '/apiary'])
      expect(allowed(await ask(path, { origin: SITE }, 'GET'))).toEqual([null, null]);
  });
});
