// Places that became free today: read when bookings change, and when a session that has some begins.
import type { Sql } from '#backend/database/driver/sql.ts';
import type { FreedPlaces } from '#contracts/freed-places.ts';
import type { Logger } from '../logger.ts';

export interface FreedPlacesFollower {
  readonly places: readonly FreedPlaces[];
  /** Something changed in this table. */
  note(table: string): void;
  /** Returns a function that ends it. */
  subscribe(listener: (places: readonly FreedPlaces[]) => void): () => void;
  close(): Promise<void>;
}

// A booking changes several rows; a busy hour changes many.
const GATHER_MS = 1000;
const TABLES = new Set(['public.capacity_pools', 'public.sessions', 'public.offerings']);

export function followFreedPlaces({ sql, log }: { sql: Sql; log: Logger }): FreedPlacesFollower {
  const listeners = new Set<(places: readonly FreedPlaces[]) => void>();
  let places: readonly FreedPlaces[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let next: ReturnType<typeof setTimeout> | undefined;
  let reading: Promise<void> = Promise.resolve();
  let isClosed = false;

  async function read(): Promise<void> {
    if (isClosed) return;
    try {
      const [row] = await sql<{ places: FreedPlaces[] }[]>`select private.freed_places() as places`;
      const found = row?.places ?? [];
      clearTimeout(next);
      const [first] = found;
      if (first && !isClosed) {
        next = setTimeout(soon, Math.max(0, Date.parse(first.startsAt) - Date.now()));
        next.unref();
      }
      if (JSON.stringify(found) === JSON.stringify(places)) return;
      places = found;
      for (const listener of listeners) listener(places);
    } catch (error) {
      log.warn({ err: error }, 'the places that became free today could not be read');
    }
  }
  function soon(): void {
    if (isClosed) return;
    timer ??= setTimeout(() => {
      timer = undefined;
      reading = reading.then(read);
    }, GATHER_MS);
    timer.unref();
  }
  soon();
  return {
    get places() {
      return places;
    },
    note(table) {
      if (TABLES.has(table)) soon();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      isClosed = true;
      clearTimeout(timer);
      clearTimeout(next);
      await reading;
    },
  };
}
