import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ask, signUp, type TestPerson } from '../accounts/testing/people.ts';
import { loadSecrets } from '../secrets.ts';
import { type StudioApp, startStudioApp } from '../testing/studio-app.ts';

let studio: StudioApp;
let owner: TestPerson;
beforeAll(async () => {
  studio = await startStudioApp();
  owner = await signUp(studio, 'owner');
});
afterAll(() => studio?.close());

const reads = async (key: string) => {
  const request = new Request(`${studio.siteUrl}/rest/v1/outbox?select=id&limit=1`, {
    headers: { apikey: key },
  });
  const response = await studio.fetch(request);
  return response.ok && ((await response.json()) as unknown[]).length === 1;
};

it.each(['GET /api/studio/keys', 'POST /api/studio/keys/reveal', 'POST /api/studio/keys/rotate'])(
  '%s is for owners alone',
  async (line) => {
    const body = line.startsWith('POST') ? { key: 'secret' } : undefined;
    expect((await ask(studio, line, { body })).status).toBe(401);
    for (const role of ['member', 'teacher', 'host', 'staff'] as const)
      expect((await ask(studio, line, { as: await signUp(studio, role), body })).status).toBe(403);
  },
  60_000,
);

it('the list shows no secret; showing them is written down', async () => {
  const { json } = await ask(studio, 'GET /api/studio/keys', { as: owner });
  expect(json).toMatchObject({
    anon_key: studio.secrets.anonKey,
    publishable_key: studio.secrets.publishableKey,
    can_rotate: true,
  });
  expect(JSON.stringify(json)).not.toContain(studio.secrets.secretKey);
  const shown = await ask(studio, 'POST /api/studio/keys/reveal', { as: owner, body: {} });
  expect(shown.json).toEqual({
    secret_key: studio.secrets.secretKey,
    signed_key: { label: 'service_role', value: studio.secrets.serviceRoleKey },
  });
  const { data } = await owner.client.rpc('list_audit_events', { wanted_area: 'keys' });
  expect(data).toMatchObject([{ actor: owner.id, action: 'viewed_the_secret_keys' }]);
});

it('a new secret key opens at once what the old one does not any more', async () => {
  const old = studio.secrets.secretKey;
  expect(await reads(old)).toBe(true);
  const { status, json } = await ask(studio, 'POST /api/studio/keys/rotate', {
    as: owner,
    body: { key: 'secret' },
  });
  expect([status, json.key]).toEqual([200, 'secret']);
  expect(String(json.value)).toMatch(/^sb_secret_[\w-]{40,}$/);
  expect(await reads(old)).toBe(false);
  expect(await reads(String(json.value))).toBe(true);
  expect(
    (await ask(studio, 'POST /api/studio/keys/rotate', { as: owner, body: { key: 'other' } })).status,
  ).toBe(422);
});

it('is stored in the installation’s secrets, which stay complete and private', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'onda-keys-'));
  try {
    const config = { dataDir, jwtSecret: undefined, anonKey: undefined, serviceRoleKey: undefined };
    const secrets = await loadSecrets(config);
    const fresh = await secrets.rotate?.('publishable');
    expect(secrets.publishableKey).toBe(fresh);
    const again = await loadSecrets(config);
    expect([again.publishableKey, again.secretKey, again.jwtSecret]).toEqual([
      fresh,
      secrets.secretKey,
      secrets.jwtSecret,
    ]);
    expect((await stat(join(dataDir, 'secrets.json'))).mode & 0o777).toBe(0o600);
    expect(JSON.parse(await readFile(join(dataDir, 'secrets.json'), 'utf8')).databasePassword).toBe(
      secrets.databasePassword,
    );
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
});
