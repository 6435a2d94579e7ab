// Records what the station does. The station never waits: entries are queued, and while the database is lost the newest
// thousands are held until it is back.
import type { Sql } from '#backend/database/driver/sql.ts';
import { outsideRequest } from '#backend/database/request-writes.ts';
import type { Radio } from '#radio/create-radio.ts';
import type { StationLog } from '#radio/radio-options.ts';
import { englishText, type StationText } from '#radio/station-text.ts';
import type { Logger } from '../logger.ts';
import { isDatabaseAway } from './is-database-away.ts';
import { createSessionSaver } from './listeners/save-sessions.ts';

export interface DatabaseStationLog extends StationLog {
  /** Any other entry, in order. */
  write(entry: (sql: Sql) => Promise<unknown>): void;
  /** An alarm, or what staff did in the control room. */
  event(text: StationText): void;
  /** How many listen in this minute. */
  sampleAudience(radio: Pick<Radio, 'nowPlaying'>): void;
  /** Those who listen now, with their sessions until now. */
  saveListening(radio: Pick<Radio, 'listenerSessions'>): void;
  /** Writes what is waiting, as far as the database lets it. */
  close(): Promise<void>;
}

const MAX_WAITING = 5000;
const RETRY_MS = 5000;

export function createDatabaseStationLog(sql: Sql, log: Logger): DatabaseStationLog {
  const waiting: ((sql: Sql) => Promise<unknown>)[] = [];
  const sessions = createSessionSaver({ sql, log });
  let isWriting = false;
  let retry: ReturnType<typeof setTimeout> | undefined;

  async function drain(): Promise<void> {
    if (isWriting) return;
    isWriting = true;
    clearTimeout(retry);
    try {
      for (let entry = waiting[0]; entry; entry = waiting[0]) {
        try {
          await entry(sql);
        } catch (error) {
          // A rejected entry would be rejected again; an unreachable database is retried.
          if (isDatabaseAway(error)) {
            retry = setTimeout(() => void drain(), RETRY_MS);
            return;
          }
          log.warn({ err: error }, 'an entry of the radio history could not be saved');
        }
        waiting.shift();
      }
    } finally {
      isWriting = false;
    }
  }

  function write(entry: (sql: Sql) => Promise<unknown>): void {
    if (waiting.length >= MAX_WAITING) waiting.shift();
    waiting.push(entry);
    void outsideRequest(drain);
  }

  const event = (text: StationText) =>
    write((to) => to`insert into public.radio_events (event) values (${JSON.stringify(text)}::text::jsonb)`);

  return {
    write,
    aired(air, { showId, listeners }) {
      if (air.kind === 'fallback') return;
      write(
        (to) => to`
          insert into public.radio_plays (id, track_id, show_id, kind, title, artist, album, composer, label, isrc, started_at,
            duration_ms, listeners)
          select ${air.id}::uuid, t.id, (select id from public.shows where id = ${showId}), ${air.kind}::text, ${air.title}::text,
            ${air.artist}::text, ${air.album}::text, coalesce(t.composer, ''), coalesce(t.label, ''), coalesce(t.isrc, ''),
            ${air.startedAt}::timestamptz, ${air.durationMs}::integer, ${listeners}::integer
          from (values (1)) one left join public.radio_tracks t on t.id = ${air.trackId}
          on conflict do nothing`,
      );
    },
    played: (airId, performances) =>
      write((to) => to`update public.radio_plays set performances = ${performances} where id = ${airId}`),
    requestGranted: (id) =>
      write(
        (to) =>
          to`update public.radio_requests set state = 'played', decided_at = now() where id = ${id} and state = 'waiting'`,
      ),
    listenerLeft: sessions.add,
    saveListening: (radio) => sessions.addAll(radio.listenerSessions()),
    sampleAudience(radio) {
      const { listeners, show } = radio.nowPlaying();
      write(
        (to) => to`insert into public.radio_listener_minutes (minute, listeners, show_id)
          values (date_trunc('minute', now()), ${listeners.current}, (select id from public.shows where id = ${show?.id ?? null}))
          on conflict (minute) do update set listeners = greatest(radio_listener_minutes.listeners, excluded.listeners)`,
      );
    },
    alarm(alarm) {
      log.warn({ reason: englishText(alarm) }, 'radio');
      event(alarm);
    },
    event,
    async close() {
      await sessions.close();
      clearTimeout(retry);
      await drain();
      clearTimeout(retry);
    },
  };
}
