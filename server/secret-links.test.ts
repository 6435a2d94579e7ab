// Nothing that a secret link opens is stored on the way: not by proxies, not by browsers, not by our own page cache.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cacheKeyOf } from './site/cache-key.ts';
import { type StudioApp, startStudioApp } from './testing/studio-app.ts';

let studio: StudioApp;
beforeAll(async () => {
  studio = await startStudioApp();
});
afterAll(() => studio?.close());

const TOKEN = '0f3a5b7c9d1e2f3a4b5c6d7e8f9a0b1c2d3e4f5a';
const ROOT = join(import.meta.dirname, '..');

/** Routes with a secret in their path, read out of the code: one that comes later is tried too. */
async function routesWithTokens(): Promise<string[]> {
  const pages = await readFile(join(ROOT, 'app', 'routes.ts'), 'utf8');
  const files = await readdir(join(ROOT, 'server'), { recursive: true });
  const sources = await Promise.all(
    files
      .filter((name) => /(?<!test)\.ts$/.test(name))
      .map((name) => readFile(join(ROOT, 'server', name), 'utf8')),
  );
  const found = [pages, ...sources].flatMap((source) => [
    ...source.matchAll(/(?:route|get|post|delete)\(\s*'\/?([^']*(?::token|calendar\/:file)\b[^']*)'/g),
  ]);
  return [...new Set(found.map(([, path]) => `/${path}`))];
}

it('is private and never stored, on every route with a secret', async () => {
  const routes = await routesWithTokens();
  for (const known of [
    '/booking/:token',
    '/offer/:token',
    '/newsletter/:token',
    '/preview/:token',
    '/calendar/:file',
  ])
    expect(routes).toContain(known);
  const paths = routes.map((route) => route.replace(':token', TOKEN).replace(':file', `${TOKEN}.ics`));
  const spellings = [
    ...paths,
    ...paths.map((path) => `/pt${path}`),
    ...paths.map((path) => `${path}.data`),
    ...paths.map((path) => `${path}?_routes=site%2Fbooking`),
    ...paths.map((path) => path.replace('/b', '/%62')),
    ...paths.map((path) => `${path}/`),
    ...paths.map((path) => path.toUpperCase().replace(TOKEN.toUpperCase(), TOKEN)),
    `/confirm?token_hash=${TOKEN}&type=signup`,
    `/setup?token=${TOKEN}`,
    `/api/setup?token=${TOKEN}`,
    `/book/morning-body?hold=${TOKEN}`,
    `/auth/callback?code=${TOKEN}`,
    `/an-address-that-was-mistyped/${TOKEN}`,
  ];
  const stored: string[] = [];
  for (const path of spellings)
    for (const method of ['GET', 'HEAD', 'POST']) {
      const answer = await studio.fetch(new Request(`${studio.siteUrl}${path}`, { method }));
      if (answer.headers.get('cache-control') !== 'private, no-store') stored.push(`${method} ${path}`);
      if (cacheKeyOf(path, null, null) !== undefined) stored.push(`page cache: ${path}`);
    }
  expect(stored).toEqual([]);
});

it('leaves public pages as they are', async () => {
  for (const path of ['/', '/classes', '/classes/morning-body', '/pt/timetable', '/booking', '/calendar']) {
    const answer = await studio.fetch(new Request(`${studio.siteUrl}${path}`));
    expect([path, answer.headers.get('cache-control')]).toEqual([path, null]);
    expect(cacheKeyOf(path, null, null)).toBe(path);
  }
});
