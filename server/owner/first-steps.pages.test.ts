// The owner's first steps, and the texts that visitors read and nobody has checked.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startSite, type TestSite } from '../testing/start-site.ts';

let site: TestSite;
let cookie: string;
let token: string;
beforeAll(async () => {
  site = await startSite();
  ({ cookie, token } = await site.signIn('owner'));
});
afterAll(() => site?.close());

async function read(path: string): Promise<string> {
  const answer = await site.fetch(path, { headers: { cookie } });
  expect([path, answer.status]).toEqual([path, 200]);
  const page = await answer.text();
  // The program that comes with the page has more texts than it shows.
  return page.slice(page.indexOf('<main'), page.indexOf('</main>')).replaceAll('<!-- -->', '');
}

async function call(name: string, body: object, bearer = token) {
  const answer = await site.fetch(`/rest/v1/rpc/${name}`, {
    method: 'POST',
    headers: { apikey: bearer, authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: answer.status, data: answer.status < 300 ? await answer.json() : null };
}

it('stand on top of Today, and what the sample studio brings along does none that is about the studio’s own', async () => {
  expect(await read('/dashboard')).toContain(' of 9 done');
  const { data } = await call('first_steps', {});
  expect(data).toMatchObject({
    has_name: false,
    has_legal_details: false,
    has_room: false,
    has_teacher: false,
    has_class: false,
    takes_transfers: false,
    confirmed_policies: 0,
    has_read_back: false,
  });
  expect(data.samples).toBeGreaterThan(20);
});

it('are told to owners alone', async () => {
  const staff = await site.signIn('staff');
  expect((await call('first_steps', {}, staff.token)).status).toBe(403);
  const page = await site.fetch('/dashboard', { headers: { cookie: staff.cookie } });
  expect(await page.text()).not.toContain('data-slot="first-steps"');
});

it('are done when the facts are there, and open again when they are gone', async () => {
  await call('remove_demo_content', {});
  const { sql } = site;
  await sql`update public.studio set name = 'Quay House', primary_colour = '#14213d'`;
  await sql`update public.business set legal_name = 'Quay House Lda', address = 'Quay 1', tax_number = '501'`;
  await sql`update public.booking_settings set transfer_account = 'PT50'`;
  const facts = (await call('first_steps', {})).data;
  expect(facts).toMatchObject({
    has_name: true,
    has_look: true,
    has_legal_details: true,
    takes_transfers: true,
    samples: 0,
    untranslated: 0,
  });
  await sql`update public.studio set lead = 'Come and make something.'`;
  expect((await call('first_steps', {})).data.untranslated).toBe(1);
  await sql`update public.business set tax_number = ''`;
  expect((await call('first_steps', {})).data.has_legal_details).toBe(false);
});

it('lists what nobody has checked, until it is checked or written', async () => {
  const before = await read('/dashboard/settings/texts');
  expect(before).toContain('A studio for the arts.');
  expect(before).toContain('lang="pt"');
  expect(before).toContain('href="/policies/privacy"');
  // The lead is the studio's own by now.
  expect(before).not.toContain('See what is on and book a place.');
  await site.sql`update public.studio set statement = 'We make things.'`;
  expect(await read('/dashboard/settings/texts')).not.toContain('A studio for the arts.');
});

it('are gone once they are dismissed', async () => {
  await site.sql`update public.studio set steps_dismissed_at = now()`;
  expect(await read('/dashboard')).not.toContain('data-slot="first-steps"');
});
