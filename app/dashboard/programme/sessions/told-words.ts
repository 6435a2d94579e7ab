// Who hears of a change, in words, before it is made.
import type { Told } from '../programme-api.ts';

/** "Nobody has booked, so nobody is told.", "7 people are told by mail: Ana, Teo and 5 more." */
export function toldWords({ orders, names }: Told): string {
  if (orders === 0) return 'Nobody has booked, so nobody is told.';
  const shown = names.slice(0, 4);
  const more = orders - shown.length;
  const list =
    more > 0
      ? `${shown.join(', ')} and ${more} more`
      : shown.length > 1
        ? `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`
        : (shown[0] ?? '');
  return `${orders === 1 ? 'One letter goes' : `${orders} letters go`} out, to ${list}.`;
}
