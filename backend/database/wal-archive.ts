// How PostgreSQL archives its log (WAL) in finished segments: compressed into a folder beside the cluster, from where
// the program uploads them. While the file `stopped` is in that folder, segments are dropped instead, so that
// neither the folder nor pg_wal can fill the disk. Does not know where segments go.
import { chown, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { homeOf } from './postgres-cluster.ts';
import type { PostgresUser } from './postgres-user.ts';

export interface ClusterPlace {
  clusterDir: string;
  user: PostgresUser | undefined;
}

export const STOP_FILE = 'stopped';
export const SEGMENT_ENDING = '.gz';
/** The maximum data loss when the machine is lost, while the store is reachable. */
const SWITCH_AFTER_S = 300;

export function walFolder(clusterDir: string): string {
  return join(homeOf(clusterDir), 'wal');
}

/** The folder, and the settings of a server that archives into it. */
export async function prepareWalArchive({ clusterDir, user }: ClusterPlace): Promise<string[]> {
  const folder = walFolder(clusterDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (user) await chown(folder, user.uid, user.gid);
  const place = quoteForCommand(folder);
  const part = `${place}/%f.part`;
  const steps = [
    `gzip -1 -c "%p" > ${part}`,
    // PostgreSQL removes its own file when this has ended: it must be on the disk by then.
    `sync ${part}`,
    `mv -f ${part} ${place}/%f${SEGMENT_ENDING}`,
  ];
  return [
    'archive_mode=on',
    `archive_timeout=${SWITCH_AFTER_S}`,
    `archive_command=test -e ${place}/${STOP_FILE} || { ${steps.join(' && ')}; }`,
  ];
}

/** The settings of a server that replays segments of a folder, up to a moment or to their end, and then works as any other. */
export function recoverySettings(folder: string, until: Date | undefined): string[] {
  const file = `${quoteForCommand(folder)}/%f${SEGMENT_ENDING}`;
  return [
    `restore_command=test -f ${file} && gzip -dc ${file} > "%p"`,
    'recovery_target_timeline=latest',
    'recovery_target_action=promote',
    // As an offset: the letter Z is a name of a time zone, and those are not known yet when settings are read.
    ...(until ? [`recovery_target_time=${until.toISOString().replace('Z', '+00')}`] : []),
    // No connections before it has ended.
    'hot_standby=off',
    'archive_mode=off',
  ];
}

/** For sh, within a setting where % has a meaning. */
function quoteForCommand(path: string): string {
  return `'${path.replaceAll("'", "'\\''")}'`.replaceAll('%', '%%');
}
