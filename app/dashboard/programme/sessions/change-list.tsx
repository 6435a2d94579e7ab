// The sessions of a change, old and new time, and what they clash with.

import { shortWeekdayAndDay } from '#app/language/format-day.ts';
import { clockTime, localDay } from '#app/language/format-time.ts';
import { t } from '#app/language/messages.ts';
import type { ChangedDate } from '#contracts/programme.ts';
import { formatClash } from '../planning/plan.ts';

const SHOWN = 6;

interface ChangeListProps {
  dates: ChangedDate[];
  zone: string;
  /** Names of public holidays, by day. */
  holidays: Record<string, string>;
}

export function ChangeList({ dates, zone, holidays }: ChangeListProps) {
  // Clashing sessions are always listed, never only counted.
  const holidayOf = ({ to }: ChangedDate) => holidays[localDay(new Date(to), zone)];
  const troubled = dates.filter(
    (date) => date.clashes.length > 0 || date.closed || date.is_past || holidayOf(date),
  );
  const shown = [...troubled, ...dates.filter((date) => !troubled.includes(date))].slice(
    0,
    Math.max(SHOWN, troubled.length),
  );
  return (
    <>
      <ul className="change-list">
        {shown.map((date) => (
          <li key={date.id}>
            <span>
              {date.is_moved && date.from !== date.to ? (
                <>
                  <s>{when(date.from, zone)}</s> <b>{when(date.to, zone)}</b>
                </>
              ) : (
                <b>{when(date.to, zone)}</b>
              )}
              <span className="dash-quiet">
                {[
                  date.room_from !== date.room_to && t('dashboard.programme.to_room', { room: date.room_to }),
                  date.is_online && t('dashboard.programme.online'),
                  date.teacher_to,
                  formatBooked(date.seats),
                ]
                  .filter(Boolean)
                  .join(', ')}
              </span>
            </span>
            {date.is_past && (
              <span className="clash-text">{t('dashboard.programme.this_time_is_in_the_past')}</span>
            )}
            {date.closed && (
              <span className="clash-text">
                {t('dashboard.programme.closed_because', { name: date.closed })}
              </span>
            )}
            {holidayOf(date) && (
              <span className="holiday-text">
                {t('dashboard.programme.public_holiday', { name: holidayOf(date) ?? '' })}
              </span>
            )}
            {date.clashes.map((clash) => (
              <span key={clash.session_id} className="clash-text">
                {formatClash(clash)}, {clockTime(new Date(clash.starts_at), zone)}
              </span>
            ))}
          </li>
        ))}
      </ul>
      {dates.length > shown.length && (
        <p className="dash-quiet">
          {t('dashboard.programme.and_more', { count: dates.length - shown.length })}
        </p>
      )}
    </>
  );
}

function when(moment: string, zone: string): string {
  const at = new Date(moment);
  return `${shortWeekdayAndDay(localDay(at, zone))} ${clockTime(at, zone)}`;
}

function formatBooked(seats: number): string {
  return seats === 0
    ? t('dashboard.programme.no_bookings')
    : t('dashboard.programme.places_booked', { seats });
}
