// People for browser tests: the owner, made once through the set-up page, and as many newcomers as a test wants.
// Codes and links are read from the outbox as the owner reads them; nothing looks into the database.
import { createHmac, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { BrowserContext, Page } from '@playwright/test';
import { serviceKey } from './service-key.ts';
import { expect, isLostConnection, test as visitorTest } from './visitor.ts';
import { AUTH_COOKIE, authCookies, OWNER_STATE, type Session, setUpOwner } from './worker-studio.ts';

export { OWNER, SETUP_TOKEN } from './worker-studio.ts';
export { expect, OWNER_STATE, type Page };

export interface Person {
  id: string;
  name: string;
  email: string;
  password: string;
  session: Session;
}

interface Message {
  id: string;
  subject: string;
  code: string;
  /** Path and query of the link in the mail; empty when there is none. */
  link: string;
}

interface Fixtures {
  /** A confirmed newcomer, not yet signed in anywhere. */
  person: Person;
  /** The page of that newcomer, signed in. */
  memberPage: Page;
  /** A page of the owner. */
  ownerPage: Page;
  post: Mailbox;
}

/** The outbox as the owner sees it. */
export interface Mailbox {
  latest(to: string, options?: { after?: Message }): Promise<Message>;
}

// The browser itself logs a rejected request to the console; the test is about the page.
const SIGN_IN_ERROR = /the server responded with a status of 4\d\d/;

// The router breaks off a reading when a newer one takes its place, and looks no further after the rest of the answer.
const BROKEN_OFF = 'signal is aborted without reason';

export const test = visitorTest.extend<Fixtures, { owner: undefined }>({
  // What a test reads of the sample studio it reads before someone owns it: an owner is made for the first test that needs one.
  owner: [
    async ({ workerStudio }, use) => {
      await setUpOwner(workerStudio.url);
      await use(undefined);
    },
    { scope: 'worker', auto: true },
  ],
  complaints: async ({ page, expectsComplaints }, use) => {
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (message.type() !== 'error' || SIGN_IN_ERROR.test(message.text())) return;
      if (isLostConnection(message.text())) return;
      complaints.push(`${message.text()} ${message.location().url}`);
    });
    page.on('pageerror', ({ message }) => {
      if (message !== BROKEN_OFF && !isLostConnection(message)) complaints.push(message);
    });
    await use(complaints);
    if (!expectsComplaints) expect(complaints).toEqual([]);
  },
  post: async ({ baseURL }, use) => use(openMailbox(baseURL ?? '')),
  person: async ({ baseURL, post }, use) => use(await makePerson(baseURL ?? '', post)),
  memberPage: async ({ page, person }, use) => {
    await enter(page.context(), person.session);
    await use(page);
  },
  ownerPage: async ({ browser, baseURL }, use) => {
    const context = await browser.newContext({ storageState: OWNER_STATE, baseURL });
    await use(await context.newPage());
    await context.close();
  },
});

/** A name that no other test has. */
export function newcomer(name = 'Nina Costa') {
  const tag = randomBytes(5).toString('hex');
  return { name, email: `nina.${tag}@onda.example`, password: `a long password ${tag}` };
}

export function newPhone(): string {
  return `+3519${String(randomBytes(4).readUInt32BE() % 100_000_000).padStart(8, '0')}`;
}

export async function makePerson(base: string, post: Mailbox, name?: string): Promise<Person> {
  const wanted = newcomer(name);
  // By the service key: nobody asks it for the human check.
  await ask(
    base,
    '/auth/v1/signup',
    { email: wanted.email, password: wanted.password, data: { name: wanted.name } },
    serviceKey(),
  );
  const { code } = await post.latest(wanted.email);
  const session = await ask<Session>(base, '/auth/v1/verify', {
    type: 'signup',
    email: wanted.email,
    token: code,
  });
  return { ...wanted, id: session.user.id, session };
}

export function signInByPassword(base: string, email: string, password: string): Promise<Session> {
  return ask<Session>(base, '/auth/v1/token?grant_type=password', { email, password });
}

/** Adds an authenticator app to an account; returns its secret. */
export async function protect(base: string, { session }: Person): Promise<string> {
  const as = (path: string, body: object) =>
    ask<{ id: string; totp: { secret: string } }>(
      base,
      `/auth/v1/factors${path}`,
      body,
      session.access_token,
    );
  const factor = await as('', { factor_type: 'totp', friendly_name: 'app' });
  const challenge = await as(`/${factor.id}/challenge`, {});
  await as(`/${factor.id}/verify`, { challenge_id: challenge.id, code: totp(factor.totp.secret) });
  return factor.totp.secret;
}

async function ask<Answer>(base: string, path: string, body: object, token?: string): Promise<Answer> {
  const response = await fetch(`${base}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${JSON.stringify(answer)}`);
  return answer as Answer;
}

/** Puts a session into a browser as the site itself would have left it. */
export async function enter(context: BrowserContext, session: Session): Promise<void> {
  await saveSessions(context);
  await context.addCookies(authCookies(session));
}

/** The first load of this browser lies behind it: it signs nobody out. */
export async function saveSessions(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    try {
      if (!localStorage.getItem('onda:session-reset')) localStorage.setItem('onda:session-reset', 'by test');
    } catch {
      // An opaque origin has no storage.
    }
  });
}

function openMailbox(base: string): Mailbox {
  return {
    async latest(to, { after } = {}) {
      let found: Message | undefined;
      await expect
        .poll(
          async () => {
            found = await newest(base, to);
            return found !== undefined && found.id !== after?.id;
          },
          { message: `a message to ${to}`, timeout: 15_000, intervals: [50] },
        )
        .toBe(true);
      return found as Message;
    },
  };
}

async function newest(base: string, to: string): Promise<Message | undefined> {
  const query = new URLSearchParams({
    select: 'id,subject',
    to_address: `in.("${to}","${to.replace('+', '')}")`,
    order: 'created_at.desc',
    limit: '1',
  });
  const headers = { authorization: `Bearer ${ownerToken()}` };
  const response = await fetch(`${base}/rest/v1/outbox?${query}`, { headers });
  if (!response.ok) throw new Error(`the outbox answered ${response.status}: ${await response.text()}`);
  const [row] = (await response.json()) as { id: string; subject: string }[];
  if (!row) return undefined;
  // Codes and links are shown to who may read the email, while it is valid and nothing can send it.
  const whole = await fetch(`${base}/api/outbox/${row.id}`, { headers });
  if (!whole.ok) throw new Error(`the email answered ${whole.status}: ${await whole.text()}`);
  const { text } = (await whole.json()) as { text: string };
  const line = text.split('\n').find((one) => /\/(confirm|newsletter)\b/.test(one)) ?? '';
  const link = /https?:\/\/\S+/.exec(line)?.[0];
  const url = link ? new URL(link) : undefined;
  return {
    id: row.id,
    subject: row.subject,
    code: /\b(\d{6})\b/.exec(text)?.[1] ?? '',
    link: url ? url.pathname + url.search : '',
  };
}

function ownerToken(): string {
  const state = JSON.parse(readFileSync(OWNER_STATE, 'utf8')) as {
    cookies: { name: string; value: string }[];
  };
  const value = state.cookies
    .filter(({ name }) => name.startsWith(AUTH_COOKIE))
    .sort((one, other) => one.name.localeCompare(other.name))
    .map((cookie) => cookie.value)
    .join('');
  const session = JSON.parse(Buffer.from(value.replace(/^base64-/, ''), 'base64url').toString()) as Session;
  return session.access_token;
}

/** The toast with this text: the text is on the page a second time, for screen readers. */
export function toastWith(page: Page, text: string) {
  return page.locator('[data-slot="toast"]').filter({ hasText: text });
}

/** What an authenticator app shows at this moment for a secret in base 32. */
export function totp(secret: string, atMs = Date.now()): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = [...secret.replace(/\s|=/g, '')]
    .map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(atMs / 30_000)));
  const digest = createHmac('sha1', key).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 15;
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

/** A device that makes and answers passkeys by itself, built in or, as a security key, plugged in. */
export async function addAuthenticator(page: Page, { isPlugged = false } = {}): Promise<void> {
  const device = await page.context().newCDPSession(page);
  await device.send('WebAuthn.enable');
  await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: isPlugged ? 'usb' : 'internal',
      hasResidentKey: !isPlugged,
      hasUserVerification: !isPlugged,
      isUserVerified: !isPlugged,
      automaticPresenceSimulation: true,
    },
  });
}

/** Opens the menu behind the name at the foot of the sidebar. */
export async function openUserMenu(page: Page): Promise<void> {
  await page.locator('[data-slot="user-menu"] > summary').click();
}

export async function signOut(page: Page): Promise<void> {
  await openUserMenu(page);
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
}
