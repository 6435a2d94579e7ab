// The spectrogram of a piece: time to the right, low notes at the bottom, each value from 0 (quiet) to 1 (loud).
import { clamp, TAU } from '../numbers.ts';
import { transform } from './fourier.ts';
import { type Piece, SAMPLE_RATE } from './piece.ts';

export interface Spectrogram {
  columns: number;
  rows: number;
  /** Row by row from the top. */
  values: Float32Array;
}

const WINDOW = 2048;
export const LOWEST_HZ = 55;
export const HIGHEST_HZ = 7600;

export function measureSpectrogram({ samples }: Piece, columns: number, rows: number): Spectrogram {
  const real = new Float64Array(WINDOW);
  const imaginary = new Float64Array(WINDOW);
  const fade = Float64Array.from({ length: WINDOW }, (_, i) => 0.5 - 0.5 * Math.cos((TAU * i) / WINDOW));
  const values = new Float32Array(columns * rows);
  for (let column = 0; column < columns; column++) {
    const first = ((column + 0.5) / columns) * samples.length - WINDOW / 2;
    for (let i = 0; i < WINDOW; i++) {
      real[i] = (samples[Math.floor(first + i)] ?? 0) * (fade[i] ?? 0);
      imaginary[i] = 0;
    }
    transform(real, imaginary);
    const strength = (bin: number) => Math.hypot(real[bin] ?? 0, imaginary[bin] ?? 0);
    for (let row = 0; row < rows; row++) values[row * columns + column] = loudness(strength, row, rows);
  }
  const loudest = values.reduce((highest, value) => Math.max(highest, value), -1e9);
  return { columns, rows, values: values.map((value) => clamp((value - loudest + 62) / 58)) };
}

/** In decibels; higher notes are raised, because they are quieter in everything that sounds. */
function loudness(strength: (bin: number) => number, row: number, rows: number): number {
  const bin = (at: number) =>
    LOWEST_HZ * (HIGHEST_HZ / LOWEST_HZ) ** (1 - at / rows) * (WINDOW / SAMPLE_RATE);
  const [low, high] = [bin(row + 1), bin(row)];
  const middle = (low + high) / 2;
  let found = 0;
  if (high - low < 1) {
    const whole = Math.floor(middle);
    const rest = middle - whole;
    found = strength(whole) * (1 - rest) + strength(whole + 1) * rest;
  } else {
    const end = Math.max(Math.floor(low) + 1, Math.ceil(high));
    for (let k = Math.floor(low); k < end; k++) found = Math.max(found, strength(k));
  }
  return 20 * Math.log10(found * (middle / 60) ** 0.36 + 1e-6);
}
