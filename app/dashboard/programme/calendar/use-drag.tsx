// A date on its way from one place of a board to another, by mouse or by finger: which one, and where it would land. What a
// place means is the board's to say; the move itself is decided in a sheet.
import {
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { weekdayOf } from '#app/language/calendar-day.ts';
import { shortDay, weekdayName } from '#app/language/format-day.ts';
import type { Catalogue } from '../catalogue/load-house.server.ts';
import type { BoardSession } from '../sessions/board-session.ts';
import { type Wish, wishOf } from '../sessions/change-sheet.tsx';
import { followMouse } from './mouse-drag.ts';
import { type Point, trackTouch } from './touch-drag.ts';

interface DragOptions {
  sessions: readonly BoardSession[];
  house: Catalogue;
  /** What a date becomes that is let go over this `[data-zone]`, with its top at this height of the screen. */
  wishAt(zone: HTMLElement, top: number, session: BoardSession): Wish;
  onMove(session: BoardSession, wish: Wish): void;
}

interface Landing {
  /** The place's `data-zone`. */
  zone: string;
  wish: Wish;
}

export interface Drag {
  /** For the element that holds dates and places. */
  board: RefObject<HTMLDivElement | null>;
  carried: BoardSession | null;
  landing: Landing | null;
  /** Says beside the pointer what would become of the date. */
  flag: ReactNode;
}

export function useDrag({ sessions, house, wishAt, onMove }: DragOptions): Drag {
  const board = useRef<HTMLDivElement>(null);
  const flag = useRef<HTMLParagraphElement>(null);
  const held = useRef<{ session: BoardSession; grabbed: number; at: Point } | null>(null);
  const [carried, setDragged] = useState<BoardSession | null>(null);
  const [landing, setLanding] = useState<Landing | null>(null);

  const landingAt = ({ x, y }: Point): Landing | null => {
    const zone = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-zone]');
    if (!held.current || !zone || !board.current?.contains(zone)) return null;
    const { session, grabbed } = held.current;
    return { zone: zone.dataset.zone ?? '', wish: wishAt(zone, y - grabbed, session) };
  };
  const placeFlag = () => {
    const [words, at] = [flag.current, held.current?.at];
    if (!words || !at) return;
    const { width, height } = words.getBoundingClientRect();
    const x = Math.max(8, Math.min(at.x - width / 2, innerWidth - width - 8));
    // Above the finger, which hides what is beneath it.
    words.style.translate = `${x}px ${Math.max(8, at.y - height - 40)}px`;
  };
  const lift = useEffectEvent((handle: HTMLElement, at: Point): boolean => {
    const session = sessions.find(({ id }) => id === handle.dataset.session);
    if (!session) return false;
    held.current = { session, grabbed: at.y - handle.getBoundingClientRect().top, at };
    setDragged(session);
    setLanding(landingAt(at));
    return true;
  });
  const look = useEffectEvent((at: Point) => {
    if (!held.current) return;
    held.current.at = at;
    placeFlag();
    const next = landingAt(at);
    setLanding((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next));
  });
  const leave = useEffectEvent(() => {
    held.current = null;
    setDragged(null);
    setLanding(null);
  });
  const drop = useEffectEvent((hasMoved: boolean) => {
    if (!held.current) return;
    const { session, at } = held.current;
    const found = hasMoved ? landingAt(at)?.wish : wishOf(session);
    leave();
    // Carried back to where it was: nothing is meant.
    if (found && !(hasMoved && JSON.stringify(found) === JSON.stringify(wishOf(session))))
      onMove(session, found);
  });

  useEffect(() => {
    if (!board.current) return;
    const handlers = {
      lift: (handle: HTMLElement, at: Point) => lift(handle, at),
      carry: (at: Point) => look(at),
      drop: (hasMoved: boolean) => drop(hasMoved),
      abandon: () => leave(),
    };
    const stops = [trackTouch(board.current, handlers), followMouse(board.current, handlers)];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
  useLayoutEffect(() => {
    if (carried) placeFlag();
  });

  return {
    board,
    carried,
    landing,
    flag:
      carried &&
      createPortal(
        <p className="carry-flag" ref={flag} aria-hidden="true">
          <b>{carried.offering.title}</b>
          <span>
            {landing ? formatLanding(landing.wish, carried, house) : 'Let go to leave it where it is'}
          </span>
        </p>,
        document.body,
      ),
  };
}

/** "Thu 19 Nov, 18:15", and the room or teacher where it is another one. */
function formatLanding(wish: Wish, carried: BoardSession, { rooms, people }: Catalogue): string {
  const nameOf = (list: { id: string; name: string }[], id: string | null) =>
    list.find((one) => one.id === id)?.name;
  return [
    `${weekdayName(weekdayOf(wish.local_date)).slice(0, 3)} ${shortDay(wish.local_date)}`,
    wish.local_time,
    wish.room_id !== carried.room_id && nameOf(rooms, wish.room_id),
    wish.teacher_id !== carried.teacher_id && (nameOf(people, wish.teacher_id) ?? 'nobody yet'),
  ]
    .filter(Boolean)
    .join(', ');
}
