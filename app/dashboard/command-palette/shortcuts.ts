// The dashboard's keys. Pure: a key, where it was pressed and what came before in; what is to happen out.
import type { Role } from '#contracts/visitor.ts';
import { type Section, sectionsFor } from '../sections.ts';

/** After "g": where it leads. A room without a letter is found by its name in the palette. */
export const sectionKeys: Readonly<Record<string, string>> = {
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
  /** Somebody is typing: letters are letters. */
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

/** The rooms of a person that have a letter. */
export function sectionsWithKeys(roles: readonly Role[]): { key: string; area: Section }[] {
  const open = sectionsFor(roles);
  return Object.entries(sectionKeys).flatMap(([key, to]) => {
    const area = open.find((one) => one.to === to);
    return area ? [{ key, area }] : [];
  });
}

export function commandOf(
  { key, isCommand, isTyping, isAfterG }: Key,
  { roles, areSingleKeysOn }: { roles: readonly Role[]; areSingleKeysOn: boolean },
): Command {
  if (isCommand) return key.toLowerCase() === 'k' ? { do: 'find' } : undefined;
  if (isTyping || !areSingleKeysOn) return undefined;
  if (isAfterG) {
    const found = sectionsWithKeys(roles).find((one) => one.key === key.toLowerCase());
    if (found) return { do: 'go', to: found.area.to };
  }
  if (key === '/') return { do: 'find' };
  if (key === '?') return { do: 'help' };
  return key === 'g' ? { do: 'await' } : undefined;
}
