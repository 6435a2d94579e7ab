import { expect, it } from 'vitest';
import { stationText as wordedText } from '#app/dashboard/coded-text.ts';

import { hasMessage } from '#app/language/messages.ts';
import { englishText, STATION_CODES, type StationText, stationText } from '#radio/station-text.ts';
import { inLanguage } from '../language/current-language.ts';

const VALUES = {
  name: 'Ana {x}',
  title: 'Evening',
  format: 'video/x',
  mount: '/else',
  error: 'ENOSPC',
  seconds: 7,
  minutes: 5,
  count: 3,
  since: { time: '2026-11-16T18:00:00Z', zone: 'Europe/Lisbon' },
  size: { bytes: 2 ** 30 },
  reason: stationText('disk_is_full'),
};

it('every text of the station has a message with the same values', () => {
  for (const code of STATION_CODES) {
    expect(hasMessage(`dashboard.station.${code}`), code).toBe(true);
    const text: StationText = { code, values: VALUES };
    // Not the code: the message has no value that the text does not have.
    expect(wordedText(text), code).not.toBe(code);
    // And none of the text's values is lost.
    const valued = englishText({ code, values: {} }).match(/\{\w+\}/g) ?? [];
    for (const name of valued) {
      const without = { ...VALUES, [name.slice(1, -1)]: undefined };
      expect(wordedText({ code, values: without as never }), `${code} ${name}`).not.toBe(wordedText(text));
    }
  }
});

it('words a text, its moments, sizes and the text within it in the language of the page', () => {
  const reason = stationText('recordings_fill_their_share', { size: { bytes: 2e9 } });
  const text = stationText('show_is_not_recorded', { reason });
  expect(inLanguage('fr', () => wordedText(text)).replaceAll(/\s/g, ' ')).toBe(
    'L’émission est à l’antenne mais n’est pas enregistrée. Les enregistrements occupent les 2 Go qui leur sont réservés. Supprimez-en d’anciens pour faire de la place.',
  );
  expect(inLanguage('de', () => wordedText(stationText('mount_in_use', VALUES)))).toBe(
    'Der Mount ist belegt: Ana {x} ist seit 16. November 2026, 18:00 live.',
  );
  expect(wordedText({ code: 'of_a_newer_program', message: 'Something new.' })).toBe('Something new.');
});
