// Sets text as outlines, so that a page looks the same wherever it is drawn. The typeface is an argument: only the
// command that makes the pictures reads fonts.

interface Axes {
  /** 62.5 to 150, in per cent. */
  width: number;
  weight: number;
}

/** Places the letters of a line: an outline in thousandths of the type size, y upwards, and the width. */
export type SetText = (text: string, axes: Axes, face?: 'display' | 'text') => { d: string; width: number };

export interface LineStyle extends Axes {
  size: number;
  face?: 'display' | 'text';
}

export interface Line {
  width: number;
  /** With its baseline at y. */
  at(x: number, y: number, ink: string): string;
}

export function setLine(set: SetText, text: string, style: LineStyle): Line {
  const { d, width } = set(text, style, style.face);
  const scale = style.size / 1000;
  return {
    width: width * scale,
    at: (x, y, ink) =>
      `<path fill="${ink}" transform="translate(${x.toFixed(2)} ${y.toFixed(2)}) scale(${scale.toFixed(5)} ${(-scale).toFixed(5)})" d="${d}"/>`,
  };
}

/** The widest axes that fit: first by width, then, if width is used up, by size. */
export function fitLine(set: SetText, text: string, measure: number, base: { size: number; weight: number }) {
  const at = (width: number, size: number) => setLine(set, text, { width, size, weight: base.weight });
  const widest = at(150, base.size).width;
  if (widest < measure) {
    const size = Math.min((base.size * measure) / widest, base.size * 2.2);
    return { line: at(150, size), size };
  }
  const narrowest = at(62.5, base.size).width;
  if (narrowest > measure) {
    const size = (base.size * measure) / narrowest;
    return { line: at(62.5, size), size };
  }
  let [low, high] = [62.5, 150];
  for (let step = 0; step < 9; step++) {
    const middle = (low + high) / 2;
    if (at(middle, base.size).width > measure) high = middle;
    else low = middle;
  }
  return { line: at(low, base.size), size: base.size };
}
