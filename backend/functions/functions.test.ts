// Functions as clients call them, through the official client over a real socket.
import { mkdir, mkdtemp, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { serve } from '@hono/node-server';
import {
  createClient,
  FunctionsHttpError,
  FunctionsRelayError,
  type SupabaseClient,
} from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RestHost, startRestHost, tokenFor } from '#backend/testing/rest-host.ts';
import { parseFunctionTables } from './function-settings.ts';
import { bareSpecifier } from './worker/package-address.ts';
import { readTypeScript } from './worker/read-typescript.ts';

let host: RestHost;
let root: string;
let url: string;
let stop: () => Promise<void>;
let client: SupabaseClient;
const lines: string[] = [];

async function put(path: string, text: string): Promise<void> {
  const file = join(root, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'onda-functions-'));
  // So that functions find the packages that are installed.
  await symlink(join(import.meta.dirname, '..', '..', 'node_modules'), join(root, 'node_modules'));
  await put(
    'config.toml',
    'project_id = "x"\n[functions.open]\nverify_jwt = false # feeds\n[functions.off]\nenabled = false\n[functions.away]\nentrypoint = "../../../../package.json"\n',
  );
  await put('functions/.env', 'STUDIO_SECRET="from the file"\nSUPABASE_URL=stolen\n');
  await put(
    'functions/hello/index.ts',
    `
    import 'jsr:@supabase/functions-js/edge-runtime.d.ts';
    import { greeting } from '../_shared/greeting.ts';
    Deno.serve(async (request: Request) => {
      const { name } = await request.json();
      return Response.json({ message: greeting(name), secret: Deno.env.get('STUDIO_SECRET'), home: Deno.env.get('HOME') ?? null });
    });`,
  );
  await put(
    'functions/_shared/greeting.ts',
    'export const greeting = (name: string): string => "Hello " + name;',
  );
  await put(
    'functions/echo/index.ts',
    `
    export default {
      async fetch(request: Request): Promise<Response> {
        return Response.json({ url: request.url, method: request.method, headers: Object.fromEntries(request.headers), body: await request.text() },
          { status: Number(new URL(request.url).searchParams.get('status') ?? 200) });
      },
    };`,
  );
  await put(
    'functions/open/index.ts',
    `
    export default (request: Request) => new Response('open', { headers: { 'access-control-allow-origin': 'https://only.example', allow: request.method } });`,
  );
  await put('functions/data/deno.json', '{"imports": {"supabase": "npm:@supabase/supabase-js@2"}}');
  await put(
    'functions/data/index.ts',
    `
    import { createClient } from 'supabase';
    Deno.serve(async (request) => {
      const client = createClient(Deno.env.get('SUPABASE_URL'), Deno.env.get('SUPABASE_ANON_KEY'), {
        global: { headers: { authorization: request.headers.get('authorization') } }, auth: { persistSession: false } });
      const { data, error } = await client.from('notes').select('text');
      return Response.json({ data, error });
    });`,
  );
  await put(
    'functions/stream/index.ts',
    `
    Deno.serve(() => {
      let count = 0;
      const body = new ReadableStream({ async pull(controller) {
        count += 1;
        controller.enqueue(new TextEncoder().encode('data: ' + count + '\\n\\n'));
        if (count === 3) controller.close();
        await new Promise((done) => setTimeout(done, 5));
      } });
      return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
    });`,
  );
  await put('functions/throws/index.ts', 'Deno.serve(() => { throw new Error("a secret of the inside"); });');
  await put('functions/loops/index.ts', 'Deno.serve(() => { for (;;); });');
  await put(
    'functions/hoards/index.ts',
    'Deno.serve(() => { const all = []; for (;;) all.push(new Array(2e6).fill(all.length)); });',
  );
  await put(
    'functions/fades/index.ts',
    `Deno.serve(() => {
      setTimeout(() => { throw new Error('gone'); }, 100);
      return new Response(new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode('a')) }));
    });`,
  );
  await put('functions/broken/index.ts', 'Deno.serve(');
  await put('functions/nothing/index.ts', 'export const x = 1;');
  await put(
    'functions/dies/index.ts',
    'Deno.serve(() => { setTimeout(() => { throw new Error("late"); }, 1); return new Promise(() => {}); });',
  );
  await put('functions/away/index.ts', 'Deno.serve(() => new Response("no"));');
  await put('functions/off/index.ts', 'Deno.serve(() => new Response("no"));');
  await put('functions/changes/index.ts', 'Deno.serve(() => new Response("one"));');
  host = await startRestHost(
    `create table notes (owner uuid, text text); alter table notes enable row level security;
     create policy own on notes for select using (owner = auth.uid());
     insert into notes values ('00000000-0000-4000-8000-000000000001', 'mine'), ('00000000-0000-4000-8000-000000000002', 'theirs');`,
    {
      functions: {
        directory: join(root, 'functions'),
        url: 'https://studio.example',
        env: { SUPABASE_ANON_KEY: 'sb_publishable_test' },
        isWatching: true,
        limits: { requestMs: 3_000, memoryMb: 48 },
        maxBodyBytes: 100_000,
        onLog: (name, line, level) => lines.push(`${level} ${name}: ${line}`),
      },
    },
  );
  await new Promise<void>((resolve) => {
    const server = serve(
      { fetch: host.backend.fetch, port: 0, hostname: '127.0.0.1', overrideGlobalObjects: false },
      ({ port }) => {
        url = `http://127.0.0.1:${port}`;
        resolve();
      },
    );
    stop = () =>
      new Promise((stopped) => {
        if ('closeAllConnections' in server) server.closeAllConnections();
        server.close(() => stopped());
      });
  });
  client = createClient(url, 'sb_publishable_test', { auth: { persistSession: false } });
});
afterAll(async () => {
  await stop();
  await host.close();
  await rm(root, { recursive: true, force: true });
});

const call = (path: string, init: RequestInit = {}) =>
  fetch(`${url}/functions/v1/${path}`, {
    ...init,
    headers: { apikey: 'sb_publishable_test', ...init.headers },
  });

describe('a function', () => {
  test('is found by its name, with what it shares and its secrets, without the host’s environment', async () => {
    const { data, error } = await client.functions.invoke('hello', { body: { name: 'Inês' } });
    expect(error).toBeNull();
    expect(data).toEqual({ message: 'Hello Inês', secret: 'from the file', home: null });
  });

  test('gets method, path, query, headers and body as they came', async () => {
    const answer = await call('echo/deep/path?a=1&b=%20', {
      method: 'PATCH',
      body: 'text',
      headers: { 'x-mine': 'yes', 'content-type': 'text/plain' },
    });
    expect(await answer.json()).toMatchObject({
      url: 'http://localhost:8000/echo/deep/path?a=1&b=%20',
      method: 'PATCH',
      headers: { 'x-mine': 'yes', apikey: 'sb_publishable_test' },
      body: 'text',
    });
    const form = new FormData();
    form.append('field', 'value');
    const sent = await client.functions.invoke('echo', { body: form });
    expect(sent.data.body).toContain('value');
    expect((await client.functions.invoke('echo', { method: 'GET' })).data.method).toBe('GET');
  });

  test('answers with its own status, which is not the host’s failure', async () => {
    const { error } = await client.functions.invoke('echo?status=418', { body: 'x' });
    expect(error).toBeInstanceOf(FunctionsHttpError);
    expect(error.context.headers.get('x-relay-error')).toBeNull();
    expect(error.context.status).toBe(418);
  });

  test('streams', async () => {
    const { data } = await client.functions.invoke('stream');
    const chunks: string[] = [];
    for await (const chunk of (data as Response).body ?? []) chunks.push(Buffer.from(chunk).toString());
    expect(chunks.join('')).toBe('data: 1\n\ndata: 2\n\ndata: 3\n\n');
  });

  test('that dies in the middle of its answer ends the answer too', async () => {
    const answer = await call('fades');
    expect(answer.status).toBe(200);
    await expect(answer.text()).rejects.toThrow();
  });

  test('reads the database as its caller, without a socket', async () => {
    const token = await tokenFor({ sub: '00000000-0000-4000-8000-000000000001' });
    const { data } = await client.functions.invoke('data', { headers: { authorization: `Bearer ${token}` } });
    expect(data).toEqual({ data: [{ text: 'mine' }], error: null });
  });

  test('answers CORS preflights itself', async () => {
    const answer = await call('open', {
      method: 'OPTIONS',
      headers: { origin: 'https://x.example', 'access-control-request-method': 'POST' },
    });
    expect([
      answer.status,
      answer.headers.get('access-control-allow-origin'),
      answer.headers.get('allow'),
    ]).toEqual([200, 'https://only.example', 'OPTIONS']);
  });

  test('is loaded again when a file of it changed', async () => {
    expect(await (await call('changes')).text()).toBe('one');
    await put('functions/changes/index.ts', 'Deno.serve(() => new Response("two"));');
    const soon = new Date(Date.now() + 2000);
    await utimes(join(root, 'functions/changes/index.ts'), soon, soon);
    expect(await (await call('changes')).text()).toBe('two');
  });
});

describe('access', () => {
  test('a token is required unless the function opts out', async () => {
    const bare = (path: string, headers: Record<string, string> = {}) =>
      fetch(`${url}/functions/v1/${path}`, { headers });
    expect((await bare('echo')).status).toBe(401);
    expect(await (await bare('echo', { authorization: 'Bearer a.b.c' })).json()).toEqual({
      code: 'UNAUTHORIZED_INVALID_JWT',
      message: 'Invalid JWT',
    });
    expect((await bare('echo', { apikey: 'sb_publishable_wrong' })).status).toBe(401);
    expect((await bare('open')).status).toBe(200);
    const { error } = await createClient(url, 'wrong', { auth: { persistSession: false } }).functions.invoke(
      'hello',
      { body: {} },
    );
    expect(error).toBeInstanceOf(FunctionsRelayError);
  });
});

describe('what goes wrong', () => {
  test.each([
    ['there is none', 'unknown', 404, 'NOT_FOUND'],
    ['it is switched off', 'off', 404, 'NOT_FOUND'],
    ['its entry point is elsewhere', 'away', 404, 'NOT_FOUND'],
    ['the name leads elsewhere', '..%2f..%2fetc', 404, 'NOT_FOUND'],
    ['it is what others share', '_shared', 404, 'NOT_FOUND'],
    ['it cannot be read', 'broken', 503, 'BOOT_ERROR'],
    ['it serves nothing', 'nothing', 503, 'BOOT_ERROR'],
    ['it dies', 'dies', 500, 'WORKER_ERROR'],
    ['it hoards memory', 'hoards', 546, 'WORKER_LIMIT'],
    ['it never ends', 'loops', 504, 'REQUEST_TIMEOUT'],
  ])('%s: the host reports it', async (_why, name, status, code) => {
    const answer = await call(name, { method: 'POST', body: '{}' });
    expect([
      answer.status,
      answer.headers.get('x-relay-error'),
      answer.headers.get('access-control-allow-origin'),
    ]).toEqual([status, 'true', '*']);
    expect(await answer.json()).toMatchObject({ code });
  });

  test('what it throws stays inside, and in the log', async () => {
    const answer = await call('throws');
    expect([answer.status, answer.headers.get('x-relay-error'), await answer.text()]).toEqual([
      500,
      null,
      'Internal Server Error',
    ]);
    await expect
      .poll(() =>
        lines.some((line) =>
          /^error throws: Error: a secret of the inside\n +at .*throws\/index\.ts:1:\d+/.test(line),
        ),
      )
      .toBe(true);
  });

  test('after all that, the others still answer', async () => {
    expect((await client.functions.invoke('hello', { body: { name: 'again' } })).data.message).toBe(
      'Hello again',
    );
    expect(await (await call('open')).text()).toBe('open');
  });

  test('a body that is too large is rejected', async () => {
    const answer = await call('echo', { method: 'POST', body: 'x'.repeat(100_001) });
    expect([answer.status, answer.headers.get('x-relay-error')]).toEqual([413, 'true']);
    // The same without saying so before.
    const body = new Blob(['x'.repeat(150_000)]).stream();
    const streamed = await call('echo', { method: 'POST', body, duplex: 'half' } as RequestInit);
    expect([streamed.status, streamed.headers.get('x-relay-error')]).toEqual([413, 'true']);
  });
});

test('package addresses become the packages that are installed', () => {
  expect(
    [
      'npm:zod@3',
      'npm:@a/b@1.2/c.js',
      'jsr:@supabase/supabase-js@2',
      'https://esm.sh/@supabase/supabase-js@2.4?target=deno',
      'npm:/zod',
      'https://esm.sh/v135/*zod@3.22.4/',
      'https://cdn.jsdelivr.net/npm/zod@3/+esm',
      'https://deno.land/x/zod@v3.22.4/mod.ts',
      'https://deno.land/x/hono@v4.3.11/middleware.ts',
      'https://deno.land/x/postgresjs@v3.4.3/mod.ts',
      './own.ts',
      'node:fs',
    ].map(bareSpecifier),
  ).toEqual([
    'zod',
    '@a/b/c.js',
    '@supabase/supabase-js',
    '@supabase/supabase-js',
    'zod',
    'zod',
    'zod',
    'zod',
    'hono/middleware.ts',
    'postgres',
    './own.ts',
    'node:fs',
  ]);
});

test('settings are read from the tables of functions alone', () => {
  const tables = parseFunctionTables(
    'verify_jwt = false\n[functions.a]\nverify_jwt = false\n[db]\nverify_jwt = true\n[ functions."b-c" ]\nentrypoint = "./functions/b/main.ts"\n',
  );
  expect([...tables]).toEqual([
    ['a', { verify_jwt: false }],
    ['b-c', { entrypoint: './functions/b/main.ts' }],
  ]);
});

test('TypeScript as Deno reads it: imports of types without saying so, enums, the same lines', () => {
  const source = [
    "import { Row, save as keep } from './a.ts';",
    "import Settings from './b.ts';",
    "import helper, { Kind } from './c.ts';",
    'const row: Row = keep(helper as unknown as Settings);',
    'export default row satisfies Kind;',
  ].join('\n');
  const lines = readTypeScript(source, 'index.ts').split('\n');
  expect(lines.map((line) => line.replaceAll(/\s+/g, ' ').trim())).toEqual([
    "import { save as keep } from './a.ts';",
    '',
    "import helper, { } from './c.ts';",
    'const row = keep(helper );',
    'export default row ;',
  ]);
  const spread = "import { cors } from './d.ts';\nexport const headers = { ...cors, a: headers.cors };";
  expect(readTypeScript(spread, 'index.ts')).toBe(spread);
  const classic = readTypeScript('enum Size { S = 1 }\nexport const size: Size = Size.S;', 'index.ts');
  expect(classic).not.toMatch(/: Size/);
});
