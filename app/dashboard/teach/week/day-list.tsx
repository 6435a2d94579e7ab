// The sessions of one day.

import type { CSSProperties } from 'react';
import { placeOf } from '#app/features/programme/session-place.ts';
import { contentText } from '#app/language/content-text.ts';
import { clockTime } from '#app/language/format-time.ts';
import { Link } from '#app/ui/link.tsx';
import type { TeachingSession } from '#contracts/teaching.ts';
import { SeatCount } from '../../layout/seat-count.tsx';
import { useStudio } from '../../use-studio.ts';
import { formatRegister, isUnmarked } from './week.ts';

interface DayListProps {
  sessions: TeachingSession[];
  now: Date;
  /** Days from today; nearer days are drawn wider. */
  distance: number;
  isOnline: boolean;
  showsTeacher: boolean;
}

export function DayList({ sessions, now, distance, isOnline, showsTeacher }: DayListProps) {
  const { zone } = useStudio().studio;
  const width = Math.max(72, 118 - Math.abs(distance) * 8);
  return (
    <ul className="teach-day" style={{ '--near': `${width}%` } as CSSProperties}>
      {sessions.map((session) => {
        const [from, to] = [new Date(session.starts_at), new Date(session.ends_at)];
        const isOn = session.status === 'planned' && from <= now && now < to;
        const summary = formatRegister(session, now);
        return (
          <li key={session.id} data-current={isOn || undefined} data-status={session.status}>
            <span className="teach-when">
              <b>{clockTime(from, zone)}</b> <span className="dash-quiet">{clockTime(to, zone)}</span>
            </span>
            <span className="teach-what">
              {/* Offline, only a full page load works: the page is cached. */}
              <Link to={`/dashboard/teach/${session.id}`} reloadDocument={!isOnline} prefetch="none">
                {contentText(session, 'title')}
              </Link>
              <span className="dash-quiet">
                {showsTeacher && session.teacher && `${session.teacher}, `}
                {placeOf(session)}
              </span>
            </span>
            <SeatCount className="teach-places" session={session} />
            <span
              className="teach-state"
              data-hot={session.is_looked_for || isUnmarked(session, now) || undefined}
            >
              {summary}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
