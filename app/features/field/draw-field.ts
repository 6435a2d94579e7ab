// The compression field: vertical bars pushed together and apart by two travelling waves. Pure: server, browser and
// tests draw the same thing. A bar that rests at x is drawn at x + u(x, t); where u falls, bars are closer. |u'| stays
// below 1, so bars never cross.

export interface FieldShape {
  width: number;
  height: number;
  /** Distance between bars at rest. */
  pitch: number;
  /** Share of its gap that a bar fills: between letters, and inside them. */
  thin: number;
  thick: number;
  /** How strong the compression is, 0 to 0.95. */
  strength: number;
  /** Compressions across the width. */
  waves: number;
}

const TAU = Math.PI * 2;
const SECOND_WAVE = 2.3;

function displacement(shape: FieldShape, x: number, phase: number): number {
  const k = (TAU * shape.waves) / shape.width;
  const first = ((shape.strength * 0.72) / k) * Math.sin(k * x - phase);
  const second =
    ((shape.strength * 0.28) / (k * SECOND_WAVE)) * Math.sin(k * SECOND_WAVE * x + phase * 0.6 + 1.7);
  return -first - second;
}

/** The position of every bar, including a few beyond both edges that the wave may push in. */
export function rulePositions(shape: FieldShape, phase: number): number[] {
  const count = Math.ceil(shape.width / shape.pitch);
  const spare = Math.ceil(count * 0.14) + 2;
  const positions: number[] = [];
  for (let i = -spare; i <= count + spare; i++) {
    const x = i * shape.pitch;
    positions.push(x + displacement(shape, x, phase));
  }
  return positions;
}

/** Two path strings: the thin bars of the background and the thick ones that a word is cut from. */
export function drawField(shape: FieldShape, phase: number): { thin: string; thick: string } {
  const xs = rulePositions(shape, phase);
  let thin = '';
  let thick = '';
  for (let i = 1; i < xs.length - 1; i++) {
    const x = xs[i] as number;
    if (x < -shape.pitch || x > shape.width + shape.pitch) continue;
    const gap = ((xs[i + 1] as number) - (xs[i - 1] as number)) / 2;
    thin += rule(x, Math.max(0.7, gap * shape.thin), shape.height);
    if (shape.thick > 0) thick += rule(x, gap * shape.thick, shape.height);
  }
  return { thin, thick };
}

function rule(x: number, width: number, height: number): string {
  return `M${short(x - width / 2)} 0h${short(width)}v${height}h-${short(width)}z`;
}

function short(value: number): string {
  return String(Math.round(value * 10) / 10);
}
