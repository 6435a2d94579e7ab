// Path strings in whole units with relative steps: a cover stays a few kilobytes.

export type Point = readonly [x: number, y: number];

export function polygon(points: Point[]): string {
  let previousX = 0;
  let previousY = 0;
  let d = '';
  points.forEach(([px, py], index) => {
    const x = Math.round(px);
    const y = Math.round(py);
    if (index === 0) d = `M${x} ${y}l`;
    else d += `${x - previousX} ${y - previousY} `;
    previousX = x;
    previousY = y;
  });
  return `${d.trimEnd()}z`;
}

/** Stripes between boundary i and i + 1/2, for lines that run from t = 0 to t = 1. */
export function stripes(count: number, steps: number, line: (index: number, t: number) => Point): string {
  let d = '';
  for (let i = -2; i < count + 2; i++) {
    const near: Point[] = [];
    const far: Point[] = [];
    for (let step = 0; step <= steps; step++) {
      near.push(line(i, step / steps));
      far.push(line(i + 0.5, step / steps));
    }
    d += polygon([...near, ...far.reverse()]);
  }
  return d;
}
