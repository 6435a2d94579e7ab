// Traces as a collector gets them: requests, database, jobs and emails, with their parents, by OTLP over HTTP as JSON.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inSpan, spanChannel } from '#contracts/spans.ts';
import { readConfig } from '../config.ts';
import { createClientConnections } from '../http/client-connections.ts';
import { startJobRunner } from '../jobs/job-runner.ts';
import { createLogger } from '../logger.ts';
import { createDatabaseOutbox } from '../mail/database-outbox.ts';
import { type StudioApp, startStudioApp } from '../testing/studio-app.ts';
import { startTraces } from './start-traces.ts';

interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: { key: string; value: Record<string, unknown> }[];
  status?: { code: number };
}

const log = createLogger('silent');
let app: StudioApp;
let collector: Server;
const bodies: { headers: IncomingMessage['headers']; url: string | undefined; text: string }[] = [];

beforeAll(async () => {
  collector = createServer(async (request, response) => {
    bodies.push({ headers: request.headers, url: request.url, text: (await request.toArray()).join('') });
    response.writeHead(200).end('{}');
  }).listen(0, '127.0.0.1');
  await once(collector, 'listening');
  app = await startStudioApp();
});
afterAll(async () => {
  collector?.close();
  await app?.close();
});

function settings(env: Record<string, string> = {}) {
  const { traces } = readConfig({
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-api-key=a%20key',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
    ...env,
  });
  if (!traces) throw new Error('traces are off');
  return traces;
}

/** Everything that was sent while the work ran. */
async function collect(work: () => Promise<unknown>, env?: Record<string, string>): Promise<Span[]> {
  bodies.length = 0;
  const traces = startTraces(settings(env), log);
  await work().finally(() => traces.close());
  return bodies.flatMap(({ text }) => JSON.parse(text).resourceSpans[0].scopeSpans[0].spans as Span[]);
}

const get = (path: string, headers: Record<string, string> = {}) =>
  app.fetch(new Request(app.siteUrl + path, { headers: { apikey: app.secrets.anonKey, ...headers } }));
const attribute = (span: Span | undefined, name: string) =>
  span?.attributes.find(({ key }) => key === name)?.value;

it('sends a request with its database transaction below it, in the trace that a proxy began', async () => {
  const spans = await collect(() =>
    get('/rest/v1/studio?select=name&limit=1', {
      traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    }),
  );
  const request = spans.find(({ name }) => name === 'GET rest');
  const statement = spans.find(({ name }) => name === 'database transaction');
  expect(request).toMatchObject({
    traceId: '0af7651916cd43dd8448eb211c80319c',
    parentSpanId: 'b7ad6b7169203331',
    kind: 2,
  });
  expect(statement).toMatchObject({ traceId: request?.traceId, parentSpanId: request?.spanId, kind: 3 });
  expect(attribute(request, 'http.response.status_code')).toEqual({ intValue: '200' });
  expect(attribute(request, 'url.path')).toEqual({ stringValue: '/rest/v1/studio' });
  const tookNs = BigInt(request?.endTimeUnixNano ?? 0) - BigInt(request?.startTimeUnixNano ?? 0);
  expect(tookNs > 0n && tookNs < 60_000_000_000n).toBe(true);
  const [sent] = bodies;
  expect([sent?.url, sent?.headers['content-type'], sent?.headers['x-api-key']]).toEqual([
    '/v1/traces',
    'application/json',
    'a key',
  ]);
  expect(JSON.parse(sent?.text ?? '').resourceSpans[0].resource.attributes).toEqual([
    { key: 'deployment.environment.name', value: { stringValue: 'test' } },
    { key: 'service.name', value: { stringValue: 'onda' } },
  ]);
});

it('sends jobs and emails, marks failures, and names no secret of an address', async () => {
  const spans = await collect(async () => {
    const outbox = createDatabaseOutbox({
      secret: 'a secret of this installation',
      sql: app.sql,
      log,
      mail: { read: async () => ({ smtpUrl: 'smtp://127.0.0.1:1', from: 'onda@studio.test' }) },
    });
    const jobs = await startJobRunner({
      sql: app.sql,
      log,
      handlers: {
        'a.test': async () => undefined,
        'b.test': () => Promise.reject(new Error('broken')),
      },
    });
    await app.sql`insert into private.jobs (kind) values ('a.test'), ('b.test')`;
    await jobs.run();
    await outbox.add({ kind: 'a_letter', to: 'ana@studio.test', subject: 's', text: 't', html: 'h' });
    await expect
      .poll(
        async () =>
          (await app.sql`select from public.outbox where kind = 'a_letter' and last_error is not null`)
            .length,
      )
      .toBe(1);
    await get('/booking/0123456789abcdef0123456789abcdef');
    await outbox.close();
    await jobs.close();
  });
  const byName = new Map(spans.map((span) => [span.name, span]));
  expect(byName.get('job a.test')?.status).toBeUndefined();
  expect(byName.get('job b.test')?.status).toEqual({ code: 2 });
  expect(byName.get('send a_letter')?.status).toEqual({ code: 2 });
  expect(attribute(byName.get('GET site'), 'url.path')).toEqual({ stringValue: '/booking/:token' });
});

it('follows the sampler', async () => {
  expect(await collect(() => get('/a'), { OTEL_TRACES_SAMPLER: 'always_off' })).toEqual([]);
  const unsampled = { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00' };
  expect(await collect(() => get('/a', unsampled))).toEqual([]);
  expect(await collect(() => get('/a', unsampled), { OTEL_TRACES_SAMPLER: 'always_on' })).toHaveLength(1);
});

it('costs and loads nothing where it is not configured', async () => {
  expect(readConfig({}).traces).toBeUndefined();
  expect(
    readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://a', OTEL_SDK_DISABLED: 'true' }).traces,
  ).toBeUndefined();
  expect(spanChannel.hasSubscribers).toBe(false);
  bodies.length = 0;
  expect(await inSpan({ name: 'x', kind: 'internal', attributes: {} }, async () => 7)).toBe(7);
  await get('/a');
  expect(bodies).toEqual([]);
});

it.each([
  [undefined, false],
  [{ addresses: ['192.0.2.0/24'] }, false],
  [{ addresses: ['loopback'] }, true],
  [{ hops: 1 }, true],
])('takes the trace of a sender only where %j trusts it', (trustedProxies, isTaken) => {
  const connections = createClientConnections({ trustedProxies, siteUrl: 'https://studio.test' });
  const request = {
    socket: { remoteAddress: '127.0.0.1' },
    headers: { host: 'studio.test', traceparent: 'x', tracestate: 'y' } as Record<string, string>,
    rawHeaders: ['Host', 'studio.test', 'Traceparent', 'x', 'tracestate', 'y'],
  };
  const { traceParent } = connections.admit(request as unknown as IncomingMessage);
  expect(traceParent).toBe(isTaken ? 'x' : undefined);
  // Functions of the database may read what callers sent.
  expect(request.rawHeaders).toHaveLength(6);
});

it.each([
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'grpc://a' }, 'OTEL_EXPORTER_OTLP_ENDPOINT'],
  [{ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, 'http/json'],
  [{ OTEL_EXPORTER_OTLP_HEADERS: 'nothing' }, 'name=value'],
  [{ OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '7' }, 'OTEL_TRACES_SAMPLER_ARG'],
])('stops the start at %j', (env, message) => {
  expect(() => readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://a', ...env })).toThrow(message);
});
