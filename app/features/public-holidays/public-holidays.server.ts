// The public holidays of the studio's country and region, in the language of the page, from date-holidays. The library is
// loaded when someone plans: it takes 30 MB and half a second.
import { addDays, daysBetween } from '#app/language/calendar-day.ts';
import { currentLanguage } from '#app/language/messages.ts';

/** Names by day: {"2026-12-08": "Immaculate Conception"}. */
export type Holidays = Record<string, string>;

export interface HolidayCountry {
  code: string;
  name: string;
  /** Empty where the whole country has the same holidays. */
  regions: { code: string; name: string }[];
}

type Library = typeof import('date-holidays').default;

let library: Promise<Library> | undefined;
/** A year of a region in a language is computed once; nobody plans in more than a few. */
const computed = new Map<string, Holidays>();
const MAX_COMPUTED = 100;

const load = () => {
  library ??= import('date-holidays').then((module) => module.default);
  return library;
};

/** Of these years; `region` is "PT" or "DE-BY", null the country of the time zone. */
export async function publicHolidays(
  { region, zone }: { region: string | null; zone: string },
  years: number[],
): Promise<Holidays> {
  const Library = await load();
  const place = region ?? countryOfZone(zone, Object.keys(new Library().getCountries()));
  return place ? Object.assign({}, ...years.map((year) => holidaysOfYear(Library, place, year))) : {};
}

function holidaysOfYear(Library: Library, place: string, year: number): Holidays {
  const { code } = currentLanguage();
  const key = `${place} ${year} ${code}`;
  const known = computed.get(key);
  if (known) return known;
  const [country = '', state = '', region = ''] = place.split('-');
  const found: Holidays = {};
  for (const { type, date, start, end, name } of new Library(country, state, region).getHolidays(
    year,
    code,
  )) {
    if (type !== 'public') continue;
    const first = date.slice(0, 10);
    const days = Math.max(1, Math.round((end.getTime() - start.getTime()) / 86_400_000));
    for (let day = first; daysBetween(first, day) < days; day = addDays(day, 1)) found[day] ??= name;
  }
  if (computed.size >= MAX_COMPUTED) computed.clear();
  computed.set(key, found);
  return found;
}

/** All countries with their regions, by name, and the one of the time zone. */
export async function holidayCountries(
  zone: string,
): Promise<{ countries: HolidayCountry[]; ofZone: string | null }> {
  const Library = await load();
  const { code: language, locale } = currentLanguage();
  const names = new Intl.DisplayNames(locale, { type: 'region' });
  const all = new Library();
  const codes = Object.keys(all.getCountries(language));
  const countries = codes.map((code) => ({
    code,
    name: names.of(code) ?? code,
    regions: Object.entries(all.getStates(code, language) ?? {}).map(([region, name]) => ({
      code: `${code}-${region}`,
      name,
    })),
  }));
  const order = new Intl.Collator(locale);
  return {
    countries: countries.sort((a, b) => order.compare(a.name, b.name)),
    ofZone: countryOfZone(zone, codes) ?? null,
  };
}

function countryOfZone(zone: string, codes: string[]): string | undefined {
  // "Asia/Kolkata" is listed as "Asia/Calcutta".
  const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions();
  return codes.find((code) => zonesOf(code).includes(timeZone));
}

function zonesOf(country: string): string[] {
  // TypeScript does not know it yet.
  const locale: Intl.Locale & { getTimeZones?(): string[] | undefined } = new Intl.Locale(`und-${country}`);
  return locale.getTimeZones?.() ?? [];
}
