// Bodies in one long exposure: many thin figures, crowded where they slow down; five poses stand heavy.
import { inkColour } from '../inks.ts';
import { round, TAU } from '../numbers.ts';
import { type Drawing, rect, svg } from '../svg.ts';
import { type Body, moveBody, type Point, placeBody } from './body.ts';
import { type Dancer, type MovementSlug, SCORES, type Score } from './scores.ts';

const FLOOR = 0.12;

export function drawMovement(slug: MovementSlug, width: number, height: number): Drawing {
  const score: Score = SCORES[slug];
  const size = height * score.bodySize;
  const floor = height * (1 - FLOOR);
  const dancers = score.dancers.map((dancer) =>
    drawDancer(dancer, {
      width,
      size: size * (dancer.scale ?? 1),
      floor: floor - height * (dancer.raised ?? 0),
    }),
  );
  return svg(
    width,
    height,
    rect(0, 0, width, height, inkColour(score.ground)) +
      dancers.join('') +
      drawTicks(width, floor, size, inkColour(score.ticks)),
  );
}

interface Stage {
  width: number;
  size: number;
  floor: number;
}

function drawDancer(dancer: Dancer, stage: Stage): string {
  const { width, size, floor } = stage;
  const ink = inkColour(dancer.ink);
  const bodies = Array.from({ length: dancer.exposures }, (_, index) => exposure(dancer, stage, index));
  const line = size * (dancer.isHeavy ? 0.0042 : 0.0026);
  const stroke = (d: string, weight: number, more = '') =>
    `<path d="${d}" stroke-width="${(line * weight).toFixed(2)}"${more}/>`;
  const thin =
    stroke(bodies.map(farSide).join(''), 0.55, ' opacity=".5"') +
    stroke(bodies.map(nearSide).join(''), 1) +
    stroke(headOutlines(bodies, size), 0.7, ' opacity=".6"') +
    stroke(trace(bodies.map(({ head }) => head)), 0.8) +
    stroke(trace(bodies.map(({ left }) => left.wrist)), 0.9, ` stroke-dasharray="1 ${round(line * 2.6)}"`) +
    stroke(bodies.map(joints).join(''), 2.9);
  const strong = dancer.marks.map((moment) => {
    const body = bodies[Math.floor(moment * dancer.exposures)];
    return body ? standing(body, { ink, line, size }) : '';
  });
  const ground = `<path d="M0 ${round(floor + size * 0.012)}H${width}" stroke="${ink}" stroke-width="1.2" opacity="${dancer.raised ? 0.7 : 1}"/>`;
  return `${ground}<g fill="none" stroke="${ink}" stroke-linecap="round" stroke-linejoin="round">${thin}</g>${strong.join('')}`;
}

function exposure(dancer: Dancer, { width, size, floor }: Stage, index: number): Body {
  const even = index / (dancer.exposures - 1);
  // Uneven intervals: a body slows down and flies.
  const moment = even + 0.018 * Math.sin(even * TAU * 2.5 + 1);
  const margin = size * 0.36;
  const way = margin + moment * (width - 2 * margin);
  const place = ([x, y]: Point): Point => [
    dancer.isMirrored ? width - way - x * size : way + x * size,
    floor - y * size,
  ];
  return moveBody(placeBody(dancer.poseAt(moment)), place);
}

function trace(points: readonly Point[]): string {
  return `M${points.map(([x, y]) => `${round(x)} ${round(y)}`).join('L')}`;
}

function nearSide({ neck, shoulder, hip, left }: Body): string {
  return (
    trace([neck, shoulder, hip, left.knee, left.ankle, left.toe]) + trace([shoulder, left.elbow, left.wrist])
  );
}

function farSide({ shoulder, hip, right }: Body): string {
  return trace([hip, right.knee, right.ankle, right.toe]) + trace([shoulder, right.elbow, right.wrist]);
}

function joints({ hip, shoulder, left }: Body): string {
  return [hip, left.knee, left.ankle, left.wrist, shoulder]
    .map(([x, y]) => `M${round(x)} ${round(y)}h.01`)
    .join('');
}

function headOutlines(bodies: Body[], size: number): string {
  const radius = size * 0.05;
  const [across, down] = [round(radius * 0.8), round(radius)];
  return bodies
    .filter((_, index) => index % 5 === 2)
    .map(
      ({ head: [x, y] }) =>
        `M${round(x - across)} ${round(y)}a${across} ${down} 0 1 0 ${round(across * 2)} 0a${across} ${down} 0 1 0 ${round(-across * 2)} 0`,
    )
    .join('');
}

function standing(body: Body, { ink, line, size }: { ink: string; line: number; size: number }): string {
  const { head, shoulder, hip, left } = body;
  const d =
    trace([head, shoulder, hip, left.knee, left.ankle, left.toe]) +
    trace([shoulder, left.elbow, left.wrist]) +
    farSide(body);
  return (
    `<path d="${d}" fill="none" stroke="${ink}" stroke-width="${round(line * 3.2)}" stroke-linecap="round" stroke-linejoin="round"/>` +
    `<ellipse cx="${round(head[0])}" cy="${round(head[1])}" rx="${round(size * 0.038)}" ry="${round(size * 0.05)}" fill="${ink}"/>`
  );
}

/** A ruler along the front edge. */
function drawTicks(width: number, floor: number, size: number, ink: string): string {
  const margin = size * 0.36;
  let d = '';
  for (let tick = 0; tick <= 60; tick++) {
    const x = margin * 0.5 + (tick / 60) * (width - margin);
    d += `M${round(x)} ${round(floor + size * 0.035)}v${round(tick % 10 ? size * 0.014 : size * 0.034)}`;
  }
  return `<path d="${d}" stroke="${ink}" stroke-width="1.2"/>`;
}
