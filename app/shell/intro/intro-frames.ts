// The intro, frame by frame: bars rise from the left, a front passes and the name appears behind it, stays, then the
// green slats thin out and reveal the page. Pure: (frame, view) -> three paths. The bars end exactly at the positions
// of the hero's bars, so that the name stays when the intro ends.

export const INTRO_FRAMES = 36;
export const INTRO_FRAMES_PER_SECOND = 30;
export const INTRO_SPEED = 0.3;

export interface IntroView {
  width: number;
  height: number;
}

export interface IntroFrame {
  /** The green ground: one rectangle, and slats from when they begin to thin out. */
  slats: string;
  thin: string;
  /** Clipped to the name. */
  thick: string;
}

const TAU = Math.PI * 2;
/** When the first slat begins to thin out. */
const UNCOVER_FROM = 0.76;
const NARROW_BELOW_PX = 768;
/** The hero's two drawings at rest; pitch as a share of the width. A test compares them with the hero's numbers. */
export const WIDE = { pitch: 8.4 / 1440, waves: 2.2, strength: 0.66, phase: 0.2, thin: 0.11, thick: 0.68 };
export const NARROW = { pitch: 5.2 / 390, waves: 1.5, strength: 0.5, phase: 0.2, thin: 0.13, thick: 0.74 };

export function drawIntroFrame(frame: number, { width, height }: IntroView): IntroFrame {
  const q = frame / INTRO_FRAMES;
  const rest = width < NARROW_BELOW_PX ? NARROW : WIDE;
  const pitch = rest.pitch * width;
  const count = Math.ceil(width / pitch);
  const k = (TAU * rest.waves) / width;
  // The wave has arrived when the name is complete; nothing moves while the page is uncovered.
  const phase = rest.phase + (1 - smooth(-0.4, 0.74, q)) * 11;
  const strength = 0.12 + (rest.strength - 0.12) * smooth(0.02, 0.3, q);
  const isUncovering = q > UNCOVER_FROM;
  const stand = (i: number) => {
    const x = i * pitch;
    return (
      x -
      ((strength * 0.72) / k) * Math.sin(k * x - phase) -
      ((strength * 0.28) / (k * 2.3)) * Math.sin(k * 2.3 * x + phase * 0.6 + 1.7)
    );
  };
  // A hundred slats that touch look like one rectangle, which does not change from frame to frame.
  const ground = isUncovering ? '' : `M0 0h${width}v${height}h-${width}z`;
  const paths: IntroFrame = { slats: ground, thin: '', thick: '' };
  const spare = Math.ceil(count * 0.14) + 2;
  let [before, x] = [stand(-spare - 1), stand(-spare)];
  for (let i = -spare; i <= count + spare; i++) {
    const after = stand(i + 1);
    const gap = (after - before) / 2;
    const at = Math.min(1, Math.max(0, x / width));
    const rise = smooth(at * 0.16, at * 0.16 + 0.12, q);
    const spoken = smooth(0.26 + at * 0.22, 0.44 + at * 0.22, q);
    const left = smooth(UNCOVER_FROM + at * 0.12, UNCOVER_FROM + 0.12 + at * 0.12, q);
    const stays = 1 - left;
    if (isUncovering) paths.slats += upright(x, (gap + 1) * stays, 0, height);
    paths.thin += upright(x, Math.max(0.7, gap * rest.thin) * stays, height * (1 - rise), height * rise);
    paths.thick += upright(x, gap * rest.thick * spoken * stays, 0, height);
    [before, x] = [x, after];
  }
  return paths;
}

function upright(x: number, width: number, top: number, height: number): string {
  if (width < 0.05 || height < 0.5) return '';
  const w = width.toFixed(2);
  return `M${(x - width / 2).toFixed(1)} ${top.toFixed(0)}h${w}v${height.toFixed(0)}h-${w}z`;
}

function smooth(from: number, to: number, value: number): number {
  const q = Math.max(0, Math.min(1, (value - from) / (to - from)));
  return q * q * (3 - 2 * q);
}
