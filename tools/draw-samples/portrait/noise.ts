/** A field without a pattern the eye would notice; the same everywhere and always. */
export function noise(x: number, y: number, z: number): number {
  return (
    Math.sin(x * 1.7 + 2.1 * Math.sin(y * 1.3)) *
    Math.sin(y * 1.9 + 1.7 * Math.sin(z * 1.1)) *
    Math.sin(z * 1.6 + 1.9 * Math.sin(x * 1.2))
  );
}
