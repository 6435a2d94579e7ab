// A chart as a picture of its own: an SVG file with its title, figures, axes and legend, readable in any program. Pure.
import type { Axis } from './axis.ts';

interface PictureBar {
  label: string;
  value: number;
  /** The same step of the period before; null when nothing is compared. */
  before: number | null;
}

export interface ChartPicture {
  title: string;
  figure: string;
  /** "+238 %, €1,915 before" */
  change: string;
  period: string;
  legend: { now: string; before: string };
  axis: Axis;
  axisLabel(value: number): string;
  bars: readonly PictureBar[];
  /** Indexes of the bars whose label is shown. */
  labelled: readonly number[];
}

const WIDTH = 960;
const HEIGHT = 480;
const [LEFT, RIGHT, TOP, BOTTOM] = [84, 24, 132, 64];
const INK = '#111814';
const QUIET = '#5b635e';
const LINE = '#c6cbc7';
const MAX_BAR = 18;

export function drawChartPicture(picture: ChartPicture): string {
  const { axis, bars, labelled } = picture;
  const pitch = (WIDTH - LEFT - RIGHT) / Math.max(1, bars.length);
  const floor = HEIGHT - BOTTOM;
  const y = (value: number) => round(floor - (value / axis.top) * (floor - TOP));
  const middle = (index: number) => LEFT + (index + 0.5) * pitch;
  const barWidth = Math.min(MAX_BAR, pitch * 0.6);
  const text = (x: number, top: number, content: string, more = '') =>
    `<text x="${round(x)}" y="${round(top)}"${more}>${escaped(content)}</text>`;
  const parts = [
    text(LEFT, 40, picture.title, ' font-size="22" font-weight="700"'),
    text(LEFT, 84, picture.figure, ' font-size="38" font-weight="700"'),
    text(LEFT, 110, [picture.change, picture.period].filter(Boolean).join(' · '), ` fill="${QUIET}"`),
    ...axis.ticks.flatMap((tick) => [
      `<path d="M${LEFT} ${y(tick)}H${WIDTH - RIGHT}" stroke="${tick === 0 ? INK : LINE}"/>`,
      text(LEFT - 10, y(tick) + 5, picture.axisLabel(tick), ` text-anchor="end" fill="${QUIET}"`),
    ]),
    ...bars.flatMap(({ value, before }, index) => {
      const x = round(middle(index) - barWidth / 2);
      const tick = Math.min(barWidth + 6, pitch * 0.9);
      return [
        value > 0 &&
          `<rect x="${x}" y="${y(value)}" width="${round(barWidth)}" height="${round(floor - y(value))}" fill="${INK}"/>`,
        before !== null &&
          before > 0 &&
          `<path d="M${round(middle(index) - tick / 2)} ${y(before)}h${round(tick)}" stroke="#8b928d" stroke-width="2"/>`,
      ];
    }),
    ...labelled.map((index) => {
      const isLast = index === bars.length - 1 && bars.length > 8;
      const place = isLast ? WIDTH - RIGHT : middle(index);
      const anchor = isLast ? 'end' : index === 0 && bars.length > 8 ? 'start' : 'middle';
      return text(place, floor + 24, bars[index]?.label ?? '', ` text-anchor="${anchor}" fill="${QUIET}"`);
    }),
    `<rect x="${LEFT}" y="${HEIGHT - 22}" width="6" height="13" fill="${INK}"/>`,
    text(LEFT + 14, HEIGHT - 11, picture.legend.now, ` fill="${QUIET}" font-size="13"`),
    ...(bars.some(({ before }) => before !== null)
      ? [
          `<path d="M${LEFT + 200} ${HEIGHT - 15}h14" stroke="#8b928d" stroke-width="2"/>`,
          text(LEFT + 222, HEIGHT - 11, picture.legend.before, ` fill="${QUIET}" font-size="13"`),
        ]
      : []),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" font-family="'Radio Canada', Arial, sans-serif" font-size="14" fill="${INK}"><title>${escaped(picture.title)}</title><rect width="${WIDTH}" height="${HEIGHT}" fill="#f4f6f4"/>${parts.filter(Boolean).join('')}</svg>\n`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
