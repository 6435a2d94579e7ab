// Every request to the backend carries the passkey's token as Bearer while there is one, whatever sends it.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, it, vi } from 'vitest';
import { readAuthSettings } from './auth-settings.ts';
import { configureBackend } from './backend.ts';
import { backendHeaders } from './backend-headers.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const SENDS = /\bfetch\(|\bnew (XMLHttpRequest|WebSocket|EventSource)\(|\.sendBeacon\(/;
const BACKEND = /\bbackendUrl\b|\/(auth|rest|storage|functions|realtime)\/v1\b/;
/** Files that send to the backend in another way, and how the token comes along. */
const ACCEPTED: Record<string, string> = {
  'app/backend/browser-client.ts':
    'the client itself: addPasskeyToken wraps its fetch, and its sockets ask accessToken',
  'app/dashboard/system/browser-checks.ts': 'only opens a socket, which has no headers, and joins nothing',
  'server/create-app.ts': 'passes on the requests of that client',
  'server/site/read-cache.ts': 'stores what that client reads for everyone',
  'server/http/hosted-backend.ts': 'passes on public feeds, which are the same for everyone',
  'server/health/doctor.ts': 'a command without a visitor; only opens a socket',
};

const files = ['app', 'server'].flatMap((part) =>
  readdirSync(`${root}/${part}`, { recursive: true, encoding: 'utf8' })
    .map((path) => `${part}/${path}`)
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|\/testing\//.test(path)),
);
/** Without comments. */
const codeOf = (file: string) =>
  readFileSync(`${root}/${file}`, 'utf8')
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/^\s*\/\/.*$/gm, '');

afterEach(() => vi.unstubAllGlobals());

const bypasses = (code: string) => SENDS.test(code) && BACKEND.test(code) && !/\bbackendHeaders\(/.test(code);

it('no request goes past the one helper', () => {
  expect(files.length).toBeGreaterThan(500);
  expect(files.filter((file) => bypasses(codeOf(file)) && !(file in ACCEPTED))).toEqual([]);
  const isStale = (file: string) => !files.includes(file) || !bypasses(codeOf(file));
  expect(Object.keys(ACCEPTED).filter(isStale)).toEqual([]);
});

it.each([
  "fetch(backendUrl + '/rest/v1/classes')",
  "fetch('/auth/v1/settings', { headers: { apikey } })",
  "new XMLHttpRequest(); request.open('POST', backendUrl)",
  "new EventSource('/functions/v1/feed')",
  "navigator.sendBeacon('/storage/v1/object/a')",
  "new WebSocket(address + '/realtime/v1/websocket')",
])('and one that did would be found: %s', (code) => {
  expect(bypasses(code)).toBe(true);
});

it.each([
  ['passkey-token=the-token', null, 'Bearer the-token'],
  ['a=b; passkey-token=the-token', 'of-the-session', 'Bearer the-token'],
  ['', 'of-the-session', 'Bearer of-the-session'],
  ['passkey-token=', null, undefined],
  ['other-passkey-token=x', null, undefined],
])('cookies %j and session %j are sent as %j', (cookie, session, authorization) => {
  vi.stubGlobal('document', { cookie });
  configure();
  expect(backendHeaders(session)).toEqual({ apikey: 'anon', ...(authorization && { authorization }) });
});

it('the settings of sign-in are asked for with the token', async () => {
  const sent: [string, Headers][] = [];
  vi.stubGlobal('document', { cookie: 'passkey-token=the-token' });
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    sent.push([url, new Headers(init.headers)]);
    return Response.json({ external: {} });
  });
  configure();
  await readAuthSettings();
  const [[url, headers] = ['', new Headers()]] = sent;
  expect([url, headers.get('authorization'), headers.get('apikey')]).toEqual([
    'https://backend.example/auth/v1/settings',
    'Bearer the-token',
    'anon',
  ]);
});

function configure(): void {
  configureBackend({
    backendUrl: 'https://backend.example',
    anonKey: 'anon',
    cookieDomain: null,
    turnstileSiteKey: null,
    apiBaseUrl: '',
  });
}
