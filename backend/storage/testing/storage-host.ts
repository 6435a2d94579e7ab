// A host with storage on a database and a folder of its own, behind a real socket, with official clients.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serve } from '@hono/node-server';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { createBackend } from '#backend/create-backend.ts';
import { prepareDatabase } from '#backend/database/prepare-database.ts';
import { jwtSecret, publishableKey, secretKey, tokenFor } from '#backend/testing/rest-host.ts';
import { openTestDatabase } from '#backend/testing/test-database.ts';
import type { Sql } from '../../database/driver/sql.ts';
import { openPictures } from '../../pictures/open-pictures.ts';
import { createStorage, type Storage, type StorageOptions } from '../create-storage.ts';
import { installStorageSchema } from '../install-schema.ts';

export { publishableKey, secretKey, tokenFor };

export interface StorageHost {
  url: string;
  sql: Sql;
  storage: Storage;
  directory: string;
  errors: unknown[];
  service: SupabaseClient;
  anon: SupabaseClient;
  /** A client of a signed-in person. */
  as(sub: string): Promise<SupabaseClient>;
  /** A bare request below /storage/v1, as the service unless headers say otherwise. */
  ask(line: string, init?: RequestInit & { headers?: Record<string, string> }): Promise<Response>;
  close(): Promise<void>;
}

const progress = { step: () => undefined, done: () => undefined };

export async function startStorageHost(options: Partial<StorageOptions> = {}): Promise<StorageHost> {
  const database = await openTestDatabase();
  const { sql } = database;
  await prepareDatabase(sql, { progress });
  await installStorageSchema(sql, progress);
  const directory = await mkdtemp(join(tmpdir(), 'onda-storage-'));
  const errors: unknown[] = [];
  const pictures = openPictures();
  const storage = await createStorage({
    sql,
    directory,
    pictures,
    jwtSecret,
    fileSizeLimitBytes: 50_000_000,
    maxConnections: 4,
    onError: (_message, error) => errors.push(error),
    ...options,
  });
  const backend = await createBackend({
    tokenRules: 'supabase',
    databaseUrl: database.url,
    schemas: ['public'],
    maxConnections: 2,
    jwtSecret,
    publishableKey,
    secretKey,
    storage,
  });
  const { url, stop } = await listen(backend.fetch);
  const client = (key: string, token?: string) =>
    createClient(url, key, {
      auth: { persistSession: false, autoRefreshToken: false },
      ...(token && { accessToken: async () => token }),
    });
  return {
    url,
    sql,
    storage,
    directory,
    errors,
    service: client(secretKey),
    anon: client(publishableKey),
    as: async (sub) => client(publishableKey, await tokenFor({ sub })),
    ask(line, init = {}) {
      const [method = 'GET', path = '/'] = line.split(' ');
      return fetch(`${url}/storage/v1${path}`, {
        method,
        ...init,
        headers: { authorization: `Bearer ${secretKey}`, ...init.headers },
      });
    },
    async close() {
      await stop();
      await backend.close();
      pictures.close();
      await database.drop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

function listen(fetchHandler: (request: Request) => Promise<Response>) {
  return new Promise<{ url: string; stop(): Promise<void> }>((resolve) => {
    const server = serve(
      { fetch: fetchHandler, port: 0, hostname: '127.0.0.1', overrideGlobalObjects: false },
      ({ port }) =>
        resolve({
          url: `http://127.0.0.1:${port}`,
          stop: () =>
            new Promise<void>((stopped) => {
              if ('closeAllConnections' in server) server.closeAllConnections();
              server.close(() => stopped());
            }),
        }),
    );
  });
}
