// A throw-away PostgreSQL for tests: a real server in a temporary folder, gone without a trace after stop().
// For tests only; the product starts its own through embedded-postgres.ts.
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../embedded-postgres.ts';
import { CLUSTER_PASSWORD, copyCluster, QUICK_SETTINGS } from './copied-cluster.ts';

const SILENT = { step: () => undefined, done: () => undefined };

export async function startTemporaryPostgres(): Promise<EmbeddedPostgres & { dataDir: string }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'onda-postgres-'));
  await chmod(dataDir, 0o711);
  await copyCluster(dataDir);
  const server = await startEmbeddedPostgres({
    dataDir,
    password: CLUSTER_PASSWORD,
    progress: SILENT,
    prepareSettings: async () => QUICK_SETTINGS,
  });
  return {
    ...server,
    dataDir,
    async stop() {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
