// One date on a board: a button that opens it and, while it can still be changed, can be dragged.
import type { CSSProperties } from 'react';
import { type BoardSession, clockOf, minuteOf, seatsWords } from '../sessions/board-session.ts';
import { type Wish, wishOf } from '../sessions/change-sheet.tsx';
import { take } from './board.ts';

interface BoardDateProps {
  session: BoardSession;
  style?: CSSProperties;
  onMove(session: BoardSession, wish: Wish): void;
}

export function BoardDate({ session, style, onMove }: BoardDateProps) {
  const start = minuteOf(session.local_time);
  const isCancelled = session.status === 'cancelled';
  const isFull = session.pool.taken >= session.pool.capacity;
  return (
    <li
      className="board-date"
      style={style}
      data-discipline={session.offering.discipline}
      data-state={isCancelled ? 'cancelled' : isFull ? 'full' : undefined}
      data-draft={session.offering.published_at === null || undefined}
      data-clash={session.clash_reason !== null || undefined}
    >
      <button
        type="button"
        draggable={!isCancelled}
        onDragStart={(event) => take(event, session)}
        onClick={() => onMove(session, wishOf(session))}
      >
        <time>
          {clockOf(start)}
          <span className="board-end">–{clockOf(start + session.duration_min)}</span>
        </time>
        <b>{session.offering.title}</b>
        <small>
          {[session.room.name, session.teacher?.name.split(' ')[0]].filter(Boolean).join(', ')}
          {isCancelled ? ', cancelled' : `, ${seatsWords(session.pool)}`}
          {session.offering.published_at === null && ', draft'}
        </small>
      </button>
    </li>
  );
}
