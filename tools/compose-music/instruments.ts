// Four simple instruments and a reverb. They add themselves to a stereo canvas.
export const RATE = 44_100;

export interface Canvas {
  left: Float32Array;
  right: Float32Array;
}

export interface Note {
  atS: number;
  lengthS: number;
  hz: number;
  level: number;
  /** -1 left, 1 right. */
  pan: number;
}

export function newCanvas(seconds: number): Canvas {
  const samples = Math.round(seconds * RATE);
  return { left: new Float32Array(samples), right: new Float32Array(samples) };
}

// A sine table: calling Math.sin for each partial of each voice takes five times as long.
const TURN = 8192;
const SINE = Float32Array.from({ length: TURN }, (_, i) => Math.sin((2 * Math.PI * i) / TURN));
const sineAt = (place: number) => SINE[(place | 0) & (TURN - 1)] as number;

/** A slow chord voice: slightly detuned tones that beat against each other. */
export function pad(canvas: Canvas, { atS, lengthS, hz, level, pan }: Note): void {
  const [start, end] = span(canvas, atS, lengthS);
  const length = end - start;
  const step = (TURN * hz) / RATE;
  const swellSamples = Math.min(length / 2, RATE * 1.8);
  for (let i = 0; i < length; i++) {
    const swell = Math.min(1, i / swellSamples, (length - i) / swellSamples);
    const at = i * step;
    const a = sineAt(at) + 0.3 * sineAt(2 * at) + 0.12 * sineAt(3 * at);
    const b = sineAt(at * 1.0021) + 0.25 * sineAt(at * 2.003);
    const gain = level * swell * swell * 0.5;
    (canvas.left[start + i] as number) += gain * (a * (1 - pan) + b * 0.5);
    (canvas.right[start + i] as number) += gain * (b * (1 + pan) + a * 0.5);
  }
}

/** A plucked string: noise in a loop that loses its high frequencies. */
export function pluck(canvas: Canvas, { atS, lengthS, hz, level, pan }: Note, chance: () => number): void {
  const [start, end] = span(canvas, atS, lengthS);
  const period = Math.max(2, Math.round(RATE / hz));
  const loop = Float32Array.from({ length: period }, () => chance() * 2 - 1);
  let soft = 0;
  for (let i = start, at = 0; i < end; i++) {
    const after = at + 1 === period ? 0 : at + 1;
    const value = loop[at] as number;
    loop[at] = 0.4985 * (value + (loop[after] as number));
    soft += 0.35 * (value - soft);
    const fade = Math.min(1, (end - i) / 2000);
    (canvas.left[i] as number) += soft * level * fade * (1 - pan);
    (canvas.right[i] as number) += soft * level * fade * (1 + pan);
    at = after;
  }
}

/** A bell: one tone modulates the other. */
export function bell(canvas: Canvas, { atS, lengthS, hz, level, pan }: Note): void {
  const [start, end] = span(canvas, atS, lengthS);
  const step = (2 * Math.PI * hz) / RATE;
  for (let i = 0; i < end - start; i++) {
    const s = i / RATE;
    const fade = Math.exp(-s * 2.6) * Math.min(1, i / 90, (end - start - i) / 900);
    const value = level * fade * Math.sin(i * step + 1.6 * Math.exp(-s * 4) * Math.sin(i * step * 3.5));
    (canvas.left[start + i] as number) += value * (1 - pan);
    (canvas.right[start + i] as number) += value * (1 + pan);
  }
}

/** A low drum whose tone falls. */
export function thump(canvas: Canvas, { atS, hz, level }: Omit<Note, 'lengthS' | 'pan'>): void {
  const [start, end] = span(canvas, atS, 0.35);
  let turn = 0;
  for (let i = 0; i < end - start; i++) {
    const s = i / RATE;
    turn += (2 * Math.PI * hz * (1 + 2 * Math.exp(-s * 40))) / RATE;
    const value = level * Math.sin(turn) * Math.exp(-s * 12) * Math.min(1, (end - start - i) / 600);
    (canvas.left[start + i] as number) += value;
    (canvas.right[start + i] as number) += value;
  }
}

/** Water: noise that comes and goes. */
export function waves(canvas: Canvas, level: number, periodS: number, chance: () => number): void {
  let left = 0;
  let right = 0;
  for (let i = 0; i < canvas.left.length; i++) {
    const swell = 0.55 + 0.45 * Math.sin((2 * Math.PI * i) / RATE / periodS);
    left += (0.02 + 0.06 * swell) * (chance() * 2 - 1 - left);
    right += (0.02 + 0.06 * swell) * (chance() * 2 - 1 - right);
    (canvas.left[i] as number) += left * level * swell;
    (canvas.right[i] as number) += right * level * swell;
  }
}

/** A reverb: four echoes that feed each other across the stereo field, with soft ends. */
export function addRoom(canvas: Canvas, amount: number): void {
  const { left, right } = canvas;
  const delays = [1557, 2053, 2741, 3571].map((samples) => ({
    line: new Float32Array(samples),
    at: 0,
    soft: 0,
  }));
  for (let i = 0; i < left.length; i++) {
    const into = ((left[i] as number) + (right[i] as number)) * 0.35;
    let outLeft = 0;
    let outRight = 0;
    for (let d = 0; d < 4; d++) {
      const delay = delays[d] as { line: Float32Array; at: number; soft: number };
      const value = delay.line[delay.at] as number;
      delay.soft += 0.45 * (value - delay.soft);
      delay.line[delay.at] = into + delay.soft * 0.82;
      delay.at = delay.at + 1 === delay.line.length ? 0 : delay.at + 1;
      if (d & 1) outRight += value;
      else outLeft += value;
    }
    left[i] = (left[i] as number) + outLeft * amount;
    right[i] = (right[i] as number) + outRight * amount;
  }
}

export function softEnds({ left, right }: Canvas, fadeInS: number, fadeOutS: number): void {
  for (let i = 0; i < left.length; i++) {
    const gain = Math.min(1, i / (fadeInS * RATE), (left.length - i) / (fadeOutS * RATE));
    if (gain >= 1) continue;
    (left[i] as number) *= gain;
    (right[i] as number) *= gain;
  }
}

function span(canvas: Canvas, atS: number, lengthS: number): [number, number] {
  const start = Math.round(atS * RATE);
  return [start, Math.min(canvas.left.length, start + Math.round(lengthS * RATE))];
}
