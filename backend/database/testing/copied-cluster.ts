// A cluster for tests that are not about creating one: initdb runs once for a checkout, and its files are copied from
// then on.
import { createHash } from 'node:crypto';
import { constants, readFileSync } from 'node:fs';
import { chmod, cp, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { preparePostgresBinaries } from '../postgres-binaries.ts';
import { createClusterFrom, prepareCluster } from '../postgres-cluster.ts';
import { findPostgresUser } from '../postgres-user.ts';

/** The password of every copy. */
export const CLUSTER_PASSWORD = 'pass word/%';

/** Without waiting for the disk: what tests write is gone after them. A killed server loses nothing. */
export const QUICK_SETTINGS = ['fsync=off', 'full_page_writes=off'];

const SILENT = { step: () => undefined, done: () => undefined };

export async function copyCluster(dataDir: string): Promise<void> {
  const original = await prepareOriginal();
  const user = await findPostgresUser(original);
  await createClusterFrom({
    dataDir,
    user,
    progress: SILENT,
    fill: (to) => cp(original, to, { recursive: true, mode: constants.COPYFILE_FICLONE }),
  });
}

/** Its name changes with what it is made of. */
async function prepareOriginal(): Promise<string> {
  const maker = new URL('../postgres-cluster.ts', import.meta.url);
  const hash = createHash('sha256')
    .update(import.meta.dirname)
    .update(readFileSync(maker))
    .digest('hex');
  const user = await findPostgresUser('');
  const binaries = await preparePostgresBinaries(user, SILENT);
  const dataDir = join(tmpdir(), `onda-test-cluster-${hash.slice(0, 10)}-${binaries.majorVersion}`);
  await mkdir(dataDir, { recursive: true });
  // PostgreSQL's own user walks into the folder when the tests run as root.
  await chmod(dataDir, 0o711);
  return prepareCluster({ dataDir, password: CLUSTER_PASSWORD, binaries, user, progress: SILENT });
}
