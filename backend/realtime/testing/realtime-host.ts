// A backend host with realtime behind a real port on a database of its own, for tests: prepared roles and schema, the
// test's tables, clients of the official library, and raw sockets for what that library would never send.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { createClient, type RealtimeChannel, type SupabaseClient } from '@supabase/supabase-js';
import { SignJWT } from 'jose';
import { WebSocket } from 'ws';
import { type Backend, type BackendOptions, createBackend } from '../../create-backend.ts';
import type { Sql } from '../../database/driver/sql.ts';
import { prepareDatabase } from '../../database/prepare-database.ts';
import { openTestDatabase } from '../../testing/test-database.ts';
import { installRealtimeSchema } from '../install-schema.ts';

const jwtSecret = 'test-secret-with-at-least-thirty-two-characters';
const progress = { step: () => undefined, done: () => undefined };

export interface RealtimeHost {
  url: string;
  backend: Backend;
  sql: Sql;
  databaseUrl: string;
  anonKey: string;
  errors: string[];
  /** A second process on the same database, from the point of view of realtime. */
  addProcess(options?: Partial<BackendOptions>): Promise<RealtimeHost>;
  client(options?: ClientOptions): SupabaseClient;
  socket(query?: string): Promise<RawSocket>;
  close(): Promise<void>;
}

interface ClientOptions {
  /** Claims of a signed-in user; without them only the API key is sent. */
  as?: Record<string, unknown>;
  key?: string;
  vsn?: '1.0.0' | '2.0.0';
}

export interface RawSocket {
  socket: WebSocket;
  received: unknown[];
  send(text: string | Buffer): void;
  closed: Promise<number>;
}

export function tokenFor(claims: Record<string, unknown>): Promise<string> {
  const exp = Math.floor(Date.now() / 1000) + 3600;
  return new SignJWT({ role: 'authenticated', exp, ...claims })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .sign(new TextEncoder().encode(jwtSecret));
}

export async function startRealtimeHost(
  tables: string,
  options: Partial<BackendOptions> = {},
): Promise<RealtimeHost> {
  const database = await openTestDatabase();
  await prepareDatabase(database.sql, { progress, authenticatorPassword: 'authenticator' });
  await installRealtimeSchema(database.sql, progress);
  await database.sql.unsafe(tables);
  const host = await serveRealtime(database.url, database.sql, options);
  return {
    ...host,
    async close() {
      await host.close();
      await database.drop();
    },
  };
}

/** A host on a prepared database. */
export async function serveRealtime(
  databaseUrl: string,
  sql: Sql,
  options: Partial<BackendOptions> = {},
): Promise<RealtimeHost> {
  const errors: string[] = [];
  const backend = await createBackend({
    tokenRules: 'supabase',
    databaseUrl,
    schemas: ['public'],
    maxConnections: 2,
    jwtSecret,
    publishableKey: 'sb_publishable_test',
    secretKey: 'sb_secret_test',
    onError: (message, error) => errors.push(`${message}: ${error instanceof Error ? error.message : error}`),
    ...options,
    // A lasting slot of a killed test would block later ones.
    realtime: { slot: 'temporary', ...options.realtime },
  });
  const server: Server = createServer(
    getRequestListener((request) => backend.fetch(request), { overrideGlobalObjects: false }),
  );
  server.on('upgrade', backend.upgrade);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const anonKey = await tokenFor({ role: 'anon' });
  const clients: SupabaseClient[] = [];
  const sockets: WebSocket[] = [];
  return {
    url,
    backend,
    sql,
    databaseUrl,
    anonKey,
    errors,
    addProcess: (more) => serveRealtime(databaseUrl, sql, { ...options, ...more }),
    client({ as, key = anonKey, vsn } = {}) {
      const token = as && tokenFor(as);
      const client = createClient(url, key, {
        auth: { persistSession: false, autoRefreshToken: false },
        realtime: { timeout: 8_000, ...(vsn ? { vsn } : {}) },
        ...(token ? { accessToken: () => token } : {}),
      });
      clients.push(client);
      return client;
    },
    socket: (query = `apikey=${anonKey}&vsn=2.0.0`) =>
      new Promise((resolve, reject) => {
        const socket = new WebSocket(`${url.replace('http', 'ws')}/realtime/v1/websocket?${query}`);
        sockets.push(socket);
        const received: unknown[] = [];
        const closed = new Promise<number>((settle) => {
          socket.on('close', settle);
        });
        socket.on('message', (data, isBinary) => received.push(isBinary ? data : JSON.parse(String(data))));
        socket.on('error', reject);
        socket.on('unexpected-response', (_request, response) => {
          let body = '';
          response.on('data', (chunk) => {
            body += chunk;
          });
          response.on('end', () => reject(new Error(`${response.statusCode} ${body}`)));
        });
        socket.on('open', () => resolve({ socket, received, closed, send: (text) => socket.send(text) }));
      }),
    async close() {
      await Promise.all(clients.map((client) => client.realtime.disconnect()));
      for (const socket of sockets) socket.terminate();
      await backend.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Subscribes and resolves when joined; rejects with the reason. */
export async function joined(channel: RealtimeChannel): Promise<RealtimeChannel> {
  // A join leaves with the token the client knows at that moment.
  await channel.socket.setAuth();
  return new Promise((resolve, reject) => {
    channel.subscribe((status, error) => {
      if (status === 'SUBSCRIBED') resolve(channel);
      else reject(error ?? new Error(status));
    });
  });
}
