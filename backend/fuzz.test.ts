// A sample of the generated requests of `npm run bench fuzz`, on the whole host without a port: no answer is a fault.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Backend, createBackend } from './create-backend.ts';
import { openPictures } from './pictures/open-pictures.ts';
import { installRealtimeSchema } from './realtime/install-schema.ts';
import { createStorage } from './storage/create-storage.ts';
import { installStorageSchema } from './storage/install-schema.ts';
import { createRequestGenerator, fuzzTables } from './testing/generate-requests.ts';
import { jwtSecret, type RestHost, startRestHost, tokenFor } from './testing/rest-host.ts';

const runs = Number(process.env.FUZZ_RUNS ?? 600);
const seed = Number(process.env.FUZZ_SEED ?? 20_260);
const progress = { step: () => undefined, done: () => undefined };
let host: RestHost;
let backend: Backend;
let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'onda-fuzz-'));
  host = await startRestHost(fuzzTables);
  await installRealtimeSchema(host.sql, progress);
  await installStorageSchema(host.sql, progress);
  backend = await createBackend({
    tokenRules: 'supabase',
    databaseUrl: host.databaseUrl,
    schemas: ['public'],
    jwtSecret,
    allowsAggregates: true,
    allowsTxOverride: true,
    maxConnections: 4,
    storage: await createStorage({
      sql: host.sql,
      directory,
      pictures: openPictures(),
      jwtSecret,
      fileSizeLimitBytes: 1_000_000,
      onError: () => undefined,
    }),
  });
});
afterAll(async () => {
  await backend.close();
  await host.close();
  await rm(directory, { recursive: true, force: true });
});

test(`${runs} generated requests give no 500 and no silence`, { timeout: 30_000 + runs * 100 }, async () => {
  const generate = createRequestGenerator(seed, {
    anon: await tokenFor({ role: 'anon', exp: 9_999_999_999 }),
    service: await tokenFor({ role: 'service_role', exp: 9_999_999_999 }),
    person: await tokenFor({ sub: '00000000-0000-0000-0000-000000000001', exp: 9_999_999_999 }),
  });
  const faults: unknown[] = [];
  for (let sent = 0; sent < runs; sent += 1) {
    const { method, target, headers, body } = generate();
    const response = await backend.fetch(new Request(`http://localhost${target}`, { method, headers, body }));
    const text = await response.text();
    if (response.status >= 500 && response.status !== 501)
      faults.push({ method, target, headers, body, status: response.status, text });
  }
  expect(faults).toEqual([]);
});
