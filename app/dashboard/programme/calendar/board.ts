// Props shared by every board of the calendar.
import type { Catalogue } from '../catalogue/load-catalogue.server.ts';
import type { BoardSession } from '../sessions/board-session.ts';
import type { MoveTarget } from '../sessions/move-target.ts';
import type { EmptyHour } from './new-session-sheet.tsx';

export interface BoardProps {
  days: string[];
  today: string;
  sessions: BoardSession[];
  catalogue: Catalogue;
  /** A move that waits for its confirmation. */
  moving: { session: BoardSession; moveTarget: MoveTarget } | null;
  /** Called after a drop, or a click without any change. */
  onMove(session: BoardSession, moveTarget: MoveTarget): void;
  onEmpty(at: EmptyHour): void;
}

/** The name of the closed days that include a day. */
/** What a day is called in the calendar beside its date: closed days first, then public holidays. */
export function dayTitle(catalogue: Catalogue, day: string): string | undefined {
  return closedName(catalogue, day) ?? catalogue.holidays[day];
}

export function closedName(catalogue: Catalogue, day: string): string | undefined {
  return catalogue.closedDays.find(({ starts_on, ends_on }) => starts_on <= day && day <= ends_on)?.name;
}
