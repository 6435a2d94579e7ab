// Memory of the backend host over 100,000 requests: what lives after a collection, and what the process holds
// npm run bench memory [requests, default 100000]
// Reads, embeds, inserts and calls in turn with a user's token, at 20 connections. A first tenth warms the process up
// and counts as the beginning. Growth of what lives is a leak; the process itself may retain what it once needed.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SignJWT } from 'jose';
import { openSql } from '#backend/database/driver/open-sql.ts';
import { findFreePort } from '#backend/find-free-port.ts';
import { startBackend, stopBackend } from './host/start-backend.ts';
import { openInspector } from './rest/inspector.ts';
import { loadOnce, residentMegabytes } from './rest/load.ts';
import { person, scenarios, tables } from './rest/tables.ts';

const count = Number(process.argv[2] ?? 100_000);
const inspectPort = await findFreePort();
const jwtSecret = randomUUID() + randomUUID();
const host = await startBackend({
  JWT_SECRET: jwtSecret,
  NODE_OPTIONS: `--inspect=127.0.0.1:${inspectPort}`,
});
try {
  const postmaster = readFileSync(join(host.dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n');
  const { databasePassword } = JSON.parse(readFileSync(join(host.dataDir, 'secrets.json'), 'utf8'));
  const sql = openSql(`postgres://postgres:${databasePassword}@127.0.0.1:${postmaster[3]}/postgres`, {
    max: 1,
  });
  await sql.unsafe(tables);
  await sql`notify pgrst, 'reload schema'`;
  await sql.end();
  const token = await new SignJWT({ role: 'authenticated', sub: person, aud: 'authenticated' })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuedAt()
    .setExpirationTime('2h')
    .sign(new TextEncoder().encode(jwtSecret));
  const one = {
    name: 'onda',
    url: host.url,
    pid: host.pid,
    databasePid: Number(postmaster[0]),
  };
  const inspector = await openInspector(inspectPort);
  const rows: { requests: number; livingMb: number; residentMb: number }[] = [];
  let requests = 0;
  let failed = 0;
  while (requests < count * 1.1) {
    for (const scenario of scenarios) {
      const round = await loadOnce(one, scenario, token, 2);
      requests += round.requests;
      failed += round.failed;
    }
    const livingMb = (await inspector.livingBytes()) / 1e6;
    rows.push({ requests, livingMb, residentMb: residentMegabytes(one) });
    console.log(
      `  ${String(requests).padStart(8)} requests  ${livingMb.toFixed(1).padStart(7)} MB live  ${residentMegabytes(one).toFixed(0).padStart(5)} MB held`,
    );
  }
  inspector.close();
  const first = rows.find((row) => row.requests >= count / 10) ?? rows[0];
  const last = rows.at(-1);
  if (first && last) {
    const growth = last.livingMb - first.livingMb;
    console.log(
      `\n  from ${first.requests} to ${last.requests} requests: ${growth >= 0 ? '+' : ''}${growth.toFixed(1)} MB live, ${failed} failed`,
    );
  }
} finally {
  await stopBackend(host);
}
