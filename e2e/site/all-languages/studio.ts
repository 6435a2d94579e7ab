// A program of its own, whose studio has Arabic and the pseudo-language besides English.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSql } from '#backend/database/driver/open-sql.ts';
import type { Sql } from '#backend/database/driver/sql.ts';
import { cleanUp, databaseUrl, startProgram } from '../../start/program.ts';
import { makeUsedDataDir } from '../../start/used-folder.ts';
import { OWNER, SETUP_TOKEN } from '../account.ts';
import { JWT_SECRET } from '../service-key.ts';
import { CODE, writePseudoLanguage } from './pseudo-language.ts';

export interface Studio {
  url: string;
  sql: Sql;
  /** Creates the owner's account. */
  setUp(): Promise<void>;
  close(): Promise<void>;
}

export async function openStudio(): Promise<Studio> {
  const messages = mkdtempSync(join(tmpdir(), 'onda-messages-'));
  writePseudoLanguage(messages);
  const dataDir = await makeUsedDataDir('studio');
  const program = startProgram({
    DATA_DIR: dataDir,
    MESSAGES_DIR: messages,
    SETUP_TOKEN,
    JWT_SECRET,
    LOG_LEVEL: 'error',
    AUTH_RATE_LIMITS: 'off',
  });
  const url = (await program.url()).replace('127.0.0.1', 'localhost');
  const sql = openSql(databaseUrl(dataDir), { max: 2 });
  await sql`update public.studio set languages = ${['en', 'ar', CODE]}`;
  return {
    url,
    sql,
    async setUp() {
      const answer = await fetch(`${url}/api/setup`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: url },
        body: JSON.stringify({ ...OWNER, studio_name: 'onda', zone: 'Europe/Lisbon', token: SETUP_TOKEN }),
      });
      if (!answer.ok) throw new Error(await answer.text());
    },
    async close() {
      await sql.end();
      program.child.kill('SIGTERM');
      await program.exit;
      await cleanUp();
      rmSync(messages, { recursive: true, force: true });
    },
  };
}
