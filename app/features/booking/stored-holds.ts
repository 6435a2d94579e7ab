// The bars of the hold clock: elapsed seconds are packed on the left, the remaining ones are spaced out. A path in a
// 600 by 40 box.
const RULES = 60;
const WIDTH = 600;
const SPENT_PITCH = 2.6;

export function drawPile(leftS: number, totalS: number): string {
  const share = totalS > 0 ? Math.min(1, Math.max(0, 1 - leftS / totalS)) : 1;
  const spent = share * RULES;
  const pitch = (WIDTH - spent * SPENT_PITCH) / Math.max(1, RULES - spent);
  return Array.from({ length: RULES }, (_, index) => {
    const isSpent = index < spent;
    const x = isSpent ? index * SPENT_PITCH : spent * SPENT_PITCH + (index - spent) * pitch + pitch / 2;
    const width = isSpent ? 1.7 : 3;
    return `M${Math.round(x * 10) / 10} 0h${width}V40h-${width}z`;
  }).join('');
}

/** "7:12" */
export function formatClock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  const rest = String(whole % 60).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`;
}
