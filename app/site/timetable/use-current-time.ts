// Where the current time is in the grid. Known in the browser only, because the page is cached.
import { useEffect, useState } from 'react';
import { clockTime, localDay, localMinutes } from '#app/language/format-time.ts';
import { topOf } from './elastic-hours.ts';
import type { PlannedWeek } from './plan-week.ts';

interface CurrentTime {
  day: string;
  /** Distance from the first hour, in rem. */
  top: number;
  label: string;
}

export function useCurrentTime(week: PlannedWeek, zone: string): CurrentTime | undefined {
  const [now, setNow] = useState<Date>();
  useEffect(() => {
    setNow(new Date());
    const timer = setInterval(() => setNow(new Date()), 30_000);
    return () => clearInterval(timer);
  }, []);
  if (!now) return undefined;
  const day = localDay(now, zone);
  const minutes = localMinutes(now, zone);
  const { firstHour, heights } = week;
  const isShown =
    week.days.some(({ date }) => date === day) &&
    minutes >= firstHour * 60 &&
    minutes <= (firstHour + heights.length) * 60;
  return isShown ? { day, top: topOf(minutes, week), label: clockTime(now, zone) } : undefined;
}
