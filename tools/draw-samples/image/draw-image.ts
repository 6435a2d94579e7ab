// A two-ink print: a traced scene, separated, screened at two angles and printed out of register, with the marks of the
// printer in the margin.
import { inkColour } from '../inks.ts';
import { clamp, type Random, randomOf, round } from '../numbers.ts';
import { type Drawing, rect, svg } from '../svg.ts';
import { chairAtFour } from './chair.ts';
import { lemons } from './lemons.ts';
import type { Scene } from './scene.ts';
import { traceScene } from './trace-scene.ts';

const SCENES = { 'lemons-on-a-tuesday': lemons, 'chair-at-four': chairAtFour } satisfies Record<
  string,
  Scene
>;

export type ImageSlug = keyof typeof SCENES;

const TRACE_PX = 1.7;
const DOTS_ACROSS = 118;

export function drawImage(slug: ImageSlug, width: number, height: number): Drawing {
  const scene = SCENES[slug];
  const random = randomOf(slug);
  const margin = Math.round(Math.min(width, height) * 0.055);
  const size = { width: width - 2 * margin, height: height - 2 * margin };
  const plates = traceScene(scene, Math.round(size.width / TRACE_PX), Math.round(size.height / TRACE_PX));
  const pitch = Math.max(3.1, Math.min(width, height) / DOTS_ACROSS);
  const [firstInk, secondInk] = scene.inks.map(inkColour) as [string, string];
  const [dx, dy, turned] = scene.offset;
  const degrees = (turned * 180) / Math.PI;
  const share = (values: Float32Array) => (x: number, y: number) => {
    const column = clamp(Math.floor((x / size.width) * plates.width), 0, plates.width - 1);
    const row = clamp(Math.floor((y / size.height) * plates.height), 0, plates.height - 1);
    return values[row * plates.width + column] ?? 0;
  };
  const print = (values: Float32Array, angle: number, of: number, ink: string) =>
    drawPlate({ ...size, share: share(values), angle, pitch: of, ink, random });
  const first = print(plates.first, scene.angles[0], pitch, firstInk);
  const second = print(plates.second, scene.angles[1], pitch * 0.94, secondInk);
  const place = `translate(${width / 2 + dx} ${height / 2 + dy}) rotate(${degrees}) translate(${-size.width / 2} ${-size.height / 2})`;
  return svg(
    width,
    height,
    rect(0, 0, width, height, inkColour('paper')) +
      `<g style="mix-blend-mode:multiply;isolation:isolate" transform="translate(${margin} ${margin})">${first}</g>` +
      `<g style="mix-blend-mode:multiply;isolation:isolate" transform="${place}">${second}</g>` +
      marks(firstInk, { width, height, margin, dx: 0, dy: 0, index: 0 }) +
      marks(secondInk, { width, height, margin, dx, dy, index: 1 }),
  );
}

interface Plate {
  width: number;
  height: number;
  share(x: number, y: number): number;
  /** In degrees. */
  angle: number;
  pitch: number;
  ink: string;
  random: Random;
}

function drawPlate({ width, height, share, angle, pitch, ink, random }: Plate): string {
  const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
  const reach = Math.hypot(width, height) / 2;
  let dots = '';
  for (let v = -reach; v < reach; v += pitch)
    for (let u = -reach; u < reach; u += pitch) {
      const x = width / 2 + u * cos - v * sin;
      const y = height / 2 + u * sin + v * cos;
      if (x < -pitch || y < -pitch || x > width + pitch || y > height + pitch) continue;
      const tone = share(x, y);
      const grown = tone > 0.72 ? 1 + (tone - 0.72) * 0.95 : 1;
      const radius = Math.sqrt(tone / Math.PI) * pitch * grown * (1 + (random() - 0.5) * 0.05);
      if (radius >= pitch * 0.09) dots += circle(x, y, radius);
    }
  return `<path fill="${ink}" d="${dots}"/>${specks(width, height, random)}`;
}

/** Ink that did not take. White, because plates are multiplied. */
function specks(width: number, height: number, random: Random): string {
  const groups = ['', '', ''];
  for (let count = 0; count < width * height * 0.002; count++) {
    const opacity = Math.floor(random() * groups.length);
    const size = random() * random() * 1.3 + 0.3;
    const [x, y, tall] = [random() * width, random() * height, size * (0.6 + random())];
    groups[opacity] +=
      `M${round(x)} ${round(y)}h${size.toFixed(2)}v${tall.toFixed(2)}h${(-size).toFixed(2)}z`;
  }
  return groups.map((d, i) => `<path fill="#fff" fill-opacity="${0.35 + i * 0.2}" d="${d}"/>`).join('');
}

function circle(x: number, y: number, radius: number): string {
  const r = radius.toFixed(2);
  const across = (radius * 2).toFixed(2);
  return `M${(x - radius).toFixed(2)} ${y.toFixed(2)}a${r} ${r} 0 1 0 ${across} 0a${r} ${r} 0 1 0 -${across} 0`;
}

interface Marks {
  width: number;
  height: number;
  margin: number;
  dx: number;
  dy: number;
  index: number;
}

/** A register mark at the head and at the foot, and a patch of the ink. */
function marks(ink: string, { width, height, margin, dx, dy, index }: Marks): string {
  const arm = margin * 0.28;
  let d = '';
  for (const level of [margin / 2, height - margin / 2]) {
    const [x, y] = [width / 2 + dx, level + dy];
    d += `${circle(x, y, margin * 0.16)}M${round(x - arm)} ${round(y)}h${round(arm * 2)}M${round(x)} ${round(y - arm)}v${round(arm * 2)}`;
  }
  const patch = rect(
    round(margin + index * margin * 0.5),
    round(height - margin * 0.68),
    round(margin * 0.42),
    round(margin * 0.36),
    ink,
  );
  return `<path fill="none" stroke="${ink}" d="${d}"/>${patch}`;
}
