// The check of the file that tells the countries of listeners. Pure, as those of checks.ts.
import type { Check } from './checks.ts';

/** What became of the file that the owner named. */
export type CountriesState =
  | { file: undefined }
  | { file: string; problem: 'missing' | 'unreadable' | 'not_a_database' | 'too_large' }
  | { file: string; problem: undefined; builtMs: number };

const DAY_MS = 24 * 3600 * 1000;
const MESSAGES = {
  missing: 'are unknown: there is no file at GEOIP_FILE',
  unreadable: 'are unknown: the program may not read GEOIP_FILE',
  not_a_database: 'are unknown: GEOIP_FILE is not a complete MMDB file',
  too_large: 'are unknown: GEOIP_FILE is larger than 1 GB',
};

/** Nothing where no such file is wanted. */
export function checkCountries(state: CountriesState | undefined, nowMs: number): Check[] {
  if (state?.file === undefined) return [];
  const name = 'countries of listeners';
  const { problem } = state;
  if (problem !== undefined)
    return [
      {
        name,
        state: 'warn',
        code: `geoip_${problem}`,
        message: MESSAGES[problem],
        advice: 'Put an MMDB file of countries there, or remove GEOIP_FILE. It is looked for every hour.',
      },
    ];
  const days = Math.max(0, Math.floor((nowMs - state.builtMs) / DAY_MS));
  const message = `come from a file of ${days === 0 ? 'today' : days === 1 ? 'yesterday' : `${days} days ago`}`;
  return [{ name, state: 'ok', code: 'geoip', values: { days }, message }];
}
