// The session being dragged on a board, by mouse or touch, and where it would land. Each board defines what its zones
// mean; the move is confirmed in a sheet.

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
import { shortWeekdayAndDay } from '#app/language/format-day.ts';
import { t } from '#app/language/messages.ts';
import type { Catalogue } from '../catalogue/load-catalogue.server.ts';
import type { BoardSession } from '../sessions/board-session.ts';
import { type MoveTarget, moveTargetOf } from '../sessions/move-target.ts';
import { followMouse } from './mouse-drag.ts';
import { type Point, trackTouch } from './touch-drag.ts';

interface DragOptions {
  sessions: readonly BoardSession[];
  catalogue: Catalogue;
  /** Day, time, room and teacher of a session dropped on this `[data-zone]`, with its top at this height of the screen. */
  moveTargetAt(zone: HTMLElement, top: number, session: BoardSession): MoveTarget;
  onMove(session: BoardSession, moveTarget: MoveTarget): void;
}

interface Landing {
  /** The `data-zone` under the pointer. */
  zone: string;
  moveTarget: MoveTarget;
}

export interface Drag {
  /** For the element that contains sessions and zones. */
  board: RefObject<HTMLDivElement | null>;
  dragged: BoardSession | null;
  landing: Landing | null;
  /** Shows beside the pointer where the session would land. */
  flag: ReactNode;
}

export function useDrag({ sessions, catalogue, moveTargetAt, onMove }: DragOptions): Drag {
  const board = useRef<HTMLDivElement>(null);
  const flag = useRef<HTMLParagraphElement>(null);
  const held = useRef<{ session: BoardSession; grabbed: number; at: Point } | null>(null);
  const [dragged, setDragged] = useState<BoardSession | null>(null);
  const [landing, setLanding] = useState<Landing | null>(null);

  const landingAt = ({ x, y }: Point): Landing | null => {
    const zone = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-zone]');
    if (!held.current || !zone || !board.current?.contains(zone)) return null;
    const { session, grabbed } = held.current;
    return { zone: zone.dataset.zone ?? '', moveTarget: moveTargetAt(zone, y - grabbed, session) };
  };
  const placeFlag = () => {
    const [label, at] = [flag.current, held.current?.at];
    if (!label || !at) return;
    const { width, height } = label.getBoundingClientRect();
    const x = Math.max(8, Math.min(at.x - width / 2, innerWidth - width - 8));
    // Above the finger, which would cover it.
    label.style.translate = `${x}px ${Math.max(8, at.y - height - 40)}px`;
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
    const found = hasMoved ? landingAt(at)?.moveTarget : moveTargetOf(session);
    leave();
    // Dropped where it was: no change.
    if (found && !(hasMoved && JSON.stringify(found) === JSON.stringify(moveTargetOf(session))))
      onMove(session, found);
  });

  useEffect(() => {
    if (!board.current) return;
    const handlers = {
      lift: (handle: HTMLElement, at: Point) => lift(handle, at),
      drag: (at: Point) => look(at),
      drop: (hasMoved: boolean) => drop(hasMoved),
      abandon: () => leave(),
    };
    const stops = [trackTouch(board.current, handlers), followMouse(board.current, handlers)];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
  useLayoutEffect(() => {
    if (dragged) placeFlag();
  });

  return {
    board,
    dragged,
    landing,
    flag:
      dragged &&
      createPortal(
        <p className="drag-flag" ref={flag} aria-hidden="true">
          <b>{dragged.offering.title}</b>
          <span>
            {landing
              ? formatLanding(landing.moveTarget, dragged, catalogue)
              : t('dashboard.programme.release_to_cancel')}
          </span>
        </p>,
        document.body,
      ),
  };
}

/** "Thu 19 Nov, 18:15", and the room or teacher if it changes. */
function formatLanding(moveTarget: MoveTarget, dragged: BoardSession, { rooms, people }: Catalogue): string {
  const nameOf = (list: { id: string; name: string }[], id: string | null) =>
    list.find((one) => one.id === id)?.name;
  return [
    shortWeekdayAndDay(moveTarget.local_date),
    moveTarget.local_time,
    moveTarget.room_id !== dragged.room_id && nameOf(rooms, moveTarget.room_id),
    moveTarget.teacher_id !== dragged.teacher_id &&
      (nameOf(people, moveTarget.teacher_id) ?? t('dashboard.programme.no_teacher')),
  ]
    .filter(Boolean)
    .join(', ');
}
