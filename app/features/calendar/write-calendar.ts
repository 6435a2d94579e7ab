// iCalendar text (RFC 5545) from sessions: stable UID, rising SEQUENCE, local time with its zone, CANCELLED state.
// Knows nothing of where the sessions come from or who may see them.
import { offsetMinutes, timeZoneLines, wallTime } from './time-zone-lines.ts';

export interface CalendarDate {
  id: string;
  starts_at: string;
  ends_at: string;
  zone: string;
  sequence: number;
  status: string;
  title: string;
  place: string;
  description?: string;
  url?: string;
}

export interface CalendarOptions {
  name: string;
  /** The studio's host name, which makes UIDs globally unique. */
  host: string;
  dates: CalendarDate[];
  now: Date;
  /** CANCEL removes the dates from a calendar that has them. */
  method?: 'PUBLISH' | 'CANCEL';
  organizer?: { name: string; email: string };
}

export function writeCalendar(options: CalendarOptions): string {
  return [...calendarParts(options)].join('');
}

/** The same in parts, one a date: thousands of them would hold up everything else. */
export function* calendarParts(options: CalendarOptions): Generator<string> {
  const { name, dates, method = 'PUBLISH' } = options;
  const written = (lines: string[]) => lines.map((line) => `${foldLine(line)}\r\n`).join('');
  yield written([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//onda//studio//EN',
    'CALSCALE:GREGORIAN',
    `METHOD:${method}`,
    `X-WR-CALNAME:${escapeText(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    ...zoneLines(dates),
  ]);
  for (const date of dates) yield written(eventLines(date, options));
  yield written(['END:VCALENDAR']);
}

function zoneLines(dates: CalendarDate[]): string[] {
  const zones = Map.groupBy(dates, ({ zone }) => zone);
  return [...zones].flatMap(([zone, inZone]) => {
    const times = inZone.map(({ starts_at }) => Date.parse(starts_at));
    return timeZoneLines(zone, Math.min(...times), Math.max(...times));
  });
}

function eventLines(date: CalendarDate, { host, now, organizer }: CalendarOptions): string[] {
  return [
    'BEGIN:VEVENT',
    `UID:${date.id}@${host}`,
    `SEQUENCE:${date.sequence}`,
    `DTSTAMP:${utcTime(now)}`,
    `DTSTART;TZID=${date.zone}:${localTime(date.starts_at, date.zone)}`,
    `DTEND;TZID=${date.zone}:${localTime(date.ends_at, date.zone)}`,
    ...(organizer ? [organizerLine(organizer)] : []),
    `SUMMARY:${escapeText(date.title)}`,
    `LOCATION:${escapeText(date.place)}`,
    ...(date.description ? [`DESCRIPTION:${escapeText(date.description)}`] : []),
    ...(date.url ? [`URL:${date.url}`] : []),
    `STATUS:${date.status === 'cancelled' ? 'CANCELLED' : 'CONFIRMED'}`,
    'END:VEVENT',
  ];
}

/** A quoted name: no colon or semicolon in it ends the parameter. */
function organizerLine({ name, email }: { name: string; email: string }): string {
  return `ORGANIZER;CN="${name.replaceAll(/["\p{Cc}]/gu, '')}":mailto:${email.replaceAll(/\s/g, '')}`;
}

function localTime(moment: string, zone: string): string {
  const at = Date.parse(moment);
  return wallTime(at, offsetMinutes(zone, at));
}

function utcTime(moment: Date): string {
  return `${moment.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
}

function escapeText(text: string): string {
  return text
    .replaceAll('\\', '\\\\')
    .replaceAll(';', '\\;')
    .replaceAll(',', '\\,')
    .replaceAll(/\r\n|\r|\n/g, '\\n')
    .replaceAll(/\p{Cc}/gu, '');
}

const SHORT = /^[ -~]{0,75}$/;

/** Lines are at most 75 bytes long; a character is never split. */
function foldLine(line: string): string {
  if (SHORT.test(line)) return line;
  const encoder = new TextEncoder();
  const parts: string[] = [];
  let part = '';
  let bytes = 0;
  for (const character of line) {
    const size = encoder.encode(character).length;
    if (bytes + size > 75) {
      parts.push(part);
      part = ' ';
      bytes = 1;
    }
    part += character;
    bytes += size;
  }
  return [...parts, part].join('\r\n');
}
