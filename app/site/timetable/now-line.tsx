// The line that marks the current time. Drawn in the browser only, because the page is cached.
import { type CSSProperties, useEffect, useState } from 'react';
import { clockTime, localDay, localMinutes } from '#app/language/format-time.ts';
import { topOf } from './elastic-hours.ts';

interface NowLineProps {
  day: string;
  zone: string;
  firstHour: number;
  heights: number[];
}

export function NowLine({ day, zone, firstHour, heights }: NowLineProps) {
  const [now, setNow] = useState<Date>();
  useEffect(() => {
    setNow(new Date());
    const timer = setInterval(() => setNow(new Date()), 30_000);
    return () => clearInterval(timer);
  }, []);
  if (!now || localDay(now, zone) !== day) return null;
  const minutes = localMinutes(now, zone);
  if (minutes < firstHour * 60 || minutes > (firstHour + heights.length) * 60) return null;
  const top = topOf(minutes, { firstHour, heights, totalRem: 0 });
  return (
    <div className="week-now" style={{ '--top': top } as CSSProperties} aria-hidden="true">
      <span>{clockTime(now, zone)}</span>
    </div>
  );
}
