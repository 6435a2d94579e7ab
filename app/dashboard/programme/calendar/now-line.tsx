// The current time on today's column. Drawn in the browser only, because a page stays open for hours.
import { type CSSProperties, useEffect, useState } from 'react';
import { clockTime, localDay, localMinutes } from '#app/language/format-time.ts';
import { type HourScale, shareOf } from './hour-scale.ts';

interface NowLineProps {
  today: string;
  zone: string;
  scale: HourScale;
}

export function NowLine({ today, zone, scale }: NowLineProps) {
  const [now, setNow] = useState<Date>();
  useEffect(() => {
    setNow(new Date());
    const timer = setInterval(() => setNow(new Date()), 30_000);
    return () => clearInterval(timer);
  }, []);
  if (!now || localDay(now, zone) !== today) return null;
  const minute = localMinutes(now, zone);
  if (minute < scale.from || minute > scale.to) return null;
  return (
    <li
      className="board-now"
      aria-hidden="true"
      style={{ '--top': `${shareOf(minute, scale) * 100}%` } as CSSProperties}
    >
      <span>{clockTime(now, zone)}</span>
    </li>
  );
}
