import { describe, expect, it } from 'vitest';
import { utcOffsets } from './utc-offsets.server.ts';
import { learnZone, wallTime } from './zone-clock.ts';

describe('the UTC offsets of a zone', () => {
  const now = new Date('2026-11-15T12:00:00Z');
  const zones = [
    'Europe/Lisbon',
    'America/New_York',
    'Africa/Casablanca',
    'Australia/Lord_Howe',
    'Asia/Kathmandu',
  ];

  it.each(zones)('gives the same hours as the runtime, before, within and after it, in %s', (zone) => {
    const moments: Date[] = [];
    for (let ms = Date.UTC(2022, 0, 1); ms < Date.UTC(2030, 0, 1); ms += 7.25 * 3_600_000)
      moments.push(new Date(ms));
    const looked = moments.map((moment) => wallTime(moment, zone).getTime());
    learnZone(utcOffsets(zone, now));
    expect(moments.map((moment) => wallTime(moment, zone).getTime())).toEqual(looked);
  });

  it('is short: one pair for each change of the clock', () => {
    expect(utcOffsets('Asia/Kathmandu', now).offsets).toHaveLength(1);
    expect(utcOffsets('Europe/Lisbon', now).offsets.length).toBeLessThan(14);
  });

  it('knows the very quarter of an hour', () => {
    const { offsets } = utcOffsets('Europe/Lisbon', now);
    expect(offsets.map(([from]) => new Date(from).toISOString())).toContain('2026-10-25T01:00:00.000Z');
  });
});
