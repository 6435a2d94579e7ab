// When a person is next at the studio, and the resulting order. Pure.
import { currentLanguage } from '#app/language/messages.ts';

export interface PersonTimes {
  name: string;
  sessions: { starts_at: string }[];
}

/** The next person first; people without a date last, by name. */
export function byNextHere<T extends PersonTimes>(people: T[]): T[] {
  const nextOf = ({ sessions }: PersonTimes) => {
    const next = sessions[0];
    return next ? Date.parse(next.starts_at) : Number.POSITIVE_INFINITY;
  };
  return [...people].sort((a, b) => {
    const [first, second] = [nextOf(a), nextOf(b)];
    return first === second ? a.name.localeCompare(b.name, currentLanguage().locale) : first - second;
  });
}
