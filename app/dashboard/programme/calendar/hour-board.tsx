// A day or a week by the hour: days side by side, or one below the other as lists on narrow screens.

import { type CSSProperties, useRef, useState } from 'react';
import { daysBetween } from '#app/language/calendar-day.ts';
import { weekdayAndDay, weekdayAndShortDay } from '#app/language/format-day.ts';
import { joinItems } from '#app/language/list.ts';
import { t } from '#app/language/messages.ts';
import { Button, LinkButton } from '#app/ui/button.tsx';
import { useStudio } from '../../use-studio.ts';
import { clockOf, minuteOf } from '../sessions/board-session.ts';
import { moveTargetOf } from '../sessions/move-target.ts';
import { type BoardProps, closedName, dayTitle } from './board.ts';
import { DayBackground } from './day-background.tsx';
import { hourScale, minuteAt, shareOf } from './hour-scale.ts';
import { NowLine } from './now-line.tsx';
import { dayWidths, hoursShown, type Place, placeDay } from './plan-board.ts';
import { SessionBlock } from './session-block.tsx';
import { useDrag } from './use-drag.tsx';

export function HourBoard({ days, today, sessions, moving, catalogue, onMove, onEmpty }: BoardProps) {
  const { zone: studioZone } = useStudio().studio;
  const hourColumn = useRef<HTMLDivElement>(null);
  const [showsEarlier, setShowsEarlier] = useState(false);
  const scale = hourScale(hoursShown(sessions), sessions);
  const lines = scale.heights.map((_, index) => scale.from + index * 60).concat(scale.to);
  const widths = dayWidths(days, sessions, { today, scale });
  const { board, dragged, landing, flag } = useDrag({
    sessions,
    catalogue,
    onMove,
    moveTargetAt: (zone, top, session) => {
      const moveTarget = { ...moveTargetOf(session), local_date: zone.dataset.zone ?? session.local_date };
      const column = zone.querySelector('.day-column')?.getBoundingClientRect();
      // Lists have no hours to drop on: only the day changes.
      if (!column || !hourColumn.current?.offsetParent) return moveTarget;
      return { ...moveTarget, local_time: clockOf(minuteAt((top - column.top) / column.height, scale)) };
    },
  });
  // While the move is being confirmed, both places stay visible.
  const leaving = dragged ?? moving?.session ?? null;
  const target = dragged ? landing?.moveTarget : moving?.moveTarget;
  const hasPast = days.includes(today) && days[0] !== today;
  return (
    <div
      className="hour-board"
      ref={board}
      data-earlier={showsEarlier || undefined}
      data-folds={hasPast || undefined}
      style={
        {
          '--total': `${scale.totalRem}rem`,
          '--lines': lineGradient(lines.map((minute) => shareOf(minute, scale) * 100)),
          '--days': widths.map((width) => `minmax(0, ${width}fr)`).join(' '),
        } as CSSProperties
      }
    >
      {hasPast && (
        <Button
          variant="tertiary"
          size="sm"
          className="board-earlier"
          aria-expanded={showsEarlier}
          onClick={() => setShowsEarlier(!showsEarlier)}
        >
          {showsEarlier
            ? t('dashboard.programme.hide_earlier_days')
            : t('dashboard.programme.show_earlier_days')}
        </Button>
      )}
      <div className="hour-board-hours" ref={hourColumn} aria-hidden="true">
        {lines.map((minute) => (
          <span key={minute} style={{ top: `${shareOf(minute, scale) * 100}%` }}>
            {clockOf(minute)}
          </span>
        ))}
      </div>
      {days.map((day, index) => {
        const own = sessions.filter(({ local_date }) => local_date === day);
        const places = placeDay(own, scale);
        const closed = closedName(catalogue, day);
        const name = weekdayAndShortDay(day);
        const lands = target?.local_date === day ? target : null;
        const isThin = day < today || (own.length === 0 && day !== today && days.length > 1);
        const planned = own.filter(({ status }) => status === 'planned').length;
        return (
          <section
            key={day}
            aria-label={name}
            data-zone={day}
            data-target={(dragged && landing?.zone === day) || undefined}
            data-today={day === today || undefined}
            data-past={day < today || undefined}
            data-closed={closed ? true : undefined}
            data-side={index > days.length / 2 ? 'end' : undefined}
          >
            <h2
              data-thin={isThin || undefined}
              style={
                {
                  '--near': `${isThin ? THIN_PERCENT : headWidth(daysBetween(today, day))}%`,
                } as CSSProperties
              }
            >
              <span>{weekdayAndDay(day)}</span>
              <small>
                {joinItems([
                  day === today && t('dashboard.programme.today'),
                  dayTitle(catalogue, day) ??
                    (planned > 0 && t('dashboard.programme.session_count', { count: planned })),
                ])}
              </small>
            </h2>
            <ol className="day-column">
              <DayBackground scale={scale} onChoose={(at) => onEmpty({ day, ...at })} />
              {own.map((session) => (
                <SessionBlock
                  key={session.id}
                  session={session}
                  onMove={onMove}
                  isDragged={leaving?.id === session.id}
                  style={placeStyle(places.get(session.id))}
                />
              ))}
              {lands && leaving && (
                <li
                  className="board-landing"
                  aria-hidden="true"
                  style={placeStyle(placeAt(minuteOf(lands.local_time), lands.duration_min, scale))}
                >
                  <b>{lands.local_time}</b> {leaving.offering.title}
                </li>
              )}
              {day === today && <NowLine today={today} zone={studioZone} scale={scale} />}
            </ol>
            <LinkButton
              className="board-add"
              aria-label={t('dashboard.programme.add_session_on_day', { day: name })}
              onClick={() => onEmpty({ day, time: '18:00' })}
            >
              {t('dashboard.programme.add_verb')}
            </LinkButton>
          </section>
        );
      })}
      {flag}
    </div>
  );
}

const THIN_PERCENT = 66;

/** The nearer a day, the wider its head is set; the past and days without sessions are thinnest. */
function headWidth(daysAway: number): number {
  return Math.max(88, 140 - 18 * daysAway);
}

function placeAt(minute: number, length: number, scale: ReturnType<typeof hourScale>): Place {
  const top = shareOf(minute, scale) * 100;
  return { top, height: shareOf(minute + length, scale) * 100 - top, left: 0, width: 100 };
}

/** A rule at each hour, as one background for all days. */
function lineGradient(tops: readonly number[]): string {
  const stops = tops.flatMap((top, index) => {
    const next = tops[index + 1] ?? 100;
    return [`var(--line) ${top}% calc(${top}% + 1px)`, `transparent calc(${top}% + 1px) ${next}%`];
  });
  return `linear-gradient(to bottom, ${stops.join(', ')})`;
}

function placeStyle(place: Place | undefined): CSSProperties | undefined {
  if (!place) return undefined;
  return {
    '--top': `${place.top}%`,
    '--height': `${place.height}%`,
    '--left': `${place.left}%`,
    '--width': `${place.width}%`,
  } as CSSProperties;
}
