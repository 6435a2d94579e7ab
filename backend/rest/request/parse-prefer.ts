// Reads the Prefer header: what the caller would like, token by token, and which of it can be honoured.
import { errors } from '../errors.ts';

export interface Preferences {
  return?: 'minimal' | 'representation' | 'headers-only';
  count?: 'exact' | 'planned' | 'estimated';
  resolution?: 'merge-duplicates' | 'ignore-duplicates';
  missing?: 'default' | 'null';
  handling?: 'strict' | 'lenient';
  tx?: 'commit' | 'rollback';
  timezone?: string;
  maxAffected?: number;
}

const choices = {
  return: ['minimal', 'representation', 'headers-only'],
  count: ['exact', 'planned', 'estimated'],
  resolution: ['merge-duplicates', 'ignore-duplicates'],
  missing: ['default', 'null'],
  handling: ['strict', 'lenient'],
  tx: ['commit', 'rollback'],
} as const;

export interface PreferRules {
  /** Whether `tx=` may override how the transaction ends. */
  allowsTxOverride: boolean;
  isTimezone(name: string): boolean;
}

export function parsePrefer(header: string | null, rules: PreferRules): Preferences {
  const preferences: Preferences = {};
  if (header === null) return preferences;
  const invalid: string[] = [];
  for (const token of header.split(',').map((part) => part.trim())) {
    if (token !== '' && !readToken(preferences, token, rules)) invalid.push(token);
  }
  if (preferences.handling === 'strict' && invalid.length > 0) throw errors.invalidPreferences(invalid);
  return preferences;
}

function readToken(preferences: Preferences, token: string, rules: PreferRules): boolean {
  const equals = token.indexOf('=');
  const name = equals < 0 ? token : token.slice(0, equals).trim();
  const value = equals < 0 ? '' : token.slice(equals + 1).trim();
  if (name === 'timezone') {
    if (!rules.isTimezone(value)) return false;
    preferences.timezone ??= value;
    return true;
  }
  if (name === 'max-affected') {
    if (!/^\d{1,15}$/.test(value)) return false;
    preferences.maxAffected ??= Number(value);
    return true;
  }
  if (name === 'tx' && !rules.allowsTxOverride) return choices.tx.some((choice) => choice === value);
  if (!isChoiceName(name)) return false;
  const choice = choices[name].find((candidate) => candidate === value);
  if (choice === undefined) return false;
  // The first of two contradicting tokens counts.
  if (preferences[name] === undefined) Object.assign(preferences, { [name]: choice });
  return true;
}

function isChoiceName(name: string): name is keyof typeof choices {
  return Object.hasOwn(choices, name);
}

/** In the order of Preference-Applied. */
export const preferenceNames: readonly (keyof Preferences)[] = [
  'resolution',
  'missing',
  'return',
  'count',
  'tx',
  'handling',
  'timezone',
  'maxAffected',
];

/** The value of Preference-Applied, for the preferences that mattered to a request. */
export function appliedPreferences(
  preferences: Preferences,
  relevant: (keyof Preferences)[],
): string | undefined {
  const applied = preferenceNames
    .filter((name) => relevant.includes(name) && preferences[name] !== undefined)
    .map((name) => `${name === 'maxAffected' ? 'max-affected' : name}=${preferences[name]}`);
  return applied.length > 0 ? applied.join(', ') : undefined;
}
