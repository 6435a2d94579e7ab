import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './visitor.ts';

const client = join(import.meta.dirname, '..', '..', 'build', 'client');
const TOKEN = /eyJ[\w-]+\.(eyJ[\w-]+)\.[\w-]+/g;

const roleOf = (payload: string) => JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')).role;
const rolesIn = (text: string) => [...text.matchAll(TOKEN)].map(([, payload]) => roleOf(payload ?? ''));

test('nothing that browsers load knows of the service-role key', () => {
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

test('pages carry the public key and no other', async ({ request }) => {
  const roles = new Set<string>();
  for (const path of ['/', '/classes', '/setup', '/sign-in', '/classes.data']) {
    for (const role of rolesIn(await (await request.get(path)).text())) roles.add(role);
  }
  expect([...roles]).toEqual(['anon']);
});
