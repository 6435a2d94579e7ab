// Functions: how long a cold start takes, and what a request to a running one costs beside a request to the host itself.
// Starts the backend host as a process of its own on a database of its own, on loopback, and stops it again.
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cpuMsOf } from './host/process-cost.ts';
import { startBackend, stopBackend } from './host/start-backend.ts';
import { quantile } from './overload/quantile.ts';

const coldStarts = 10;
const clients = 8;
const roundMs = 5_000;

const sources = {
  'hello (nothing imported)': 'Deno.serve(() => new Response("hello"));',
  'legacy (std and supabase-js by address)': `
    import { serve } from 'https://deno.land/std@0.168.0/http/server.ts';
    import { createClient } from 'https://esm.sh/@supabase/supabase-js@2';
    const client = createClient(Deno.env.get('SUPABASE_URL'), Deno.env.get('SUPABASE_ANON_KEY'));
    serve(() => new Response(typeof client.from));`,
  'json (reads and writes 1 kB)': `
    Deno.serve(async (request) => Response.json(await request.json()));`,
};
const body = JSON.stringify({ text: 'x'.repeat(1000) });
const agent = new Agent({ keepAlive: true, maxSockets: clients });
const folder = await mkdtemp(join(tmpdir(), 'onda-bench-functions-'));
for (const [index, source] of Object.values(sources).entries()) {
  for (let copy = 0; copy < coldStarts; copy += 1) await write(`f${index}-${copy}`, source);
}
const host = await startBackend({ FUNCTIONS_DIR: join(folder, 'functions') });
const { anonKey } = JSON.parse(await readFile(join(host.dataDir, 'secrets.json'), 'utf8'));
try {
  const cold: Record<string, object> = {};
  for (const [index, name] of Object.keys(sources).entries()) {
    const tookMs: number[] = [];
    for (let copy = 0; copy < coldStarts; copy += 1)
      tookMs.push(await ask(`/functions/v1/f${index}-${copy}`));
    cold[name] = { 'p50 ms': quantile(tookMs, 0.5).toFixed(0), 'max ms': Math.max(...tookMs).toFixed(0) };
  }
  console.log('\nCold start: the first request to a function');
  console.table(cold);
  const warm: Record<string, object> = { 'the host alone (/auth/v1/health)': await load('/auth/v1/health') };
  for (const [index, name] of Object.keys(sources).entries())
    warm[name] = await load(`/functions/v1/f${index}-0`);
  console.log(`\nRequests to a running function, ${clients} clients`);
  console.table(warm);
} finally {
  agent.destroy();
  await stopBackend(host);
  await rm(folder, { recursive: true, force: true });
}

async function write(name: string, source: string): Promise<void> {
  await mkdir(join(folder, 'functions', name), { recursive: true });
  await writeFile(join(folder, 'functions', name, 'index.ts'), source);
}

async function load(path: string): Promise<object> {
  const tookMs: number[] = [];
  const cpuBefore = cpuMsOf(host.pid);
  const endMs = performance.now() + roundMs;
  const client = async () => {
    while (performance.now() < endMs) tookMs.push(await ask(path));
  };
  await Promise.all(Array.from({ length: clients }, client));
  return {
    'a second': (tookMs.length / (roundMs / 1000)).toFixed(0),
    'p50 ms': quantile(tookMs, 0.5).toFixed(1),
    'p99 ms': quantile(tookMs, 0.99).toFixed(1),
    'cpu ms': ((cpuMsOf(host.pid) - cpuBefore) / tookMs.length).toFixed(2),
  };
}

function ask(path: string): Promise<number> {
  const startedMs = performance.now();
  const hasBody = path.startsWith('/functions/');
  return new Promise((resolve, reject) => {
    const sent = request(
      `${host.url}${path}`,
      {
        agent,
        method: hasBody ? 'POST' : 'GET',
        headers: { apikey: anonKey, authorization: `Bearer ${anonKey}`, 'content-type': 'application/json' },
      },
      (answer) => {
        answer.resume();
        answer.once('end', () =>
          answer.statusCode === 200
            ? resolve(performance.now() - startedMs)
            : reject(new Error(`${path} answered ${answer.statusCode}`)),
        );
      },
    );
    sent.once('error', reject);
    sent.end(hasBody ? body : undefined);
  });
}
