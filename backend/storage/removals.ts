// Removes bytes that no row names any more. Rows say so themselves, in the transaction that lets go of the bytes (see
// the trigger onda_follow_bytes): a crash at any point leaves either a row with its bytes or a note to remove them.
import type { Sql } from '../database/driver/sql.ts';
import { OutcomeUnknown, outsideRequest } from '../database/request-writes.ts';
import type { BlobStore } from './blobs/blob-store.ts';

export interface Removals {
  /** Called before bytes are stored: if no row refers to them, they are removed again. */
  expect(version: string): Promise<void>;
  /** Bytes that will not be taken up after all, because of this error. */
  giveUp(version: string, error: unknown): Promise<void>;
  /** Removes what is due soon, in the background. */
  nudge(): void;
  /** Removes what is due now. */
  sweep(): Promise<void>;
  close(): Promise<void>;
}

/** Taken shared by readers of the bytes of a past moment: nothing is removed in the meantime. */
export const REMOVALS_LOCK = 0x6f6e7262;
const BATCH = 200;
const SWEEP_MS = 5 * 60_000;

export function createRemovals(options: {
  sql: Sql;
  blobs: BlobStore;
  /** Called when bytes were removed. */
  onRemoved(versions: string[]): Promise<void>;
  onError(message: string, error: unknown): void;
}): Removals {
  const { sql, blobs, onRemoved, onError } = options;
  let sweeping: Promise<void> | undefined;
  let isRequestedAgain = false;
  const timer = setInterval(nudge, SWEEP_MS);
  timer.unref();

  async function sweepOnce(): Promise<number> {
    return sql.begin(async (transaction) => {
      // A backup that is being written still reads bytes that were replaced since it began.
      const [free] = await transaction`select pg_try_advisory_xact_lock(${REMOVALS_LOCK}) as "isFree"`;
      if (!free?.isFree) return 0;
      // Held until the bytes are gone; other processes pass over it.
      const due = await transaction<{ version: string }[]>`
        select version from storage.onda_removals where due_at <= now()
        order by due_at limit ${BATCH} for update skip locked`;
      const versions = due.map(({ version }) => version);
      if (versions.length === 0) return 0;
      const inUse = await transaction<{ version: string }[]>`
        select version from storage.objects where version in ${transaction(versions)}`;
      const named = new Set(inUse.map(({ version }) => version));
      await blobs.remove(versions.filter((version) => isOurs(version) && !named.has(version)));
      await onRemoved(versions);
      await transaction`delete from storage.onda_removals where version in ${transaction(versions)}`;
      return versions.length;
    });
  }

  async function sweep(): Promise<void> {
    while ((await sweepOnce()) === BATCH);
  }

  function nudge(): void {
    if (sweeping) {
      isRequestedAgain = true;
      return;
    }
    // It goes on after the request that woke it.
    sweeping = outsideRequest(sweep)
      .catch((error: unknown) => onError('removing bytes failed', error))
      .finally(() => {
        sweeping = undefined;
        if (!isRequestedAgain) return;
        isRequestedAgain = false;
        nudge();
      });
  }

  return {
    async expect(version) {
      // Harmless after the answer, and no reason to call its outcome unknown.
      await outsideRequest(async () => {
        await sql`insert into storage.onda_removals (version, due_at) values (${version}, now() + interval '1 day')`;
      });
    },
    async giveUp(version, error) {
      // Its row may be there in a moment. If not, the bytes go when their day is over.
      if (error instanceof OutcomeUnknown) return;
      await outsideRequest(async () => {
        await sql`update storage.onda_removals set due_at = now() where version = ${version}`;
      });
      nudge();
    },
    nudge,
    async sweep() {
      // What is under way holds its notes, and would be passed over.
      while (sweeping) await sweeping;
      await sweep();
    },
    async close() {
      clearInterval(timer);
      isRequestedAgain = false;
      await sweeping;
    },
  };
}

// A row that was written by hand may name anything.
function isOurs(version: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(version);
}
