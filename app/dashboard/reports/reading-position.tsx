// The reading position that moves through all charts. A context of its own: only the parts that show it are rendered when it
// moves, not the charts and their tables.
import { createContext, type ReactNode, startTransition, use, useCallback, useState } from 'react';
import type { Point } from './report.ts';

const Position = createContext<number | null>(null);
const SetPosition = createContext<(index: number) => void>(() => undefined);

interface ReadingPositionProviderProps {
  /** By default the latest point. */
  start?: number;
  children: ReactNode;
}

export function ReadingPositionProvider({ start, children }: ReadingPositionProviderProps) {
  const [position, setPosition] = useState(start ?? null);
  // All charts and readings: too much for the frame of a key.
  const move = useCallback((index: number) => startTransition(() => setPosition(index)), []);
  return (
    <SetPosition value={move}>
      <Position value={position}>{children}</Position>
    </SetPosition>
  );
}

export function useReadingPosition(lastKnown: number): number {
  return Math.min(use(Position) ?? lastKnown, lastKnown);
}

export function useSetReadingPosition(): (index: number) => void {
  return use(SetPosition);
}

/** What is read at the position. */
export function Reading({
  points,
  lastKnown,
  describe,
}: {
  points: readonly Point[];
  lastKnown: number;
  describe(point: Point | undefined): string;
}) {
  return (
    <output>
      <span>{describe(points[useReadingPosition(lastKnown)])}</span>
    </output>
  );
}
