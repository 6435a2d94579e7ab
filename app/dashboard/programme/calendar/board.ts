// What every board of the calendar is given, and how a date is carried from one place to another.
import type { DragEvent } from 'react';
import type { House } from '../house/load-house.server.ts';
import type { BoardSession } from '../sessions/board-session.ts';
import type { Wish } from '../sessions/change-sheet.tsx';
import type { EmptyHour } from './new-date-sheet.tsx';

export interface BoardProps {
  days: string[];
  today: string;
  sessions: BoardSession[];
  house: House;
  /** Dropped elsewhere, or pressed: then the wish is what is. */
  onMove(session: BoardSession, wish: Wish): void;
  onEmpty(at: EmptyHour): void;
}

/** The id, and how far below its top it was taken hold of: a date must not jump when it is let go. */
export function take(event: DragEvent<HTMLElement>, session: BoardSession): void {
  const { top } = event.currentTarget.getBoundingClientRect();
  event.dataTransfer.effectAllowed = 'move';
  event.dataTransfer.setData('text/plain', `${session.id} ${event.clientY - top}`);
}

export function taken(
  event: DragEvent<HTMLElement>,
  sessions: readonly BoardSession[],
): { session: BoardSession; grabbed: number } | undefined {
  const [id, grabbed] = event.dataTransfer.getData('text/plain').split(' ');
  const session = sessions.find((one) => one.id === id);
  return session && { session, grabbed: Number(grabbed) || 0 };
}

/** The name of the closed days that a day lies in. */
export function closedName(house: House, day: string): string | undefined {
  return house.closedDays.find(({ starts_on, ends_on }) => starts_on <= day && day <= ends_on)?.name;
}
