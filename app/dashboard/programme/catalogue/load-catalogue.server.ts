// What sessions and offerings are made from: rooms, people, terms, closed days, public holidays, cancellation policies.
import { dataOf } from '#app/backend/data-of.ts';
import { type Holidays, publicHolidays } from '#app/features/public-holidays/public-holidays.server.ts';
import type { StudioClient } from '#contracts/studio-client.ts';
import type { Translations } from '#contracts/translations.ts';

export interface Room {
  id: string;
  name: string;
  note: string;
  is_in_use: boolean;
  translations: Translations;
}

export interface Span {
  id: string;
  name: string;
  starts_on: string;
  ends_on: string;
  /** Closed days have none: visitors do not read their names. */
  translations?: Translations;
}

export interface Policy {
  id: string;
  name: string;
  summary: string;
  full_until_h: number;
  late_credit_percent: number;
  translations: Translations;
}

export interface Catalogue {
  rooms: Room[];
  people: { id: string; name: string }[];
  /** Accounts with the role of teacher that have no public profile yet. */
  candidates: { user_id: string; name: string }[];
  terms: Span[];
  closedDays: Span[];
  policies: Policy[];
  /** Public holidays around the day that was asked for, by day. */
  holidays: Holidays;
}

/** Plans reach two years ahead; a calendar shows the end of the year before. */
const HOLIDAY_YEARS = [-1, 0, 1, 2];

/** With `day`, "2026-11-19" or a moment, also the public holidays of the years around it. */
export async function loadCatalogue(backend: StudioClient, day?: string): Promise<Catalogue> {
  const [rooms, people, candidates, terms, closedDays, policies, holidays] = await Promise.all([
    backend.from('rooms').select('id,name,note,is_in_use,translations').order('name').order('id'),
    backend.from('people').select('id,name').order('name').order('id'),
    backend.rpc('teacher_candidates'),
    backend.from('terms').select('id,name,starts_on,ends_on,translations').order('starts_on').order('id'),
    backend.from('closed_days').select('id,name,starts_on,ends_on').order('starts_on').order('id'),
    backend
      .from('cancellation_policies')
      .select('id,name,summary,full_until_h,late_credit_percent,translations')
      .order('name')
      .order('id'),
    day === undefined ? {} : holidaysAround(backend, day),
  ]);
  for (const { error } of [rooms, people, candidates, terms, closedDays, policies]) if (error) throw error;
  return {
    rooms: rooms.data ?? [],
    people: people.data ?? [],
    candidates: candidates.data ?? [],
    terms: terms.data ?? [],
    closedDays: closedDays.data ?? [],
    policies: policies.data ?? [],
    holidays,
  };
}

async function holidaysAround(backend: StudioClient, day: string): Promise<Holidays> {
  const { zone, holiday_region } = await dataOf(
    backend.from('studio').select('zone,holiday_region').single(),
  );
  const years = HOLIDAY_YEARS.map((away) => Number(day.slice(0, 4)) + away);
  return publicHolidays({ region: holiday_region, zone }, years);
}
