// The minutes of a date that runs: those that have passed are crowded, those to come stand apart.
import { useEffect, useState } from 'react';
import { drawPile } from '#app/features/booking/stored-holds.ts';

const STEP_MS = 30_000;

export function RunningPile({ startsAt, endsAt, now }: { startsAt: string; endsAt: string; now: Date }) {
  const [moment, setMoment] = useState(now.getTime());
  useEffect(() => {
    const move = () => setMoment(Date.now());
    move();
    const timer = setInterval(move, STEP_MS);
    return () => clearInterval(timer);
  }, []);
  const end = Date.parse(endsAt);
  const total = (end - Date.parse(startsAt)) / 1000;
  const left = Math.max(0, Math.min(total, (end - moment) / 1000));
  return (
    <svg className="place-pile" viewBox="0 0 600 40" preserveAspectRatio="none" aria-hidden="true">
      <path d={drawPile(left, total)} fill="currentColor" />
    </svg>
  );
}
