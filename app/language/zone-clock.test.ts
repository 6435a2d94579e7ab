import { describe, expect, it } from 'vitest';
import { wallTime } from './zone-clock.ts';

const shown = (iso: string, zone: string) => wallTime(new Date(iso), zone).toISOString().slice(0, 19);

describe('the clock on the wall', () => {
  it.each([
    ['2026-11-17T11:00:00Z', 'Europe/Lisbon', '2026-11-17T11:00:00'],
    ['2026-07-14T23:30:59Z', 'Europe/Lisbon', '2026-07-15T00:30:59'],
    ['2026-03-08T06:59:59Z', 'America/New_York', '2026-03-08T01:59:59'],
    ['2026-03-08T07:00:00Z', 'America/New_York', '2026-03-08T03:00:00'],
    ['2026-01-01T00:00:00Z', 'Asia/Kathmandu', '2026-01-01T05:45:00'],
    ['2026-04-04T14:59:00Z', 'Australia/Lord_Howe', '2026-04-05T01:59:00'],
    ['2026-04-04T15:00:00Z', 'Australia/Lord_Howe', '2026-04-05T01:30:00'],
    ['1969-12-31T23:59:00Z', 'America/St_Johns', '1969-12-31T20:29:00'],
  ])('at %s in %s it shows %s', (iso, zone, expected) => {
    expect(shown(iso, zone)).toBe(expected);
  });

  it('agrees with the full calendar of the runtime through a year of clock changes', () => {
    const zones = ['Europe/London', 'America/Sao_Paulo', 'Africa/Casablanca', 'Pacific/Chatham'];
    for (const timeZone of zones) {
      const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
      for (let ms = Date.UTC(2026, 0, 1); ms < Date.UTC(2027, 0, 1); ms += 6.5 * 3_600_000) {
        const moment = new Date(ms);
        expect(shown(moment.toISOString(), timeZone).replace('T', ' ')).toBe(format.format(moment));
      }
    }
  });
});
