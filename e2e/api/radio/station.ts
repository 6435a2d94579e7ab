// The station under test: the one at TARGET_URL (with RADIO_SOURCE_PORT and SOURCE_PASSWORD, a staff member's), or a whole
// program of our own that is started for the test and ended after it.
import { createHash, randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { openSql } from '#backend/database/driver/open-sql.ts';
import { findFreePort } from '#backend/find-free-port.ts';
import { cleanUp, databaseUrl, startProgram } from '../../start/program.ts';
import { makeUsedDataDir } from '../../start/used-folder.ts';

export interface Station {
  url: string;
  sourcePort: number;
  /** Of someone who may go live at any time. */
  sourcePassword: string;
  close(): Promise<void>;
}

export async function openStation(): Promise<Station> {
  const { TARGET_URL, RADIO_SOURCE_PORT, SOURCE_PASSWORD } = process.env;
  if (TARGET_URL) {
    if (!RADIO_SOURCE_PORT || !SOURCE_PASSWORD)
      throw new Error('With TARGET_URL the test also needs RADIO_SOURCE_PORT and SOURCE_PASSWORD');
    const sourcePort = Number(RADIO_SOURCE_PORT);
    return { url: TARGET_URL, sourcePort, sourcePassword: SOURCE_PASSWORD, close: async () => undefined };
  }
  const dataDir = await makeUsedDataDir('empty');
  const sourcePort = await findFreePort();
  const program = startProgram({ DATA_DIR: dataDir, DEMO: 'off', RADIO_SOURCE_PORT: String(sourcePort) });
  const url = await program.url();
  return {
    url,
    sourcePort,
    sourcePassword: await makeStaff(databaseUrl(dataDir)),
    async close() {
      program.child.kill('SIGTERM');
      await program.exit;
      await cleanUp();
    },
  };
}

/** Adds someone who may go live at any time; returns their source password. */
export async function makeStaff(database: string): Promise<string> {
  const sql = openSql(database, { max: 1 });
  const password = randomBytes(12).toString('base64url');
  const hash = createHash('sha256').update(password).digest('hex');
  await sql`with person as (insert into auth.users (id, email) values (gen_random_uuid(), 'source@studio.test') returning id),
      role as (insert into public.roles (user_id, role) select id, 'staff' from person)
    insert into private.radio_source_passwords (user_id, password_sha256) select id, ${hash} from person`;
  await sql.end();
  return password;
}

/** What a source client is answered first; the connection stays open for as long as the test likes. */
export async function requestAsSource(
  { url, sourcePort }: Station,
  line: string,
  headers: Record<string, string>,
): Promise<{ status: number; head: string; hangUp(): void }> {
  const socket = connect(sourcePort, new URL(url).hostname);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`${line}\r\nHost: station\r\n${lines.join('')}\r\n`);
  let head = '';
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    head += chunk;
    if (head.includes('\r\n\r\n')) break;
  }
  socket.on('error', () => undefined);
  return { status: Number(/^HTTP\/1\.[01] (\d{3})/.exec(head)?.[1]), head, hangUp: () => socket.destroy() };
}

export function basic(password: string): { authorization: string } {
  return { authorization: `Basic ${Buffer.from(`source:${password}`).toString('base64')}` };
}

/** The first bytes of an endless answer. */
export async function firstBytes(response: Response, count: number): Promise<Buffer> {
  const reader = response.body?.getReader();
  const chunks: Uint8Array[] = [];
  for (let total = 0; reader && total < count; ) {
    const { value } = await reader.read();
    if (!value) break;
    chunks.push(value);
    total += value.length;
  }
  await reader?.cancel();
  return Buffer.concat(chunks).subarray(0, count);
}
