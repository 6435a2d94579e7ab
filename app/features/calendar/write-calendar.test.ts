import ICAL from 'ical.js';
import { describe, expect, it } from 'vitest';
import { type CalendarDate, calendarParts, writeCalendar } from './write-calendar.ts';

const date = (patch: Partial<CalendarDate> = {}): CalendarDate => ({
  id: '6f1c',
  starts_at: '2027-03-23T18:00:00Z',
  ends_at: '2027-03-23T19:30:00Z',
  zone: 'Europe/Lisbon',
  sequence: 0,
  status: 'planned',
  title: 'Breath and bowed metal',
  place: 'studio 1',
  ...patch,
});
const write = (...dates: CalendarDate[]) =>
  writeCalendar({ name: 'onda', host: 'onda.example', dates, now: new Date('2027-01-01T00:00:00Z') });
const read = (text: string) => {
  const calendar = new ICAL.Component(ICAL.parse(text));
  for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone);
  return calendar.getAllSubcomponents('vevent').map((event) => new ICAL.Event(event));
};

describe('[STUDIO-11] a calendar, as an independent parser reads it', () => {
  it.each([
    ['Europe/Lisbon', '2027-03-27T18:00:00Z', '2027-03-28T17:00:00Z'],
    ['America/New_York', '2027-03-13T23:00:00Z', '2027-03-14T22:00:00Z'],
    ['Australia/Lord_Howe', '2027-04-03T07:00:00Z', '2027-04-04T07:30:00Z'],
    ['Asia/Kathmandu', '2027-03-27T12:15:00Z', '2027-03-28T12:15:00Z'],
    ['Pacific/Chatham', '2027-04-03T04:15:00Z', '2027-04-04T05:15:00Z'],
    ['America/Santiago', '2027-04-03T21:00:00Z', '2027-04-04T22:00:00Z'],
  ])(
    'says 18:00 in %s before and after the clock change, and means the right moment',
    (zone, before, after) => {
      ICAL.TimezoneService.reset();
      const events = read(
        write(
          date({ zone, starts_at: before, ends_at: before }),
          date({ id: 'b', zone, starts_at: after, ends_at: after }),
        ),
      );
      expect(events.map((event) => event.startDate.hour)).toEqual([18, 18]);
      expect(events.map((event) => event.startDate.toJSDate().toISOString().replace('.000', ''))).toEqual([
        before,
        after,
      ]);
    },
  );

  it('keeps UID, sequence and state', () => {
    const [event] = read(write(date({ sequence: 3, status: 'cancelled' })));
    expect(event?.uid).toBe('6f1c@onda.example');
    expect(event?.sequence).toBe(3);
    expect(event?.component.getFirstPropertyValue('status')).toBe('CANCELLED');
  });

  it('accepts any text: commas, semicolons, lines, other alphabets, long texts', () => {
    const title = `Inês, “Two inks; one drum” \\ ${'Ação '.repeat(30)}`;
    const description = 'First line\nsecond; line, 日本語';
    const text = write(date({ title, description }));
    const [event] = read(text);
    expect(event?.summary).toBe(title);
    expect(event?.description).toBe(description);
    for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  });

  it('is valid without any date', () => {
    expect(read(write())).toEqual([]);
  });
});

it('is written a date at a time, so that thousands of them hold nothing up', () => {
  const dates = Array.from({ length: 500 }, (_, n) => date({ id: String(n) }));
  const options = { name: 'onda', host: 'onda.example', dates, now: new Date('2027-01-01T00:00:00Z') };
  const parts = [...calendarParts(options)];
  expect(parts.length).toBe(502);
  expect(Math.max(...parts.slice(1).map((part) => part.length))).toBeLessThan(400);
  expect(parts.join('')).toBe(writeCalendar(options));
});
