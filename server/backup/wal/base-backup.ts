// A base backup: the files of a running PostgreSQL as a ZIP, with what it takes to replay its log from there. Files are
// read while they change; the log repairs that.
import { type FileHandle, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { ReservedSql } from '#backend/database/driver/sql.ts';
import type { ZipEntry } from '../../archive/write-zip.ts';

export const DIRECTORIES = 'directories.json';
export const CLUSTER_FOLDER = 'cluster/';
export const BASE_SECRETS = 'secrets.json';

export interface BaseFacts {
  /** The first segment of the log that is needed. */
  segment: string;
  endedAtMs: number;
}

// Like pg_basebackup: files that a server recreates at its start, and the WAL, which is archived separately.
const EMPTY_FOLDERS = new Set([
  'pg_wal',
  'pg_wal/archive_status',
  'pg_wal/summaries',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]);
const LEFT_OUT =
  /^(postmaster\.(pid|opts)|backup_label|tablespace_map|backup_manifest|(recovery|standby)\.signal)$/;
const CONTROL = 'global/pg_control';
const STOP_LIMIT_MS = 30_000;

export async function* baseEntries(
  connection: ReservedSql,
  { clusterDir, secretsPath }: { clusterDir: string; secretsPath: string },
  onDone: (facts: BaseFacts) => void,
): AsyncGenerator<ZipEntry> {
  const [begun] = await connection<{ segment: string }[]>`
    select pg_walfile_name(pg_backup_start('onda base backup', true)) as segment`;
  const { files, directories } = await listCluster(clusterDir);
  for (const name of [...files.filter((file) => file !== CONTROL), CONTROL]) {
    // A table may have been dropped since it was listed.
    const file = await open(join(clusterDir, name)).catch(ignoreMissing);
    if (!file) continue;
    const { size } = await file.stat();
    yield { name: CLUSTER_FOLDER + name, open: () => readExactly(file, size) };
  }
  // It waits for its last segment to be archived, which a command that fails would make endless.
  await connection`select set_config('statement_timeout', ${String(STOP_LIMIT_MS)}, false)`;
  const [ended] = await connection<{ label: string; tablespaces: string; now: Date }[]>`
    select labelfile as label, spcmapfile as tablespaces, clock_timestamp() as now from pg_backup_stop(true)`;
  await connection`reset statement_timeout`;
  if (!begun || !ended) throw new Error('PostgreSQL returned no information about its base backup.');
  if (ended.tablespaces.trim() !== '')
    throw new Error('Base backups cannot include tablespaces outside the data folder.');
  yield textEntry(`${CLUSTER_FOLDER}backup_label`, ended.label);
  yield textEntry(DIRECTORIES, JSON.stringify(directories));
  const secrets = await open(secretsPath);
  yield { name: BASE_SECRETS, open: () => secrets.createReadStream() };
  onDone({ segment: begun.segment, endedAtMs: ended.now.getTime() });
}

function textEntry(name: string, text: string): ZipEntry {
  return { name, open: () => Readable.from([Buffer.from(text)]) };
}

async function listCluster(clusterDir: string) {
  const files: string[] = [];
  const directories: string[] = [];
  const walk = async (folder: string) => {
    const entries = await readdir(join(clusterDir, folder), { withFileTypes: true }).catch(ignoreMissing);
    for (const entry of entries ?? []) {
      const name = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) {
        if (entry.name.startsWith('pgsql_tmp')) continue;
        if (folder === 'pg_replslot') continue;
        directories.push(name);
        await walk(name);
      } else if (entry.isFile() && !EMPTY_FOLDERS.has(folder) && !isLeftOut(folder, entry.name))
        files.push(name);
    }
  };
  await walk('');
  return { files, directories };
}

function isLeftOut(folder: string, name: string): boolean {
  return (folder === '' && LEFT_OUT.test(name)) || /^pgsql_tmp|^pg_internal\.init/.test(name);
}

/** As many bytes as there were: more belong to the log, and what was cut off since is zeros. */
async function* readExactly(file: FileHandle, size: number): AsyncGenerator<Buffer> {
  let left = size;
  try {
    if (size === 0) return;
    for await (const chunk of file.createReadStream({ start: 0, end: size - 1, autoClose: false })) {
      left -= chunk.length;
      yield chunk as Buffer;
    }
    for (; left > 0; left -= 65_536) yield Buffer.alloc(Math.min(left, 65_536));
  } finally {
    await file.close();
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
  return undefined;
}
