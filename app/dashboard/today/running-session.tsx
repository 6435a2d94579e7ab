// The session that is running: its minutes pile up, who is here, and one button.

import type { CSSProperties } from 'react';
import { placeOf } from '#app/features/programme/session-place.ts';
import { commaSeparated } from '#app/language/content-text.ts';
import { clockTime } from '#app/language/format-time.ts';
import { formatList } from '#app/language/list.ts';
import { rich, t } from '#app/language/messages.ts';
import { Button } from '#app/ui/button.tsx';
import { Link } from '#app/ui/link.tsx';
import { useStudio } from '../use-studio.ts';
import type { DaySession } from './session-status.ts';

const MINUTE_MS = 60_000;
/** Minutes that are over take at most this share of the line. */
const PAST_SHARE = 50;
const SHOWN_NAMES = 3;

export function RunningSession({ session, now }: { session: DaySession; now: Date }) {
  const { zone } = useStudio().studio;
  const [from, to] = [new Date(session.starts_at), new Date(session.ends_at)];
  const total = Math.max(1, Math.round((to.getTime() - from.getTime()) / MINUTE_MS));
  const left = Math.max(0, Math.min(total, Math.ceil((to.getTime() - now.getTime()) / MINUTE_MS)));
  const where = <>{commaSeparated([session.teacher, placeOf(session)])}</>;
  return (
    <li className="day-now" aria-current="time">
      <span className="day-time">
        {clockTime(from, zone)}
        <small>{t('dashboard.today.to_time', { time: clockTime(to, zone) })}</small>
      </span>
      <h3>{session.title}</h3>
      <span className="day-left">
        {rich('dashboard.today.minutes_left', { minutes: left, b: (text) => <b>{text}</b> })}
      </span>
      <span className="day-where">
        {rich('dashboard.today.where_and_places', {
          where,
          seats: session.seats,
          capacity: session.capacity,
        })}
      </span>
      <Minutes past={total - left} left={left} />
      <p className="day-here">
        <Here session={session} />
      </p>
      <Button asChild size="sm">
        <Link to={`/dashboard/teach/${session.id}`}>{t('dashboard.today.open_register')}</Link>
      </Button>
    </li>
  );
}

/** One rule a minute: those that are over stand close. */
function Minutes({ past, left }: { past: number; left: number }) {
  const share = left === 0 ? 100 : Math.round((past / (past + left)) * PAST_SHARE * 10) / 10;
  return (
    <span
      className="day-minutes"
      aria-hidden="true"
      style={{ '--past': past, '--left': left, '--share': `${share}%` } as CSSProperties}
    >
      {past > 0 && <i />}
      {left > 0 && <i />}
    </span>
  );
}

function Here({ session }: { session: DaySession }) {
  const { seats, here, marked, missing_names: names = [] } = session;
  if (marked === 0) return t('dashboard.today.the_register_is_empty');
  const missing = seats - here;
  return (
    <>
      <b>{t('dashboard.today.here_of_seats', { here, seats })}</b>{' '}
      {missing > 0 &&
        missing === names.length &&
        missing <= SHOWN_NAMES &&
        t('dashboard.today.names_are_missing', { names: formatList(names), count: missing })}
    </>
  );
}
