// The dominant colour of a picture, shown until the picture has loaded.

/** Pixels of a canvas, four bytes each. Transparent ones do not count. */
export function dominantColour(pixels: Uint8ClampedArray | Uint8Array): string {
  const groups = new Map<number, { count: number; red: number; green: number; blue: number }>();
  for (let at = 0; at + 3 < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0, opacity = 0] = pixels.subarray(at, at + 4);
    if (opacity < 128) continue;
    // Eight steps per channel: similar shades count together.
    const key = ((red >> 5) << 6) | ((green >> 5) << 3) | (blue >> 5);
    const group = groups.get(key) ?? { count: 0, red: 0, green: 0, blue: 0 };
    group.count += 1;
    group.red += red;
    group.green += green;
    group.blue += blue;
    groups.set(key, group);
  }
  const [largest] = [...groups.values()].sort((a, b) => b.count - a.count);
  if (!largest) return '#808080';
  const { count, red, green, blue } = largest;
  return `#${[red, green, blue].map((sum) => hex(sum / count)).join('')}`;
}

function hex(value: number): string {
  return Math.round(value).toString(16).padStart(2, '0');
}
