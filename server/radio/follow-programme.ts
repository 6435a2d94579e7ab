// Updates the station's programme by the database's notifications. While the database is lost the station continues
// with what it knows; afterwards everything is read again.
import type { Sql } from 'postgres';
import { openLastingConnection } from '#backend/database/lasting-connection.ts';
import type { Programme } from '#radio/schedule/programme.ts';
import type { Logger } from '../logger.ts';
import { loadProgramme } from './load-programme.ts';

const GATHER_MS = 100;

export interface ProgrammeFollower {
  reload(): Promise<void>;
  close(): Promise<void>;
}

export function followProgramme(options: {
  sql: Sql;
  databaseUrl: string;
  log: Logger;
  onProgramme(programme: Programme): void;
}): ProgrammeFollower {
  const { sql, databaseUrl, log, onProgramme } = options;
  let isClosed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let loading: Promise<void> = Promise.resolve();

  function reload(): Promise<void> {
    loading = loading.then(async () => {
      if (isClosed) return;
      try {
        onProgramme(await loadProgramme(sql));
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
  const ear = openLastingConnection(databaseUrl, 'radio');
  ear.listen('onda_radio', soon, soon).catch((error: unknown) => {
    if (!isClosed) log.warn({ err: error }, 'programme changes cannot be received');
  });
  return {
    reload,
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await ear.end({ timeout: 2 });
      await loading;
    },
  };
}
