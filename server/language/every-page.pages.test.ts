// Every page in a language that does not exist: a text on it without accents was not translated.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Content, readContent } from '../../e2e/site/all-languages/content-words.ts';
import { CODE, writePseudoLanguage } from '../../e2e/site/all-languages/pseudo-language.ts';
import { addMissingRecords, addressOf } from '../../e2e/site/all-languages/records.ts';
import { productionBuild } from '../load-pages.ts';
import { readHtml } from '../testing/read-html.ts';
import { startSite, type TestSite } from '../testing/start-site.ts';
import { loadCatalogues } from './current-language.ts';
import { removeMessagesFolder } from './read-catalogues.ts';
import { shownTexts } from './testing/shown-texts.ts';

const SETUP_TOKEN = 'set-up-token-of-this-test';
/** Addresses without a page, and the booking and the class of someone else. */
const MISSING = new Set([
  '/*',
  '/dashboard/*',
  '/dashboard/bookings/:id',
  '/dashboard/bookings/hour/:playlist',
]);

const { routes: built } = await productionBuild;
const routes = pageRoutes();

let messages: string;
let site: TestSite;
let content: Content;
let owner: string;
beforeAll(async () => {
  messages = await mkdtemp(join(tmpdir(), 'onda-messages-'));
  writePseudoLanguage(messages);
  loadCatalogues(messages);
  site = await startSite({ SETUP_TOKEN });
  await site.sql`update public.studio set languages = ${['en', CODE]}`;
  await addMissingRecords(site.sql);
  owner = (await site.signIn('owner')).cookie;
  content = await readContent(site.sql);
});
afterAll(async () => {
  await site?.close();
  removeMessagesFolder(messages);
  loadCatalogues();
  await rm(messages, { recursive: true, force: true });
});

describe('a page', () => {
  it.each(routes)('is translated: %s', async (route) => {
    const address = await addressOf(site.sql, route);
    const path = `/${CODE}${address === '/setup' ? `${address}?token=${SETUP_TOKEN}` : address}`;
    const headers: Record<string, string> = route.startsWith('/dashboard') ? { cookie: owner } : {};
    const response = await site.fetch(path, { headers, redirect: 'follow' });
    expect(response.status).toBe(MISSING.has(route) ? 404 : 200);
    const page = readHtml(await response.text());
    const untranslated = shownTexts(page).flatMap((text) =>
      content.untranslated(text).map((part) => `"${part}" in "${text}"`),
    );
    expect(untranslated).toEqual([]);
  });

  it('is looked at wherever the site has one', () => {
    expect(routes.length).toBeGreaterThan(100);
  });
});

/** As in app/routes.ts: "/classes/:slug". */
function pageRoutes(): string[] {
  const lineOf = (id: string): string[] => {
    const route = built[id];
    return route ? [...(route.parentId ? lineOf(route.parentId) : []), route.path ?? ''] : [];
  };
  const parents = new Set(Object.values(built).map((route) => route?.parentId));
  return Object.keys(built)
    .filter((id) => built[id]?.module.default && !parents.has(id))
    .map(
      (id) =>
        lineOf(id)
          .map((path) => path && `/${path}`)
          .join('') || '/',
    );
}
