// Which recordings were played in a month, in the form of a collecting society, with how many heard them.

import { isCalendarDay } from '#app/language/calendar-day.ts';
import type { Sql } from '#backend/database/driver/sql.ts';
import { apiErrors } from '../../http-kit/api-error.ts';
import { csvResponse } from '../../http-kit/csv-response.ts';
import { isRoyaltyForm, type ReportedPeriod, type ReportedTrack, royaltyForms } from './royalty-forms.ts';

export async function royaltiesCsv(
  sql: Sql,
  search: URLSearchParams,
  station: { readonly name: string },
): Promise<Response> {
  const form = search.get('form') ?? '';
  if (!isRoyaltyForm(form))
    throw apiErrors.invalid({ form: `Choose one of: ${Object.keys(royaltyForms).join(', ')}.` });
  const { from, to } = periodOf(search);
  const [listened] = await sql<{ hours: number }[]>`
    select coalesce(sum(m.listeners), 0)::float8 / 60 as hours from public.radio_listener_minutes m, public.studio s
    where m.minute >= timezone(s.zone, ${from}::date::timestamp) and m.minute < timezone(s.zone, (${to}::date + 1)::timestamp)`;
  const period = { service: station.name, from, to, tuningHours: listened?.hours ?? 0 };
  const { columns } = royaltyForms[form];
  const name = from.slice(0, 7) === to.slice(0, 7) ? from.slice(0, 7) : `${from}-${to}`;
  return csvResponse(`royalties-${form.replace('_', '-')}-${name}.csv`, columns, readRows(sql, form, period));
}

async function* readRows(sql: Sql, form: keyof typeof royaltyForms, period: ReportedPeriod) {
  const { row } = royaltyForms[form];
  // The library's details, as they were corrected since; of deleted tracks those of the play. Jingles and recordings of
  // whole shows are no music of others, and a live show only where its host sends who plays.
  const tracks = await sql<ReportedTrack[]>`
    select p.title, p.artist, p.album, p.label, p.composer, p.isrc, count(*)::integer as plays,
      round(avg(p.duration_ms) / 1000)::integer as "durationS", sum(p.performances)::float8 as performances
    from (
      select coalesce(t.title, p.title) as title, coalesce(t.artist, p.artist) as artist, coalesce(t.album, p.album) as album,
        coalesce(t.label, p.label) as label, coalesce(t.composer, p.composer) as composer, coalesce(t.isrc, p.isrc) as isrc,
        p.duration_ms, coalesce(p.performances, p.listeners) as performances
      from public.radio_plays p left join public.radio_tracks t on t.id = p.track_id, public.studio s
      where p.started_at >= timezone(s.zone, ${period.from}::date::timestamp)
        and p.started_at < timezone(s.zone, (${period.to}::date + 1)::timestamp)
        and (p.kind = 'music' or (p.kind = 'live' and p.artist <> ''))
    ) p
    group by p.title, p.artist, p.album, p.label, p.composer, p.isrc order by p.artist, p.title, p.album, p.isrc`;
  yield tracks.map((track) => row(track, period));
}

/** A month, or days from and to. */
function periodOf(search: URLSearchParams): { from: string; to: string } {
  const month = search.get('month');
  const [from, to] =
    month === null
      ? [search.get('from') ?? '', search.get('to') ?? '']
      : [`${month}-01`, /^\d{4}-\d\d$/.test(month) ? lastDayOf(month) : ''];
  if (!isCalendarDay(from) || !isCalendarDay(to) || from > to)
    throw apiErrors.invalid({ month: 'Choose a month such as 2026-10, or days as from and to.' });
  return { from, to };
}

function lastDayOf(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  const last = new Date(Date.UTC(year, number, 0));
  return number >= 1 && number <= 12 ? last.toISOString().slice(0, 10) : '';
}
