// The studio's database for a look at it, where one runs. Starts nothing, and creates neither secrets nor a database.
import { realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { connectDatabase, type Database } from '#backend/database/connect.ts';
import { clusterLink } from '#backend/database/postgres-cluster.ts';
import { findPostmaster } from '#backend/database/postmaster.ts';
import { databaseUrl } from '#backend/database/usage-connection.ts';
import type { Config } from '../config.ts';
import { loadSecrets } from '../secrets.ts';

export type DatabasePlace = Pick<
  Config,
  'dataDir' | 'databaseUrl' | 'jwtSecret' | 'anonKey' | 'serviceRoleKey'
>;

/** Undefined where no database runs. */
export async function openRunningDatabase(config: DatabasePlace): Promise<Database | undefined> {
  const url = config.databaseUrl ?? (await findEmbeddedUrl(config));
  if (url === undefined) return undefined;
  return connectDatabase(url, { max: 1, applicationName: 'onda doctor' }).catch(() => undefined);
}

async function findEmbeddedUrl(config: DatabasePlace): Promise<string | undefined> {
  const clusterDir = await realpath(clusterLink(config.dataDir)).catch(() => undefined);
  const running = clusterDir === undefined ? undefined : await findPostmaster(clusterDir);
  if (!running?.port || !(await stat(join(config.dataDir, 'secrets.json')).catch(() => undefined)))
    return undefined;
  const { databasePassword } = await loadSecrets(config);
  return databaseUrl(databasePassword, running.port);
}
