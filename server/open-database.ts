// Opens the database of this installation, brought along or given by DATABASE_URL, ready to be used:
// roles and schemas prepared, migrations applied, sample studio filled in on the first run.
import { join } from 'node:path';
import { installAuthSchema } from '#backend/auth/install-schema.ts';
import { installBackgroundSchema } from '#backend/background/install-schema.ts';
import { applyMigrations } from '#backend/database/apply-migrations.ts';
import { applySeed, declineSeed } from '#backend/database/apply-seed.ts';
import { connectDatabase, type Database } from '#backend/database/connect.ts';
import { startEmbeddedPostgres } from '#backend/database/embedded-postgres.ts';
import { giveFunctionsAnOwner, SERVICE_SCHEMAS, STUDIO_SCHEMAS } from '#backend/database/function-owner.ts';
import { type PreparedDatabase, prepareDatabase } from '#backend/database/prepare-database.ts';
import { prepareWalArchive } from '#backend/database/wal-archive.ts';
import { isWritable } from '#backend/database/writable.ts';
import { installLimitsSchema } from '#backend/limits/install-schema.ts';
import { installRealtimeSchema } from '#backend/realtime/install-schema.ts';
import { installStorageSchema } from '#backend/storage/install-schema.ts';
import type { Progress } from '#contracts/progress.ts';
import { type SchemaSource, schemaSources } from './backup/manifest.ts';
import type { Config } from './config.ts';
import { endFirstStart, isFirstStart } from './first-start.ts';
import { rejectOtherVersion } from './reject-other-version.ts';
import { noteWidenedRights, restoreRights } from './rights/restore-rights.ts';
import { readRightsList } from './rights/rights-list.ts';
import type { Secrets } from './secrets.ts';
import { SEED_FILES } from './seed-files.ts';

const SUPABASE = join(import.meta.dirname, '..', 'supabase');
const POOL_SIZE = 8;
const OLDEST_VERSION = 15;

export interface OpenDatabase extends Database {
  /** The folder of the embedded PostgreSQL. */
  clusterDir: string | undefined;
  /** The program is about to stop: see EmbeddedPostgres. */
  expectClose(): void;
  /** For an exit that cannot wait: see EmbeddedPostgres. */
  abandon(): void;
}

export async function openDatabase(options: {
  config: Config;
  secrets: Secrets;
  progress: Progress;
  /** Without it: thrown, which ends a command. */
  onLost?: (error: Error) => void;
  onReviveFailed?: (error: Error) => void;
  /** False where nothing sends the archived log away: it would only fill the disk. */
  mayArchive?: boolean;
}): Promise<OpenDatabase> {
  const { config, secrets, progress, onLost = rethrow, onReviveFailed, mayArchive = true } = options;
  const embedded = config.databaseUrl
    ? undefined
    : await startEmbeddedPostgres({
        dataDir: config.dataDir,
        password: secrets.databasePassword,
        mayCreate: () => isFirstStart(config.dataDir),
        progress,
        prepareSettings: config.backupCopies?.hasWal && mayArchive ? prepareWalArchive : undefined,
        onLost,
        onReviveFailed,
      });
  if (embedded) await endFirstStart(config.dataDir);
  try {
    const url = config.databaseUrl ?? embedded?.url ?? '';
    const database = await connectDatabase(url, { max: POOL_SIZE, applicationName: 'onda' });
    if (!embedded) await assertSupportedVersion(database);
    return {
      ...database,
      clusterDir: embedded?.clusterDir,
      expectClose: () => embedded?.expectStop(),
      async close() {
        await database.close();
        await embedded?.stop();
      },
      abandon: () => embedded?.abandon(),
    };
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
}

function rethrow(error: Error): never {
  throw error;
}

async function assertSupportedVersion(database: Database): Promise<void> {
  const [row] = await database.sql`select current_setting('server_version_num')::int / 10000 as major`;
  if (Number(row?.major) >= OLDEST_VERSION) return;
  await database.close();
  throw new Error(
    `DATABASE_URL points to PostgreSQL ${row?.major}, but onda needs version ${OLDEST_VERSION} or newer.`,
  );
}

/** Uses separate connections, so that memory used by migrations is freed with them. */
export async function whilePreparing(
  database: Database,
  work: (preparing: Database) => Promise<void>,
): Promise<void> {
  const preparing = await connectDatabase(database.url, { max: 2, applicationName: 'onda start' });
  try {
    await work(preparing);
  } finally {
    await preparing.close();
  }
}

/** What the backend needs in any database; nothing of the studio. */
export async function prepareForBackend(
  { sql }: Pick<Database, 'sql'>,
  config: Config,
  progress: Progress,
  options: { isForProjects?: boolean } = {},
): Promise<PreparedDatabase> {
  if (!(await isWritable(sql)))
    throw new Error(
      'DATABASE_URL points to a database that may only be read, such as a standby. Point it to the primary server, or promote this one, and start again.',
    );
  // A hosted Supabase (BACKEND_URL with its DATABASE_URL) has the schemas of its own services already.
  const isHosted = config.backendUrl !== undefined && config.databaseUrl !== undefined;
  const place = config.databaseUrl ? 'The database of DATABASE_URL' : `The data in ${config.dataDir}`;
  const isOurs = ({ ledger }: SchemaSource) =>
    isHosted
      ? ledger.schema === 'rate_limits'
      : !options.isForProjects || ledger.schema !== 'supabase_migrations';
  await rejectOtherVersion(sql, schemaSources.filter(isOurs), place);
  const prepared = await prepareDatabase(sql, { progress, ...options });
  await installLimitsSchema(sql, progress);
  if (isHosted) return prepared;
  await installAuthSchema(sql, progress);
  await installStorageSchema(sql, progress);
  await installRealtimeSchema(sql, progress);
  await installBackgroundSchema(sql, progress);
  await giveFunctionsAnOwner(sql, SERVICE_SCHEMAS);
  return prepared;
}

/** The studio's own tables and, on the first run with DEMO=on, its sample content. */
export async function prepareForStudio(
  { sql }: Database,
  config: Config,
  progress: Progress,
  onWarning: (message: string) => void = () => undefined,
): Promise<void> {
  const rights = await readRightsList();
  await noteWidenedRights(sql, rights);
  await applyMigrations(sql, {
    directory: join(SUPABASE, 'migrations'),
    ledger: { schema: 'supabase_migrations', table: 'schema_migrations' },
    progress,
  });
  // The migrations revoked rights on functions of the services too, which functions of the studio call.
  await giveFunctionsAnOwner(sql, [...SERVICE_SCHEMAS, ...STUDIO_SCHEMAS]);
  const taken = await restoreRights(sql, rights);
  if (taken !== undefined)
    onWarning(`revoked ${taken} rights that an earlier version had granted at each start`);
  // Decided once: a studio that began without samples must not find them in its programme a year later.
  if (config.demo) await applySeed(sql, { files: SEED_FILES, progress });
  else await declineSeed(sql, { file: SEED_FILES[0] });
}
