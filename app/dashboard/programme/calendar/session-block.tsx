// One session on a board: a button that opens it and can be dragged while it can still be changed. A block too small for
// its text shows all of it under the pointer or with the focus; the title attribute has it too.

import type { CSSProperties } from 'react';
import { useDiscipline } from '#app/disciplines/use-disciplines.ts';
import { t } from '#app/language/messages.ts';
import { type BoardSession, clockOf, formatSeats, minuteOf, teacherName } from '../sessions/board-session.ts';
import { type MoveTarget, moveTargetOf } from '../sessions/move-target.ts';

interface SessionBlockProps {
  session: BoardSession;
  style?: CSSProperties | undefined;
  isDragged: boolean;
  onMove(session: BoardSession, moveTarget: MoveTarget): void;
}

export function SessionBlock({ session, style, isDragged, onMove }: SessionBlockProps) {
  const { offering, pool } = session;
  const place = session.is_online ? t('dashboard.programme.online') : session.room.name;
  const { color } = useDiscipline(offering.discipline);
  const start = minuteOf(session.local_time);
  const end = clockOf(start + session.duration_min);
  const teacher = teacherName(session);
  const isCancelled = session.status === 'cancelled';
  const isFull = pool.taken >= pool.capacity;
  const state = isCancelled
    ? t('dashboard.programme.session_cancelled')
    : offering.published_at === null
      ? t('dashboard.programme.offering_is_draft')
      : '';
  const tooltip = [`${clockOf(start)}–${end} ${offering.title}`, state, place, teacher, formatSeats(pool)]
    .filter(Boolean)
    .join(', ');
  return (
    <li
      className="board-session"
      style={style}
      data-color={color}
      data-state={isCancelled ? 'cancelled' : isFull ? 'full' : undefined}
      data-draft={offering.published_at === null || undefined}
      data-clash={session.clash_reason !== null || undefined}
      data-dragged={isDragged || undefined}
    >
      <button
        type="button"
        draggable={!isCancelled}
        data-session={session.id}
        onClick={() => onMove(session, moveTargetOf(session))}
      >
        {/* The title attribute is on the span: on the button, screen readers would read everything twice. */}
        <span className="board-text" title={tooltip}>
          <span className="board-head">
            <time>
              {clockOf(start)}
              <span className="board-end">–{end}</span>
            </time>{' '}
            {!isCancelled && (
              <span className="board-seats">
                {pool.seats}/{pool.capacity}
                {pool.waiting > 0 && (
                  <>
                    <span className="sr-only">
                      , {t('dashboard.programme.waiting_count', { count: pool.waiting })}
                    </span>
                    <span aria-hidden="true"> +{pool.waiting}</span>
                  </>
                )}
              </span>
            )}
          </span>
          <b>{offering.title}</b>
          {state && <small>{state}</small>}
          <small>{place}</small>
          {teacher && <small>{teacher}</small>}
        </span>
      </button>
    </li>
  );
}
