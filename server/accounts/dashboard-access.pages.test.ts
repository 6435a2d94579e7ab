// Who may open which page of the dashboard. The pages are those of the menus and what they link to, so new ones are tested
// by themselves.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sectionAt, sections } from '#app/dashboard/sections.ts';
import type { Role } from '#contracts/visitor.ts';
import { all, first, readHtml, textOf } from '../testing/read-html.ts';
import { startSite, type TestSite } from '../testing/start-site.ts';

const ROLES = ['member', 'teacher', 'host', 'staff'] as const;

let site: TestSite;
let pages: string[];
const cookies = {} as Record<Role, string>;
beforeAll(async () => {
  site = await startSite({
    AUTH_GOOGLE_CLIENT_ID: 'google',
    AUTH_GOOGLE_CLIENT_SECRET: 'secret',
    AUTH_GITHUB_CLIENT_ID: 'github',
    AUTH_GITHUB_CLIENT_SECRET: 'secret',
  });
  for (const role of ROLES) cookies[role] = (await site.signIn(...(role === 'member' ? [] : [role]))).cookie;
  cookies.owner = (await site.signIn('owner')).cookie;
  const found = new Set(sections.map(({ to }) => to));
  for (const { to } of sections) for (const path of await linksOf(to)) found.add(path);
  pages = [...found];
});
afterAll(() => site?.close());

const ask = (path: string, cookie = '') => site.fetch(path, { headers: { cookie } });

/** The pages that a page of the owner links to, without those of single items such as an order. */
async function linksOf(path: string): Promise<string[]> {
  const answer = await ask(path, cookies.owner);
  expect(answer.status, path).toBe(200);
  const found = [...(await answer.text()).matchAll(/href="(\/dashboard[^"?#]*)"/g)].map(([, to]) => to ?? '');
  return found.filter((to) => !/[0-9a-f]{8}-|\d|\.csv$/.test(to));
}

const isOpenTo = (role: Role) => (path: string) => {
  const { roles } = sectionAt(path) ?? {};
  return !roles || roles.includes(role);
};

it('has more pages than the menus, and the owner opens them', async () => {
  expect(pages.length).toBeGreaterThan(sections.length);
  const parts = pages.filter((path) => !sections.some(({ to }) => to === path));
  for (const path of parts) expect((await ask(path, cookies.owner)).status, path).toBe(200);
});

describe.each(ROLES)('as a %s', (role) => {
  it('every page of the menu opens', async () => {
    for (const path of pages.filter(isOpenTo(role)))
      expect((await ask(path, cookies[role])).status, path).toBe(200);
  });

  it('every other page is an error with a way out', async () => {
    const closed = pages.filter((path) => !isOpenTo(role)(path));
    expect(closed.length).toBeGreaterThan(role === 'staff' ? 3 : 20);
    for (const path of closed) {
      const answer = await ask(path, cookies[role]);
      expect(answer.status, path).toBe(403);
      const page = readHtml(await answer.text());
      expect(textOf(first(page, 'h1')), path).toBe('You don’t have access to this page');
      const allowed = sectionAt(path)?.roles?.includes('staff') ? 'staff' : 'the owner';
      expect(textOf(page), path).toMatch(new RegExp(`Only [a-z ]*${allowed} can open this page\\.`));
      first(page, 'nav', { 'aria-label': 'Dashboard' });
      first(first(page, 'main'), 'a', { href: '/dashboard' });
    }
  });

  it.each(['no-such-page', 'bookings/00000000-0000-4000-8000-000000000000'])(
    'there is no page %s',
    async (path) => {
      const answer = await ask(`/dashboard/${path}`, cookies[role]);
      expect(answer.status).toBe(404);
      expect(textOf(readHtml(await answer.text()))).toContain('Page not found');
    },
  );
});

describe('someone who is signed out', () => {
  it.each(['/dashboard', '/dashboard/security', '/dashboard/orders?show=unpaid'])(
    'is sent from %s to the sign-in page, which leads back',
    async (path) => {
      const answer = await ask(path);
      expect(answer.status).toBe(302);
      expect(answer.headers.get('location')).toBe(`/sign-in?next=${encodeURIComponent(path)}`);
    },
  );

  it('has the buttons of every way to sign in before any script runs', async () => {
    for (const path of ['/sign-in', '/sign-up']) {
      const page = readHtml(await (await ask(path)).text());
      const buttons = all(page, 'button').map((button) => textOf(button).trim());
      expect(buttons.filter((text) => text.includes('Continue with'))).toEqual([
        'Continue with Google',
        'Continue with GitHub',
      ]);
    }
  });

  it('is told on the page of a new password how to get there', async () => {
    const page = readHtml(await (await ask('/new-password')).text());
    expect(textOf(first(page, 'h1'))).toBe('Confirm it is you');
    expect(textOf(first(first(page, 'main'), 'a', { href: '/recover' }))).toBe('Send me a code');
  });

  it('is sent with a code from any page to the one that reads it, which no cache holds', async () => {
    const code = '0b5e9d4e-1c5a-4a53-9a34-4a6a1d0b6c11';
    for (const path of ['/dashboard/security', '/visit']) {
      const answer = await ask(`${path}?code=${code}`, 'sb-onda-auth-token-code-verifier=base64-x');
      expect(answer.headers.get('location'), path).toContain(`/auth/callback?code=${code}`);
    }
    const { headers } = await ask(`/auth/callback?code=${code}`);
    expect(headers.get('cache-control')).toBe('private, no-store');
  });
});

describe('a member', () => {
  it('who is signed in is not asked to sign in again', async () => {
    for (const [path, to] of [
      ['/sign-in', '/dashboard'],
      ['/sign-in?next=%2Fdashboard%2Fsecurity', '/dashboard/security'],
      // Never to another site.
      ['/sign-in?next=https%3A%2F%2Fevil.example%2F', '/dashboard'],
    ] as const) {
      const answer = await ask(path, cookies.member);
      expect([answer.status, answer.headers.get('location')], path).toEqual([302, to]);
    }
  });

  it('gets their pages in the language of their profile', async () => {
    const { id, cookie } = await site.signIn();
    await site.sql`update public.profiles set language = 'pt' where user_id = ${id}`;
    const answer = await ask('/dashboard/bookings', cookie);
    expect(answer.headers.get('location')).toBe(`${site.siteUrl}/pt/dashboard/bookings`);
    const page = readHtml(await (await ask('/pt/dashboard/bookings', cookie)).text());
    expect(first(page, 'html').attributes.lang).toBe('pt');
  });

  it('does not read the list of people, emails or the payments of the studio', async () => {
    const cookie = cookies.member;
    const [mail] = await site.sql`
      insert into public.outbox (kind, to_address, subject, text_body, html_body)
      values ('receipt', 'nina@post.example', 'Your code', 'It is 123456.', 'It is 123456.') returning id`;
    for (const path of [
      '/api/account/people',
      `/dashboard/messages/outbox/${mail?.id}`,
      '/dashboard/payments.csv',
    ]) {
      const answer = await ask(path, cookie);
      expect(answer.status, path).toBe(403);
      expect(await answer.text(), path).not.toContain('123456');
    }
  });

  it('has passes and payments of their own', async () => {
    const page = readHtml(await (await ask('/dashboard/passes', cookies.member)).text());
    expect(textOf(first(page, 'main'))).toContain('No payments yet');
  });

  it('can look at the booking form of a sample class of a studio with an owner, but not send it', async () => {
    await site.sql`update private.setup set used_at = now()`;
    const [session] = await site.sql`
      select s.id from public.sessions s join public.offerings o on o.id = s.offering_id join public.capacity_pools p on p.id = s.pool_id
      where o.slug = 'breath-and-bowed-metal' and s.starts_at > now() + interval '1 day' and p.taken < p.capacity limit 1`;
    const page = readHtml(await (await ask(`/book/${session?.id}`, cookies.member)).text());
    expect(textOf(first(page, 'main'))).toContain('This class is a sample. It cannot be booked.');
    expect(all(page, 'label').map(textOf)).toContain('Your name');
    expect(first(page, 'button', { value: 'book' }).attributes).toHaveProperty('disabled');
    const about = readHtml(await (await ask('/classes/breath-and-bowed-metal', cookies.member)).text());
    expect(textOf(first(about, '*', { class: /place-panel/ }))).toContain('It cannot be booked.');
  });
});

describe('staff', () => {
  it('get the payments as a table', async () => {
    const answer = await ask('/dashboard/payments.csv', cookies.staff);
    expect(answer.headers.get('content-type')).toContain('text/csv');
    expect(await answer.text()).toContain('Date,Time,Kind,Receipt,Order,Class,Buyer');
  });
});
