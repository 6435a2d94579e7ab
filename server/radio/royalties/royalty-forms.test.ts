import { expect, it } from 'vitest';
import { type ReportedTrack, royaltyForms } from './royalty-forms.ts';

const track: ReportedTrack = {
  title: 'Low Tide, Early',
  artist: 'Teo Marchetti',
  album: 'Hulls',
  label: 'Harbour',
  composer: 'T. Marchetti',
  isrc: 'PTA012600001',
  plays: 3,
  durationS: 205,
  performances: 41,
};
const period = { service: 'onda', from: '2026-10-01', to: '2026-10-31', tuningHours: 1234.5 };

it('has a cell for every column of each form', () => {
  for (const { columns, row } of Object.values(royaltyForms)) {
    expect(row(track, period)).toHaveLength(columns.length);
    expect(row({ ...track, durationS: null }, period)).toHaveLength(columns.length);
  }
});

it('reports performances, or tuning hours with play frequency, to SoundExchange', () => {
  const { soundexchange, soundexchange_ath: ath } = royaltyForms;
  const known = ['onda', 'A', 'Teo Marchetti', 'Low Tide, Early', 'PTA012600001', 'Hulls', 'Harbour'];
  expect(soundexchange.row(track, period)).toEqual([...known, 41]);
  expect(ath.row(track, period)).toEqual([...known, '1234.50', 'onda', 3]);
});

it('reports plays and their length to GEMA and SPA, and no length where none is known', () => {
  const cells = (form: 'gema' | 'spa', one = track) => royaltyForms[form].row(one, period);
  expect(cells('gema')).toEqual([
    ...['onda', '01.10.2026', '31.10.2026', 'Low Tide, Early', 'T. Marchetti', 'Teo Marchetti', 'Hulls'],
    ...['Harbour', 'PTA012600001', '0:03:25', 3, '0:10:15', 41],
  ]);
  expect(cells('spa').slice(1, 3)).toEqual(['2026-10-01', '2026-10-31']);
  expect(cells('spa', { ...track, durationS: null }).slice(-4)).toEqual(['', 3, '', 41]);
});
