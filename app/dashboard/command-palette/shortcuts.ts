// Maps key presses to the dashboard's commands.
import type { SiteSection } from '#contracts/site-sections.ts';
import type { Role } from '#contracts/visitor.ts';
import { type Section, sectionsFor } from '../sections.ts';

/** The section that "g" and a second key open. */
const sectionKeys: Readonly<Record<string, string>> = {
  t: '/dashboard',
  b: '/dashboard/bookings',
  e: '/dashboard/teach',
  c: '/dashboard/calendar',
  f: '/dashboard/offerings',
  o: '/dashboard/orders',
  q: '/dashboard/waiting-lists',
  h: '/dashboard/households',
  n: '/dashboard/reports',
  j: '/dashboard/content',
  m: '/dashboard/media',
  r: '/dashboard/radio',
  i: '/dashboard/messages/inbox',
  x: '/dashboard/messages/outbox',
  p: '/dashboard/people',
  s: '/dashboard/settings',
};

export interface Key {
  key: string;
  isCommand: boolean;
  /** Pressed in a field: single keys are ignored. */
  isTyping: boolean;
  /** "g" was pressed a moment ago. */
  isAfterG: boolean;
}

export type Command =
  | { do: 'find' }
  | { do: 'help' }
  | { do: 'await' }
  | { do: 'go'; to: string }
  | undefined;

/** The sections of these roles that have a key. */
export function sectionsWithKeys(
  roles: readonly Role[],
  open?: readonly SiteSection[],
): { key: string; section: Section }[] {
  const allowed = sectionsFor(roles, open);
  return Object.entries(sectionKeys).flatMap(([key, to]) => {
    const section = allowed.find((one) => one.to === to);
    return section ? [{ key, section }] : [];
  });
}

interface Reader {
  roles: readonly Role[];
  /** The sections of the public site that are on. */
  open?: readonly SiteSection[];
  areSingleKeysOn: boolean;
}

export function commandOf(
  { key, isCommand, isTyping, isAfterG }: Key,
  { roles, open, areSingleKeysOn }: Reader,
): Command {
  if (isCommand) return key.toLowerCase() === 'k' ? { do: 'find' } : undefined;
  if (isTyping || !areSingleKeysOn) return undefined;
  if (isAfterG) {
    const found = sectionsWithKeys(roles, open).find((one) => one.key === key.toLowerCase());
    if (found) return { do: 'go', to: found.section.to };
  }
  if (key === '/') return { do: 'find' };
  if (key === '?') return { do: 'help' };
  return key === 'g' ? { do: 'await' } : undefined;
}
