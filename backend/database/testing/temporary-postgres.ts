// A throw-away PostgreSQL for tests: a real server in a temporary folder, gone without a trace after stop().
// For tests only; the product starts its own through embedded-postgres.ts.
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../embedded-postgres.ts';

const SILENT = { step: () => undefined, done: () => undefined };

export async function startTemporaryPostgres(): Promise<EmbeddedPostgres & { dataDir: string }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'onda-postgres-'));
  await chmod(dataDir, 0o711);
  const server = await startEmbeddedPostgres({ dataDir, password: 'temporary', progress: SILENT });
  return {
    ...server,
    dataDir,
    async stop() {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
