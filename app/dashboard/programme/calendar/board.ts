// What every board of the calendar is given.
import type { House } from '../catalogue/load-house.server.ts';
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

/** The name of the closed days that a day lies in. */
export function closedName(house: House, day: string): string | undefined {
  return house.closedDays.find(({ starts_on, ends_on }) => starts_on <= day && day <= ends_on)?.name;
}
