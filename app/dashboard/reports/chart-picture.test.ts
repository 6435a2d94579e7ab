import { expect, it } from 'vitest';
import { axisOf } from './axis.ts';
import { drawChartPicture } from './chart-picture.ts';

const picture = {
  title: 'Income <&>',
  figure: '€6,443',
  change: '+236 %',
  period: '19 October to 17 November',
  legend: { now: 'This period', before: 'Period before' },
  axis: axisOf(478),
  axisLabel: (value: number) => `€${value}`,
  bars: [
    { label: '19 Oct', value: 478, before: 94 },
    { label: '20 Oct', value: 0, before: null },
  ],
  labelled: [0, 1],
};

it('draws bars, marks of the period before and a labelled axis, and escapes what a studio named', () => {
  const svg = drawChartPicture(picture);
  expect(svg).toContain('Income &#60;&#38;&#62;');
  for (const text of ['€6,443', '+236 %', '€0', '€600', '19 Oct', '20 Oct', 'Period before'])
    expect(svg).toContain(text);
  // The ground, one bar and the legend's; the empty day has none.
  expect(svg.match(/<rect /g)).toHaveLength(3);
  expect(svg).not.toMatch(/NaN|undefined/);
});

it('has no legend for a comparison that is not made', () => {
  const bars = picture.bars.map((bar) => ({ ...bar, before: null }));
  expect(drawChartPicture({ ...picture, bars })).not.toContain('Period before');
});
