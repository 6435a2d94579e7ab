import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDriverPool } from '#backend/database/connect.ts';
import type { TestDatabase } from '#backend/testing/test-database.ts';
import { openStudioDatabase } from '../testing/studio-database.ts';
import { createMetrics } from './create-metrics.ts';
import { readDatabaseNumbers } from './read-database.ts';

const TOKEN = 'a-token-for-the-monitor';
const radio = () => ({ listeners: 7, isOnAir: true, isLive: false, source: 'music' as const });
const ask = (metrics: ReturnType<typeof createMetrics>, authorization?: string) =>
  metrics.answer(
    new Request('http://studio.example/metrics', { headers: authorization ? { authorization } : {} }),
  );

describe('/metrics', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openStudioDatabase();
  });
  afterAll(() => database.drop());

  it.each([undefined, 'Bearer wrong', `Basic ${TOKEN}`, TOKEN])(
    'answers 401 to %s',
    async (authorization) => {
      const metrics = createMetrics(TOKEN, { readDatabase: () => readDatabaseNumbers(database.sql) });
      const answer = await ask(metrics, authorization);
      expect(answer.status).toBe(401);
      expect(await answer.text()).not.toContain('onda_');
    },
  );

  it('counts requests by part, ready answers, sockets, mails, jobs, connections and listeners', async () => {
    const metrics = createMetrics(TOKEN, { readDatabase: () => readDatabaseNumbers(database.sql), radio });
    await database.sql`insert into private.jobs (kind) values ('a.test')`;
    const pool = openDriverPool(database.url, { max: 1, applicationName: 'onda monitor' });
    await pool`select 1`;
    metrics.observe({ method: 'GET', path: '/rest/v1/classes', status: 200, ms: 12 });
    metrics.observe({ method: 'BREW', path: '/a/visitor/chose/this', status: 404, ms: 3 });
    metrics.countReady();
    const socket = new PassThrough();
    metrics.countSocket('realtime', socket);
    const text = await (await ask(metrics, `Bearer ${TOKEN}`)).text();
    expect(text).toContain('onda_request_duration_seconds_count{part="rest",method="GET",status="2xx"} 1');
    expect(text).toContain('onda_request_duration_seconds_count{part="site",method="other",status="4xx"} 1');
    expect(text).not.toContain('visitor');
    expect(text).toContain('onda_ready_responses_total 1');
    expect(text).toContain('onda_websockets{kind="realtime"} 1');
    expect(text).toMatch(/onda_jobs\{state="due"\} [1-9]/);
    expect(text).toMatch(/onda_database_connections\{state="active"\} [1-9]/);
    expect(text).toMatch(/onda_pool_connections\{pool="onda monitor",state="(busy|idle)"\} 1/);
    expect(text).toContain('onda_radio_source{kind="music"} 1');
    expect(text).toContain('onda_radio_source{kind="live"} 0');
    expect(text).toContain('onda_radio_listeners 7');
    expect(text).toContain('onda_database_up 1');
    expect(text).toMatch(/nodejs_eventloop_lag_p99_seconds/);
    await pool.end();
    socket.destroy();
    await expect
      .poll(async () => (await ask(metrics, `Bearer ${TOKEN}`)).text())
      .toContain('onda_websockets{kind="realtime"} 0');
  });

  it('still answers while the database is away, and says so', async () => {
    const metrics = createMetrics(TOKEN, { readDatabase: () => Promise.reject(new Error('away')), radio });
    const text = await (await ask(metrics, `Bearer ${TOKEN}`)).text();
    expect(text).toContain('onda_database_up 0');
    expect(text).toContain('onda_radio_on_air 1');
  });
});
