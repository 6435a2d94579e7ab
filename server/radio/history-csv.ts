// What was played, as a table for those who collect royalties.

import type { CsvCell } from '#app/features/csv/write-csv.ts';
import type { Sql } from '#backend/database/driver/sql.ts';
import { apiErrors } from '../http-kit/api-error.ts';
import { csvResponse } from '../http-kit/csv-response.ts';

const COLUMNS = [
  'started_at',
  'duration_s',
  'kind',
  'title',
  'artist',
  'album',
  'isrc',
  'show',
  'listeners',
] as const;
const BATCH_ROWS = 1000;

type PlayRow = Record<(typeof COLUMNS)[number], CsvCell>;

export async function historyCsv(sql: Sql, search: URLSearchParams): Promise<Response> {
  const from = dateOf(search.get('from'), 'from') ?? new Date(Date.now() - 30 * 86_400_000);
  const to = dateOf(search.get('to'), 'to') ?? new Date();
  return csvResponse(
    `radio-history-${from.toISOString().slice(0, 10)}.csv`,
    COLUMNS,
    readPlays(sql, { from, to }),
  );
}

async function* readPlays(sql: Sql, { from, to }: { from: Date; to: Date }) {
  // From one row to the next by time and id, so that no transaction stays open while a slow client reads. The time as the
  // database writes it: a date of JavaScript has no microseconds.
  let last: { at: string; id: string } | undefined;
  do {
    const plays: (PlayRow & { at: string; id: string })[] = await sql<
      (PlayRow & { at: string; id: string })[]
    >`
      select to_char(p.started_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as started_at,
        round(p.duration_ms / 1000.0)::integer as duration_s, p.kind, p.title, p.artist, p.album,
        coalesce(nullif(t.isrc, ''), p.isrc) as isrc, coalesce(s.title, '') as show, p.listeners,
        p.started_at::text as at, p.id::text as id
      from public.radio_plays p
        left join public.radio_tracks t on t.id = p.track_id left join public.shows s on s.id = p.show_id
      where p.started_at >= ${from} and p.started_at < ${to}
        ${last ? sql`and (p.started_at, p.id) > (${last.at}::text::timestamptz, ${last.id}::text::uuid)` : sql``}
      order by p.started_at, p.id limit ${BATCH_ROWS}`;
    yield plays.map((row) => COLUMNS.map((name) => row[name]));
    last = plays.length < BATCH_ROWS ? undefined : plays.at(-1);
  } while (last);
}

function dateOf(text: string | null, field: string): Date | undefined {
  if (text === null) return undefined;
  const date = new Date(text);
  if (Number.isNaN(date.getTime())) throw apiErrors.invalid({ [field]: `"${text}" is not a date.` });
  return date;
}
