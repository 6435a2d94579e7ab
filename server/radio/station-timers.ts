// What the radio does now and then: figures, saved listening time, planned episodes that are still missing.
import type { Sql } from '#backend/database/driver/sql.ts';
import type { Radio } from '#radio/create-radio.ts';
import type { Logger } from '../logger.ts';
import type { DatabaseStationLog } from './database-station-log.ts';
import { watchEpisodes } from './watch-episodes.ts';

interface StationTimersOptions {
  radio: Radio;
  stationLog: DatabaseStationLog;
  isStation: () => boolean;
  sql: Sql;
  /** The folder of the recordings. */
  episodes: string;
  log: Logger;
}

const MINUTE_MS = 60_000;

/** Answers with what stops them. */
export function startStationTimers(options: StationTimersOptions): () => void {
  const { radio, stationLog, isStation, sql, episodes, log } = options;
  const timers = [
    setInterval(() => {
      if (isStation()) stationLog.sampleAudience(radio);
    }, MINUTE_MS),
    setInterval(() => stationLog.saveListening(radio), 5 * MINUTE_MS),
    setInterval(() => {
      if (isStation()) void watchEpisodes(sql, episodes, log);
    }, 10 * MINUTE_MS),
  ];
  for (const timer of timers) timer.unref();
  return () => {
    for (const timer of timers) clearInterval(timer);
  };
}
