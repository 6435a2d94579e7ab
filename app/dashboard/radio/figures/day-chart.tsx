// Days as upright rules: the more was listened, the taller. The table beside it says the same in numbers.
import type { DaySum } from './sum-listening.ts';

const HEIGHT = 120;
const PITCH = 24;

export function DayChart({ days }: { days: DaySum[] }) {
  const most = Math.max(1, ...days.map(({ minutes }) => minutes));
  return (
    <svg
      className="day-chart"
      viewBox={`0 0 ${days.length * PITCH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      {days.map(({ day, minutes }, index) => {
        const height = Math.max(1, (minutes / most) * HEIGHT);
        return (
          <rect
            key={day}
            x={index * PITCH}
            y={HEIGHT - height}
            width={PITCH * 0.6}
            height={height}
            fill="currentColor"
          />
        );
      })}
    </svg>
  );
}
