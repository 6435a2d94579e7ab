// A chart of days; the table beside it has the same figures.
import type { DaySum } from '#contracts/overview.ts';

const HEIGHT = 120;
const PITCH = 24;

export function DayChart({ days }: { days: DaySum[] }) {
  const maxMinutes = Math.max(1, ...days.map(({ minutes }) => minutes));
  return (
    <svg
      className="day-chart"
      viewBox={`0 0 ${days.length * PITCH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      {days.map(({ day, minutes }, index) => {
        const height = Math.max(1, (minutes / maxMinutes) * HEIGHT);
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
