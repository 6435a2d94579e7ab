// Updates the station's programme by the database's notifications. While the database is lost the station continues
// with what it knows; afterwards everything is read again.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from '#backend/database/driver/sql.ts';
import { openLastingConnection } from '#backend/database/lasting-connection.ts';
import type { Programme } from '#radio/schedule/programme.ts';
import type { Logger } from '../logger.ts';
import { loadClasses } from './load-classes.ts';
import { loadProgramme } from './load-programme.ts';

const GATHER_MS = 100;
const LISTEN_AGAIN_MS = 1000;
// A booking changes several rows; a busy hour changes many.
const GATHER_PLACES_MS = 1000;
const PLACES = new Set(['public.capacity_pools', 'public.sessions', 'public.offerings']);

export interface ProgrammeFollower {
  reload(): Promise<void>;
  close(): Promise<void>;
}

export function followProgramme(options: {
  sql: Sql;
  databaseUrl: string;
  log: Logger;
  onProgramme(programme: Programme): void;
  /** Something that visitors see changed in this table. */
  onContent?(table: string): void;
}): ProgrammeFollower {
  const { sql, databaseUrl, log, onProgramme, onContent } = options;
  let isClosed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let placesTimer: ReturnType<typeof setTimeout> | undefined;
  let loading: Promise<void> = Promise.resolve();
  let last: Programme | undefined;

  function reload(): Promise<void> {
    loading = loading.then(async () => {
      if (isClosed) return;
      try {
        last = await loadProgramme(sql);
        onProgramme(last);
      } catch (error) {
        log.warn(
          { err: error },
          'the programme could not be read; the station continues with the last known programme',
        );
      }
    });
    return loading;
  }
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void reload(), GATHER_MS);
  };
  /** Bookings change how often the promos of classes play, and nothing else of the programme. */
  function reloadClasses(): void {
    placesTimer = undefined;
    loading = loading.then(async () => {
      if (isClosed || !last) return;
      try {
        const classes = await loadClasses(sql);
        if (JSON.stringify(classes) === JSON.stringify(last.classes)) return;
        last = { ...last, classes };
        onProgramme(last);
      } catch (error) {
        log.warn({ err: error }, 'the empty places of classes could not be read');
      }
    });
  }
  const onContentChange = (table: string) => {
    onContent?.(table);
    if (table === 'public.offerings' && last?.playlists.some(({ curatedBy }) => curatedBy)) soon();
    if (PLACES.has(table) && last?.tracks.some(({ offeringId }) => offeringId))
      placesTimer ??= setTimeout(reloadClasses, GATHER_PLACES_MS);
  };
  const ear = openLastingConnection(databaseUrl, 'radio');
  const listen = async (...subscription: Parameters<Sql['listen']>) => {
    while (!isClosed) {
      try {
        await ear.listen(...subscription);
        return;
      } catch (error) {
        if (!isClosed) log.warn({ err: error }, 'programme changes cannot be received');
        await sleep(LISTEN_AGAIN_MS, undefined, { ref: false });
      }
    }
  };
  void listen('onda_radio', soon, soon);
  void listen('onda_content', onContentChange);
  return {
    reload,
    async close() {
      isClosed = true;
      clearTimeout(timer);
      clearTimeout(placesTimer);
      await ear.end({ timeout: 2 });
      await loading;
    },
  };
}
