// The place in the database's log that belongs to this process. A lasting slot bridges restarts of the database; it is
// used only where the database limits what it keeps for one, so that a forgotten slot can never fill a disk.
import { formatLsn, type ReplicationConnection } from './replication-connection.ts';

export interface ReplicationSlot {
  /** Makes the slot if need be; `hasGap` when changes since the last stream cannot be had any more. */
  prepare(connection: ReplicationConnection): Promise<{ hasGap: boolean }>;
  startCommand(lsn: bigint): string;
  /** Drops the lasting slot, on a connection that does not stream. */
  drop(connection: ReplicationConnection): Promise<void>;
  /** Drops slots of processes that have been gone for a while. */
  sweep(connection: ReplicationConnection): Promise<string[]>;
  readonly isLasting: boolean;
}

const prefix = 'onda_realtime_';
// A process that lost the database for a moment comes back within this time.
const usualAbandonedMs = 5 * 60_000;

export function createReplicationSlot(options: {
  node: string;
  publication: string;
  wish: 'lasting' | 'temporary';
  abandonedMs?: number;
}): ReplicationSlot {
  const name = `${prefix}${options.node}`;
  const abandonedMs = options.abandonedMs ?? usualAbandonedMs;
  const idleSince = new Map<string, number>();
  let isLasting = false;
  let wasMade = false;

  async function isThere(connection: ReplicationConnection): Promise<boolean> {
    const [row] = await connection.command(
      `SELECT 1 FROM pg_catalog.pg_replication_slots
       WHERE slot_name = '${name}' AND coalesce(wal_status, '') <> 'lost'`,
    );
    return row !== undefined;
  }

  return {
    get isLasting() {
      return isLasting;
    },
    async prepare(connection) {
      if (isLasting && wasMade && (await isThere(connection))) return { hasGap: false };
      const hasGap = wasMade;
      const [[limit] = []] = await connection.command('SHOW max_slot_wal_keep_size');
      isLasting = options.wish === 'lasting' && limit !== '-1';
      if (isLasting && wasMade) {
        // One that was lost is in the way of its successor.
        await connection
          .command(`SELECT pg_catalog.pg_drop_replication_slot('${name}')
            FROM pg_catalog.pg_replication_slots WHERE slot_name = '${name}' AND NOT active`)
          .catch(() => undefined);
      }
      const kind = isLasting ? '' : 'TEMPORARY ';
      // It waits for transactions that run now.
      await connection.command(
        `CREATE_REPLICATION_SLOT ${name} ${kind}LOGICAL pgoutput (SNAPSHOT 'nothing')`,
        { timeoutMs: 180_000 },
      );
      wasMade = true;
      return { hasGap };
    },
    startCommand: (lsn) =>
      `START_REPLICATION SLOT ${name} LOGICAL ${formatLsn(lsn)} ` +
      `(proto_version '1', publication_names '"${options.publication.replaceAll('"', '""')}"')`,
    async drop(connection) {
      wasMade = false;
      if (isLasting) await connection.command(`DROP_REPLICATION_SLOT ${name} WAIT`);
    },
    async sweep(connection) {
      const rows = await connection.command(
        `SELECT slot_name FROM pg_catalog.pg_replication_slots
         WHERE slot_name LIKE '${prefix.replaceAll('_', '\\_')}%' AND slot_name <> '${name}'
           AND NOT active AND NOT temporary AND database = current_database()`,
      );
      const idle = new Set(rows.map(([slot]) => slot ?? ''));
      for (const known of idleSince.keys()) if (!idle.has(known)) idleSince.delete(known);
      const dropped: string[] = [];
      for (const slot of idle) {
        const since = idleSince.get(slot) ?? Date.now();
        idleSince.set(slot, since);
        if (Date.now() - since < abandonedMs) continue;
        await connection.command(
          `SELECT pg_catalog.pg_drop_replication_slot('${slot.replaceAll("'", "''")}')`,
        );
        dropped.push(slot);
      }
      return dropped;
    },
  };
}
