// A value of a sentence that the server has sent, in the language of the page.
import { longDay } from './format-day.ts';
import { clockTime, localDay } from './format-time.ts';
import { joinItems } from './list.ts';
import { price } from './price.ts';

/** Days, moments and amounts of money arrive raw: {day}, {time, zone}, {cents, currency}. */
export function writeValue(value: unknown): string | number {
  if (typeof value === 'number') return value;
  if (typeof value !== 'object' || value === null) return String(value ?? '');
  const { day, time, zone, cents, currency } = value as Record<string, unknown>;
  if (typeof cents === 'number') return price(cents, String(currency));
  if (typeof day === 'string') return longDay(day);
  const moment = new Date(String(time));
  return joinItems([longDay(localDay(moment, String(zone))), clockTime(moment, String(zone))]);
}
