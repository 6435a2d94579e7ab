import { describe, expect, it } from 'vitest';
import { mergeSlots } from './merge-slots.ts';
import { onAirNow, type Slot } from './on-air.ts';

const show = (title: string) => ({ slug: title.toLowerCase(), title, host: { name: 'Inês' } });
const slots = mergeSlots<Slot>([
  { weekday: 7, local_time: '23:00:00', duration_min: 420, show: show('Night') },
  { weekday: 1, local_time: '06:00:00', duration_min: 60, show: show('Morning') },
]);

describe('the weekly grid', () => {
  it('finds a show that continues past midnight or the end of the week', () => {
    const night = onAirNow(slots, new Date('2026-11-16T02:30:00Z'), 'Europe/Lisbon');
    expect(night).toMatchObject({ title: 'Night', until: '06:00', next: { title: 'Morning', at: '06:00' } });
  });

  it('counts what follows without a gap as the same show', () => {
    const halves = mergeSlots<Slot>([
      { weekday: 1, local_time: '21:00:00', duration_min: 180, show: show('Night') },
      { weekday: 2, local_time: '00:00:00', duration_min: 360, show: show('Night') },
      { weekday: 2, local_time: '06:00:00', duration_min: 60, show: show('Morning') },
    ]);
    const night = onAirNow(halves, new Date('2026-11-16T23:30:00Z'), 'Europe/Lisbon');
    expect(night).toMatchObject({ from: '21:00', until: '06:00', next: { title: 'Morning', at: '06:00' } });
  });

  it('says nothing when nothing is scheduled', () => {
    expect(onAirNow(slots, new Date('2026-11-18T12:00:00Z'), 'Europe/Lisbon')).toBeNull();
  });

  it('wraps from the last show of the week to the first', () => {
    expect(onAirNow(slots, new Date('2026-11-16T06:30:00Z'), 'Europe/Lisbon')?.next?.title).toBe('Night');
  });
});
