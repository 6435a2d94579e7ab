// What the station pushes to the control room. Levels come several times a second and go past React.
import { useEffect, useRef, useState } from 'react';
import type { StationLevels, StationState } from '#contracts/control-room.ts';
import { openEvents } from '../../realtime/open-events.ts';

export interface Received extends StationState {
  /** By the clock of this browser. */
  receivedMs: number;
}

export interface ControlRoom {
  station: Received | null;
  /** The station does not respond; it is tried again. */
  isAway: boolean;
  /** Left and right, in decibels; null while nothing is known. */
  readPeaks(): [number, number] | null;
  readLoudness(): number | null;
}

export function useControlRoom(): ControlRoom {
  const [station, setStation] = useState<Received | null>(null);
  const [isAway, setAway] = useState(false);
  const levels = useRef<StationLevels | null>(null);
  const [read] = useState(() => ({
    readPeaks: () => levels.current?.peaksDb ?? null,
    readLoudness: () => levels.current?.lufs ?? null,
  }));
  useEffect(
    () =>
      openEvents('/radio/control-room', {
        onEvent(name, data) {
          if (name === 'levels') levels.current = JSON.parse(data) as StationLevels;
          if (name !== 'state') return;
          setStation({ ...(JSON.parse(data) as StationState), receivedMs: Date.now() });
          setAway(false);
        },
        onAway() {
          levels.current = null;
          setStation(null);
          setAway(true);
        },
      }),
    [],
  );
  return { station, isAway, ...read };
}

/** Milliseconds since it was received, counted each second. */
export function useSince({ receivedMs }: Pick<Received, 'receivedMs'>): number {
  const [nowMs, setNowMs] = useState(receivedMs);
  useEffect(() => {
    setNowMs(Date.now());
    const timer = setInterval(() => setNowMs(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, nowMs - receivedMs);
}
