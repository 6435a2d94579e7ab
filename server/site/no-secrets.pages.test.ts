import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startSite, type TestSite } from '../testing/start-site.ts';

const client = join(import.meta.dirname, '..', '..', 'build', 'client');
const TOKEN = /eyJ[\w-]+\.(eyJ[\w-]+)\.[\w-]+/g;

let site: TestSite;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site?.close());

const roleOf = (payload: string) => JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')).role;
const rolesIn = (text: string) => [...text.matchAll(TOKEN)].map(([, payload]) => roleOf(payload ?? ''));

it('keeps the service-role key out of every script that browsers load', () => {
  const scripts = readdirSync(client, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.m?js$/.test(name),
  );
  expect(scripts.length).toBeGreaterThan(5);
  for (const name of scripts) {
    const text = readFileSync(join(client, name), 'utf8');
    expect(text.match(/service_role|serviceRole|SERVICE_ROLE/), name).toBeNull();
    expect(rolesIn(text), name).toEqual([]);
  }
});

it('writes the public key into pages and no other', async () => {
  const roles = new Set<string>();
  for (const path of ['/', '/classes', '/setup', '/sign-in', '/classes.data']) {
    for (const role of rolesIn(await (await site.fetch(path)).text())) roles.add(role);
  }
  expect([...roles]).toEqual(['anon']);
});
