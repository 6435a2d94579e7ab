// The country and region whose public holidays planning and calendar name.

import { useState } from 'react';
import { t } from '#app/language/messages.ts';
import { Field } from '#app/ui/field.tsx';
import { Select } from '#app/ui/select.tsx';

export interface HolidayChoices {
  countries: { code: string; name: string; regions: { code: string; name: string }[] }[];
  /** The country of the studio's time zone. */
  ofZone: string | null;
}

/** `region` is "PT" or "DE-BY"; null follows the time zone. */
export function HolidayFields({ region, choices }: { region: string | null; choices: HolidayChoices }) {
  const [country, setCountry] = useState(region?.slice(0, 2) ?? '');
  const find = (code: string | null) => choices.countries.find((one) => one.code === code);
  const regions = find(country)?.regions ?? [];
  const ofZone = find(choices.ofZone)?.name;
  return (
    <>
      <Field
        className="form-2"
        label={t('dashboard.settings.country_of_public_holidays')}
        hint={t('dashboard.settings.planning_names_them')}
      >
        <Select
          name="holiday_country"
          value={country}
          onChange={(event) => setCountry(event.target.value)}
          options={choices.countries.map(({ code, name }) => [code, name])}
        >
          <option value="">
            {ofZone
              ? t('dashboard.settings.country_of_time_zone', { country: ofZone })
              : t('dashboard.settings.no_public_holidays')}
          </option>
        </Select>
      </Field>
      {regions.length > 0 && (
        <Field className="form-2" label={t('dashboard.settings.region_of_public_holidays')}>
          <Select
            key={country}
            name="holiday_region"
            defaultValue={region?.startsWith(country) ? region : country}
            options={[
              [country, t('dashboard.settings.whole_country')],
              ...regions.map(({ code, name }) => [code, name] as const),
            ]}
          />
        </Field>
      )}
    </>
  );
}
