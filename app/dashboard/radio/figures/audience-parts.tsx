// Listening by show, device, format and country.

import { t } from '#app/language/messages.ts';
import type { RadioAudience } from '#contracts/overview.ts';
import { countryLabel, deviceKindLabel, formatLabel } from './audience-labels.ts';
import { AudiencePanel } from './audience-panel.tsx';

/** The figures of an {@link AudiencePanel} row. */
function figuresOf({ seconds, listeners }: { seconds: number; listeners: number }) {
  return { seconds, figures: [listeners] };
}

export function AudienceParts({ audience }: { audience: RadioAudience }) {
  const { from_day, to_day, shows, devices, formats, countries } = audience;
  const file = (name: string) => `listeners-by-${name}-${from_day}-${to_day}`;
  const listenersBy = (name: string) => ({ file: file(name), columns: [t('dashboard.radio.listeners')] });
  const none = t('dashboard.audience.no_sessions_yet');
  const hasCountries = countries.some(({ name }) => name !== null);
  return (
    <>
      <AudiencePanel
        title={t('dashboard.radio.by_show')}
        file={file('show')}
        first={t('dashboard.radio.show')}
        columns={[t('dashboard.audience.average'), t('dashboard.audience.peak')]}
        rows={shows.map(({ id, title, minutes, average, peak }) => ({
          key: id ?? '',
          name: title ?? t('dashboard.audience.between_two_shows'),
          seconds: minutes * 60,
          figures: [average, peak],
        }))}
        empty={t('dashboard.radio.no_listener_has_stayed_for_a')}
      />
      <AudiencePanel
        {...listenersBy('device')}
        title={t('dashboard.audience.by_device')}
        first={t('dashboard.audience.device')}
        rows={devices.map(({ kind, name, ...part }) => ({
          key: `${kind} ${name}`,
          name: name || deviceKindLabel(kind),
          kind: deviceKindLabel(kind),
          ...figuresOf(part),
        }))}
        empty={none}
      />
      <AudiencePanel
        {...listenersBy('format')}
        title={t('dashboard.audience.by_format')}
        first={t('dashboard.audience.format')}
        rows={formats.map((part) => ({ key: part.name, name: formatLabel(part.name), ...figuresOf(part) }))}
        empty={none}
      />
      <AudiencePanel
        {...listenersBy('country')}
        title={t('dashboard.audience.by_country')}
        first={t('dashboard.audience.country')}
        rows={
          hasCountries
            ? countries.map(({ name, ...part }) => ({
                key: name ?? '',
                name: countryLabel(name),
                ...figuresOf(part),
              }))
            : []
        }
        empty={t('dashboard.audience.countries_are_unknown')}
      />
    </>
  );
}
