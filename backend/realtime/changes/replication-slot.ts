// This process's position in the database's log. A lasting slot survives lost connections and restarts of the database. What
// the database retains for one is limited here, whatever its own settings say: a slot that is too far behind is dropped.
import { formatLsn, type ReplicationConnection } from './replication-connection.ts';

export interface ReplicationSlot {
  /** Creates the slot if needed; `hasGap` when changes since the last stream are no longer available. Fails on a standby. */
  prepare(connection: ReplicationConnection): Promise<{ hasGap: boolean }>;
  startCommand(lsn: bigint): string;
  /** Drops the lasting slot, on a connection that does not stream. */
  drop(connection: ReplicationConnection): Promise<void>;
  /** Whether the database retains more for the slot in use than is allowed. */
  isBehind(connection: ReplicationConnection): Promise<boolean>;
  /** Drops the slot for being behind: the next one begins with a gap. */
  giveUp(connection: ReplicationConnection): Promise<void>;
  /**
   * Drops slots of processes that have been gone for a while, or for which too much is retained; for a shorter while
   * when none is available.
   */
  sweep(connection: ReplicationConnection, options?: { isNoneLeft?: boolean }): Promise<string[]>;
  readonly isLasting: boolean;
}

const prefix = 'onda_realtime_';
// A process that lost the database briefly comes back within this time.
const usualAbandonedMs = 5 * 60_000;
// Realtime for everyone is worth more than a gap for a process that may come back.
const abandonedWhenNoneLeftMs = 10_000;
const usualMaxBytes = 2 ** 30;

export function createReplicationSlot(options: {
  node: string;
  publication: string;
  lifetime: 'lasting' | 'temporary';
  abandonedMs?: number;
  /** How much of the log the database may retain for a slot. */
  maxBytes?: number;
}): ReplicationSlot {
  const name = `${prefix}${options.node}`;
  const abandonedMs = options.abandonedMs ?? usualAbandonedMs;
  const idleSince = new Map<string, number>();
  const maxBytes = options.maxBytes ?? usualMaxBytes;
  const isLasting = options.lifetime === 'lasting';
  let wasCreated = false;
  let usedOn = '';

  async function isThere(connection: ReplicationConnection): Promise<boolean> {
    const [row] = await connection.command(
      `SELECT 1 FROM pg_catalog.pg_replication_slots
       WHERE slot_name = '${name}' AND coalesce(wal_status, '') <> 'lost'`,
    );
    return row !== undefined;
  }

  /** After a failover the same position may be another one: what came between cannot be known. */
  async function identify(connection: ReplicationConnection): Promise<string> {
    const [[isStandby] = []] = await connection.command('SELECT pg_catalog.pg_is_in_recovery()');
    // Its slots would not be those of the database that it becomes.
    if (isStandby === 't')
      throw Object.assign(new Error('the database is a standby that accepts no changes'), { code: '25006' });
    const [[systemId, timeline] = []] = await connection.command('IDENTIFY_SYSTEM');
    return `${systemId} ${timeline}`;
  }

  return {
    isLasting,
    async prepare(connection) {
      const database = await identify(connection);
      const isSame = usedOn === database;
      if (isLasting && wasCreated && isSame && (await isThere(connection))) return { hasGap: false };
      const hasGap = wasCreated;
      if (isLasting && wasCreated) {
        // A lost slot blocks its successor, and so does one of a database that was another one before.
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
      usedOn = database;
      return { hasGap };
    },
    startCommand: (lsn) =>
      `START_REPLICATION SLOT ${name} LOGICAL ${formatLsn(lsn)} ` +
      `(proto_version '1', publication_names '"${options.publication.replaceAll('"', '""')}"')`,
    async drop(connection) {
      wasCreated = false;
      if (isLasting) await connection.command(`DROP_REPLICATION_SLOT ${name} WAIT`);
    },
    async isBehind(connection) {
      const [row] = await connection.command(
        `SELECT 1 FROM pg_catalog.pg_replication_slots
         WHERE slot_name = '${name}' AND pg_catalog.pg_current_wal_lsn() - confirmed_flush_lsn > ${maxBytes}`,
      );
      return row !== undefined;
    },
    async giveUp(connection) {
      await connection.command(
        `SELECT pg_catalog.pg_drop_replication_slot('${name}')
         FROM pg_catalog.pg_replication_slots WHERE slot_name = '${name}'`,
      );
    },
    async sweep(connection, { isNoneLeft = false } = {}) {
      const waitMs = isNoneLeft ? Math.min(abandonedMs, abandonedWhenNoneLeftMs) : abandonedMs;
      // Since PostgreSQL 17 the database knows for how long a slot was not used, also from before this process.
      const rows = await connection.command(
        `SELECT slot_name,
           extract(epoch FROM now() - (to_jsonb(slot) ->> 'inactive_since')::timestamptz) * 1000,
           NOT pg_is_in_recovery() AND pg_current_wal_lsn() - restart_lsn > ${maxBytes}
         FROM pg_catalog.pg_replication_slots slot
         WHERE slot_name LIKE '${prefix.replaceAll('_', '\\_')}%' AND slot_name <> '${name}'
           AND NOT active AND NOT temporary AND database = current_database()`,
      );
      const idle = new Map(
        rows.map(([slot, idleMs, isTooFar]) => [
          slot ?? '',
          isTooFar === 't' ? Number.POSITIVE_INFINITY : Number(idleMs ?? 0),
        ]),
      );
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
