// This process's position in the database's log. A lasting slot survives restarts of the database; it is
// used only where the database limits what it retains for one, so that an abandoned slot can never fill a disk.
import { formatLsn, type ReplicationConnection } from './replication-connection.ts';

export interface ReplicationSlot {
  /** Creates the slot if needed; `hasGap` when changes since the last stream are no longer available. */
  prepare(connection: ReplicationConnection): Promise<{ hasGap: boolean }>;
  startCommand(lsn: bigint): string;
  /** Drops the lasting slot, on a connection that does not stream. */
  drop(connection: ReplicationConnection): Promise<void>;
  /** Drops slots of processes that have been gone for a while; for a shorter while when none is available. */
  sweep(connection: ReplicationConnection, options?: { isNoneLeft?: boolean }): Promise<string[]>;
  readonly isLasting: boolean;
}

const prefix = 'onda_realtime_';
// A process that lost the database briefly comes back within this time.
const usualAbandonedMs = 5 * 60_000;
// Realtime for everyone is worth more than a gap for a process that may come back.
const abandonedWhenNoneLeftMs = 10_000;

export function createReplicationSlot(options: {
  node: string;
  publication: string;
  lifetime: 'lasting' | 'temporary';
  abandonedMs?: number;
}): ReplicationSlot {
  const name = `${prefix}${options.node}`;
  const abandonedMs = options.abandonedMs ?? usualAbandonedMs;
  const idleSince = new Map<string, number>();
  let isLasting = false;
  let wasCreated = false;

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
      if (isLasting && wasCreated && (await isThere(connection))) return { hasGap: false };
      const hasGap = wasCreated;
      const [[limit] = []] = await connection.command('SHOW max_slot_wal_keep_size');
      isLasting = options.lifetime === 'lasting' && limit !== '-1';
      if (isLasting && wasCreated) {
        // A lost slot blocks its successor.
        await connection
          .command(`SELECT pg_catalog.pg_drop_replication_slot('${name}')
            FROM pg_catalog.pg_replication_slots WHERE slot_name = '${name}' AND NOT active`)
          .catch(() => undefined);
      }
      const kind = isLasting ? '' : 'TEMPORARY ';
      // It waits for running transactions.
      await connection.command(
        `CREATE_REPLICATION_SLOT ${name} ${kind}LOGICAL pgoutput (SNAPSHOT 'nothing')`,
        { timeoutMs: 180_000 },
      );
      wasCreated = true;
      return { hasGap };
    },
    startCommand: (lsn) =>
      `START_REPLICATION SLOT ${name} LOGICAL ${formatLsn(lsn)} ` +
      `(proto_version '1', publication_names '"${options.publication.replaceAll('"', '""')}"')`,
    async drop(connection) {
      wasCreated = false;
      if (isLasting) await connection.command(`DROP_REPLICATION_SLOT ${name} WAIT`);
    },
    async sweep(connection, { isNoneLeft = false } = {}) {
      const waitMs = isNoneLeft ? Math.min(abandonedMs, abandonedWhenNoneLeftMs) : abandonedMs;
      // Since PostgreSQL 17 the database knows for how long a slot was not used, also from before this process.
      const rows = await connection.command(
        `SELECT slot_name,
           extract(epoch FROM now() - (to_jsonb(slot) ->> 'inactive_since')::timestamptz) * 1000
         FROM pg_catalog.pg_replication_slots slot
         WHERE slot_name LIKE '${prefix.replaceAll('_', '\\_')}%' AND slot_name <> '${name}'
           AND NOT active AND NOT temporary AND database = current_database()`,
      );
      const idle = new Map(rows.map(([slot, idleMs]) => [slot ?? '', Number(idleMs ?? 0)]));
      for (const known of idleSince.keys()) if (!idle.has(known)) idleSince.delete(known);
      const dropped: string[] = [];
      for (const [slot, idleMs] of idle) {
        const since = idleSince.get(slot) ?? Date.now();
        idleSince.set(slot, since);
        if (Math.max(Date.now() - since, idleMs) < waitMs) continue;
        // Another process may have dropped it, or its owner may be back, since it was read.
        const name = `'${slot.replaceAll("'", "''")}'`;
        const [gone] = await connection.command(
          `SELECT pg_catalog.pg_drop_replication_slot(slot_name) FROM pg_catalog.pg_replication_slots
           WHERE slot_name = ${name} AND NOT active`,
        );
        if (gone) dropped.push(slot);
      }
      return dropped;
    },
  };
}
