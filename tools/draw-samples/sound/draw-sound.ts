// The picture of a sound: its spectrogram engraved in upright rules that thicken where it is loud.
import { type Ink, inkColour } from '../inks.ts';
import { round } from '../numbers.ts';
import { type Drawing, rect, svg } from '../svg.ts';
import type { Piece } from './piece.ts';
import { measureSpectrogram } from './spectrogram.ts';

interface SoundPrint {
  width: number;
  height: number;
  columns: number;
  ink: Ink;
  ground: Ink;
}

const ROW_PX = 2.4;

export function drawSound(piece: Piece, print: SoundPrint): Drawing {
  const { width, height, columns } = print;
  const rows = Math.round(height / ROW_PX);
  const { values } = measureSpectrogram(piece, columns, rows);
  const pitch = width / columns;
  let d = '';
  for (let column = 0; column < columns; column++) {
    const x = (column + 0.5) * pitch;
    const half = (row: number) => {
      const value = values[Math.min(rows - 1, row) * columns + column] ?? 0;
      return pitch * 0.5 * (0.07 + 0.9 * value ** piece.contrast);
    };
    const right: string[] = [];
    const left: string[] = [];
    for (let row = 0; row <= rows; row++) {
      const y = round((row / rows) * height);
      right.push(`${(x + half(row)).toFixed(2)} ${y}`);
      left.push(`${(x - half(row)).toFixed(2)} ${y}`);
    }
    d += `M${[...right, ...left.reverse()].join('L')}Z`;
  }
  const ground = rect(0, 0, width, height, inkColour(print.ground));
  return svg(width, height, `${ground}<path fill="${inkColour(print.ink)}" d="${d}"/>`);
}
