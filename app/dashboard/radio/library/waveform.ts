interface WaveformOptions {
  height: number;
  /** Shares of the length: what lies between them is played. */
  from: number;
  to: number;
}

/** One upright line for each peak, as two SVG paths: what is played and what is not. */
export function waveformPaths(
  peaks: readonly number[],
  { height, from, to }: WaveformOptions,
): { inside: string; outside: string } {
  const paths = { inside: '', outside: '' };
  for (const [i, peak] of peaks.entries()) {
    const share = (i + 0.5) / peaks.length;
    const half = (Math.max(1, peak) / 100) * (height / 2);
    const line = `M${i + 0.5} ${(height / 2 - half).toFixed(1)}V${(height / 2 + half).toFixed(1)}`;
    paths[share >= from && share <= to ? 'inside' : 'outside'] += line;
  }
  return paths;
}
