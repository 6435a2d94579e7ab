import type { Session } from '@supabase/supabase-js';
import type { ServerBuild } from 'react-router';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AUTH_COOKIE } from '#app/backend/auth-cookie.ts';
import { type SiteContext, siteContext } from '#app/site-context.ts';
import { openPapers } from '#backend/papers/open-papers.ts';
import { openPictures } from '#backend/pictures/open-pictures.ts';
import { signUp, type TestPerson } from '../accounts/testing/people.ts';
import { createSecurityHeaders } from '../http/content-security.ts';
import { createLogger } from '../logger.ts';
import { type StudioApp, startStudioApp } from '../testing/studio-app.ts';
import { createSite, type Site } from './create-site.ts';
import { createPageCache, type PageCache } from './page-cache.ts';
import { createRevalidatedCache } from './revalidated-cache.ts';

let studio: StudioApp;
let person: TestPerson;
let session: Session;
let site: Site;
let cache: PageCache;
const shared = createRevalidatedCache<unknown>({});
let renders = 0;
let asked = 0;

beforeAll(async () => {
  studio = await startStudioApp();
  person = await signUp(studio);
  const { data } = await person.client.auth.getSession();
  if (!data.session) throw new Error('no session');
  session = data.session;
  cache = createPageCache();
  const settings = { siteUrl: studio.siteUrl, apiBaseUrl: studio.siteUrl, backendUrl: undefined };
  site = createSite({
    loadBuild: async () => oneRoute,
    mode: 'production',
    sourceOf: () => ({ address: '192.0.2.1', isInProcess: false }),
    clients: studio.clients,
    settings: {
      siteUrl: studio.siteUrl,
      apiBaseUrl: '',
      environment: 'test',
      streamUrl: null,
      takesCards: false,
      sendsMail: false,
      hasMailServer: false,
      sendsCodes: { mail: false, phone: false },
      signInProviders: [],
      turnstileSiteKey: null,
      analyticsId: null,
      backendUrl: '',
      storageUrl: '',
      anonKey: studio.secrets.anonKey,
      cookieDomain: null,
    },
    gate: { isHuman: async () => true, prove: async () => null },
    receiveMessage: async () => ({ state: 'taken' }),
    readUnsendable: async () => undefined,
    cache,
    shared,
    pictures: openPictures(),
    papers: openPapers(),
    languages: { current: async () => ['en'], known: ['en'] },
    closedSections: { current: async () => [] },
    security: createSecurityHeaders({
      ...settings,
      storageUrl: undefined,
      turnstile: undefined,
      analyticsId: undefined,
      radio: {
        streamUrl: undefined,
        sourcePort: 0,
        icecastPushUrl: undefined,
        recordingsLimitBytes: 2 ** 30,
      },
    }),
    log: createLogger('silent'),
  });
});
afterAll(() => studio?.close());

/** A site of one address that says who looks at it and what they see of the profiles. */
const oneRoute = {
  entry: { module: { default: () => new Response(), siteContext } },
  routes: {
    who: {
      id: 'who',
      path: 'who',
      module: {
        async loader({ context }: { context: { get(key: typeof siteContext): never } }) {
          renders += 1;
          const { backend, visitor, shared } = context.get(siteContext) as SiteContext;
          await shared('how often', async () => {
            asked += 1;
          });
          const { data } = await backend.from('profiles').select('user_id');
          return Response.json({ email: (await visitor()).user?.email ?? null, profiles: data?.length ?? 0 });
        },
      },
    },
  },
  assets: { entry: { imports: [], module: '' }, routes: {}, url: '', version: '1' },
  publicPath: '/',
  assetsBuildDirectory: '',
  future: {},
  ssr: true,
  isSpaMode: false,
  prerender: [],
  routeDiscovery: { mode: 'initial', manifestPath: '' },
} as unknown as ServerBuild;

const open = (cookie?: string, query = '') =>
  site.fetch(new Request(`${studio.siteUrl}/who${query}`, { headers: cookie ? { cookie } : {} }));
const authCookie = (patch: object = {}) =>
  `${AUTH_COOKIE}=base64-${Buffer.from(JSON.stringify({ ...session, ...patch })).toString('base64url')}`;

it('a page is rendered for its visitor and cached for no one', async () => {
  const response = await open(authCookie());
  expect(await response.json()).toEqual({ email: person.email, profiles: 1 });
  expect(response.headers.get('cache-control')).toBe('private, no-cache');
  expect(response.headers.getSetCookie()).toEqual([]);
  expect(cache.size).toBe(0);
});

it('an anonymous page is rendered once for everyone and never with a cookie', async () => {
  const before = renders;
  const first = await open();
  expect(await first.json()).toEqual({ email: null, profiles: 0 });
  expect(first.headers.get('cache-control')).toBe('no-cache');
  expect(cache.size).toBe(1);
  const [second, third] = await Promise.all([open('theme=dark'), open(authCookie())]);
  expect(await second.json()).toEqual({ email: null, profiles: 0 });
  expect((await third.json()).email).toBe(person.email);
  expect(renders - before).toBeGreaterThanOrEqual(2);
});

it('a session that was renewed while rendering sends its cookies with the page, which may not be stored', async () => {
  const response = await open(authCookie({ expires_at: Math.floor(Date.now() / 1000) - 60 }));
  expect((await response.json()).email).toBe(person.email);
  expect(response.headers.getSetCookie()).toEqual([expect.stringMatching(/^sb-onda-auth-token=base64-/)]);
  expect(response.headers.get('cache-control')).toBe('private, no-store');
});

it('what is the same for everyone is asked once for strangers, and again for anyone who may just have changed it', async () => {
  shared.resume();
  const before = asked;
  await open(undefined, '?one');
  await open(undefined, '?two');
  expect(asked - before).toBe(1);
  await open(authCookie());
  await open(authCookie());
  expect(asked - before).toBe(3);
});

it('a sign-in code is redirected to the page that exchanges it, before any guard, and never stored', async () => {
  const code = '0b5e9d4e-1c5a-4a53-9a34-4a6a1d0b6c11';
  const ask = (path: string) => site.fetch(new Request(studio.siteUrl + path));
  const before = renders;
  const response = await ask(`/dashboard/security?code=${code}&tab=keys`);
  expect(response.status).toBe(303);
  expect(response.headers.get('location')).toBe(
    `/auth/callback?code=${code}&next=%2Fdashboard%2Fsecurity%3Ftab%3Dkeys`,
  );
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect((await open(authCookie(), `?code=${code}`)).headers.get('location')).toBe(
    `/auth/callback?code=${code}&next=%2Fwho`,
  );
  expect(renders).toBe(before);
  expect((await open(undefined, '?code=SUMMER')).status).toBe(200);
  expect((await ask(`/who.data?code=${code}`)).status).not.toBe(303);
});

it('a form sent with someone’s cookie is only taken from a page of ours', async () => {
  const send = async (headers: Record<string, string>) =>
    (await site.fetch(new Request(`${studio.siteUrl}/who`, { method: 'POST', headers, body: '' }))).status;
  const cookie = authCookie();
  expect(await send({ cookie })).toBe(403);
  expect(await send({ cookie, origin: 'null' })).toBe(403);
  expect(await send({ cookie, 'sec-fetch-site': 'same-site', origin: 'http://sub.studio.test' })).toBe(403);
  expect(await send({ cookie, 'sec-fetch-site': 'same-origin' })).not.toBe(403);
});
