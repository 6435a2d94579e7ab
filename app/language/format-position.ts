/** A position in a sound: 0:07, 12:40. */
export function formatPosition(positionMs: number): string {
  const seconds = Math.floor(positionMs / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
