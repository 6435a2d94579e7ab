// Counts down the time left, starting from the server's seconds. Announced to screen readers twice, not every second.

import { useEffect, useState } from 'react';
import { t } from '#app/language/messages.ts';
import { drawPile, formatClock } from './stored-holds.ts';

interface HoldClockProps {
  label: string;
  secondsLeft: number;
  totalSeconds: number;
  note: string;
  onOver: () => void;
}

const ANNOUNCED_AT = [120, 30];

export function HoldClock({ label, secondsLeft, totalSeconds, note, onOver }: HoldClockProps) {
  const left = useCountdown(secondsLeft, onOver);
  const announced = ANNOUNCED_AT.findLast((mark) => left <= mark && left > 0);
  return (
    <div className="hold" data-slot="hold-clock" data-state={left > 0 ? 'running' : 'over'}>
      <p className="hold-label">{label}</p>
      <p className="hold-time" role="timer" aria-label={t('shared.booking.time_left')}>
        {formatClock(left)}
      </p>
      <svg className="hold-pile" viewBox="0 0 600 40" preserveAspectRatio="none" aria-hidden="true">
        <path d={drawPile(left, totalSeconds)} fill="currentColor" />
      </svg>
      <p className="hold-note">{note}</p>
      <p className="sr-only" role="status">
        {announced === 120 && t('shared.booking.two_minutes_left')}
        {announced === 30 && t('shared.booking.half_a_minute_left')}
      </p>
    </div>
  );
}

function useCountdown(secondsLeft: number, onOver: () => void): number {
  const [left, setLeft] = useState(secondsLeft);
  useEffect(() => {
    // Measured by the clock, not by counting ticks: a sleeping tab wakes up with the right time.
    const endsAt = Date.now() + secondsLeft * 1000;
    const tick = () => {
      const now = Math.max(0, Math.ceil((endsAt - Date.now()) / 1000));
      setLeft(now);
      if (now > 0) return;
      clearInterval(timer);
      if (secondsLeft > 0) onOver();
    };
    const timer = setInterval(tick, 1000);
    tick();
    return () => clearInterval(timer);
  }, [secondsLeft, onOver]);
  return left;
}
