// What every board of the calendar is given.
import type { Catalogue } from '../catalogue/load-house.server.ts';
import type { BoardSession } from '../sessions/board-session.ts';
import type { Wish } from '../sessions/change-sheet.tsx';
import type { EmptyHour } from './new-date-sheet.tsx';

export interface BoardProps {
  days: string[];
  today: string;
  sessions: BoardSession[];
  house: Catalogue;
  /** Dropped elsewhere, or pressed: then the wish is what is. */
  onMove(session: BoardSession, wish: Wish): void;
  onEmpty(at: EmptyHour): void;
}

/** The name of the closed days that a day lies in. */
export function closedName(house: Catalogue, day: string): string | undefined {
  return house.closedDays.find(({ starts_on, ends_on }) => starts_on <= day && day <= ends_on)?.name;
}
