// VTIMEZONE for one zone and one span of time: each clock change by itself, from the runtime's zone data, without
// rules. Calendars that do not know the zone's name still show the right hour.

const DAY_MS = 86_400_000;
const formats = new Map<string, Intl.DateTimeFormat>();

/** Minutes east of UTC at that moment. */
export function offsetMinutes(zone: string, at: number): number {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
    formats.set(zone, format);
  }
  const name = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT';
  const match = /GMT([+-])(\d{2}):(\d{2})/.exec(name);
  if (!match) return 0;
  return (match[1] === '-' ? -1 : 1) * (Number(match[2]) * 60 + Number(match[3]));
}

export function timeZoneLines(zone: string, fromMs: number, untilMs: number): string[] {
  const start = fromMs - 366 * DAY_MS;
  const end = untilMs + 366 * DAY_MS;
  const usual = Math.min(offsetMinutes(zone, start), offsetMinutes(zone, start + 182 * DAY_MS));
  const lines = [
    'BEGIN:VTIMEZONE',
    `TZID:${zone}`,
    ...observance(start, usual, { from: offsetMinutes(zone, start), to: offsetMinutes(zone, start) }),
  ];
  for (const change of clockChanges(zone, start, end)) lines.push(...observance(change.at, usual, change));
  return [...lines, 'END:VTIMEZONE'];
}

interface Change {
  at: number;
  from: number;
  to: number;
}

function* clockChanges(zone: string, start: number, end: number): Generator<Change> {
  let from = offsetMinutes(zone, start);
  for (let day = start; day < end; day += DAY_MS) {
    const to = offsetMinutes(zone, day + DAY_MS);
    if (to === from) continue;
    // The change is on this day: find its minute.
    let before = day;
    let after = day + DAY_MS;
    while (after - before > 60_000) {
      const middle = Math.floor((before + after) / 120_000) * 60_000;
      if (middle <= before) break;
      if (offsetMinutes(zone, middle) === from) before = middle;
      else after = middle;
    }
    yield { at: after, from, to };
    from = to;
  }
}

function observance(at: number, usual: number, { from, to }: { from: number; to: number }): string[] {
  const kind = to > usual ? 'DAYLIGHT' : 'STANDARD';
  return [
    `BEGIN:${kind}`,
    // The local time just before the change.
    `DTSTART:${wallTime(at, from)}`,
    `TZOFFSETFROM:${offsetText(from)}`,
    `TZOFFSETTO:${offsetText(to)}`,
    `END:${kind}`,
  ];
}

export function wallTime(at: number, offset: number): string {
  return new Date(Math.floor(at / 1000) * 1000 + offset * 60_000)
    .toISOString()
    .slice(0, 19)
    .replaceAll(/[-:]/g, '');
}

function offsetText(minutes: number): string {
  const size = Math.abs(minutes);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}${two(size % 60)}`;
}
