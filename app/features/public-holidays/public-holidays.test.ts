import { describe, expect, it } from 'vitest';
import { holidayCountries, publicHolidays } from './public-holidays.server.ts';

const of = (region: string | null, zone = 'Europe/Lisbon') => publicHolidays({ region, zone }, [2026, 2027]);

describe('public holidays', () => {
  it('are those of the country of the time zone, whatever the zone is called', async () => {
    const lisbon = await of(null);
    expect(lisbon['2026-12-08']).toBe('Immaculate Conception');
    expect(lisbon['2027-04-25']).toBeTruthy();
    expect(lisbon['2026-12-09']).toBeUndefined();
    // Carnival is observed, but nobody is obliged to close.
    expect(lisbon['2026-02-17']).toBeUndefined();
    expect((await of(null, 'Asia/Kolkata'))['2026-08-15']).toBe('Independence Day');
    expect(await of(null, 'UTC')).toEqual({});
  });

  it('are those of a region', async () => {
    expect((await of('DE-BY'))['2027-01-06']).toBe('Epiphany');
    expect((await of('DE-BE'))['2027-01-06']).toBeUndefined();
  });

  it('name every day of those that last longer', async () => {
    const days = Object.entries(await of('SA')).filter(([, name]) => name === 'End of Ramadan (Eid al-Fitr)');
    expect(days.length).toBeGreaterThan(4);
  });

  it('are nobody’s in a region that does not exist', async () => {
    expect(await of('XX')).toEqual({});
  });

  it('can be chosen by country and region', async () => {
    const { countries, ofZone } = await holidayCountries('Europe/Lisbon');
    expect(ofZone).toBe('PT');
    const germany = countries.find(({ code }) => code === 'DE');
    expect(germany?.regions).toContainEqual({ code: 'DE-BY', name: 'Bayern' });
    expect(countries.map(({ name }) => name)).toEqual(
      countries.map(({ name }) => name).sort(new Intl.Collator('en').compare),
    );
  });
});
