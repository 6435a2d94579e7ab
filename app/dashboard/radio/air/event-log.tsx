import { useState } from 'react';
import { clockTime, localDay, shortDate } from '#app/language/format-time.ts';
import { t } from '#app/language/messages.ts';
import { LinkButton } from '#app/ui/button.tsx';
import { Link } from '#app/ui/link.tsx';
import { stationText } from '../../coded-text.ts';
import { Panel } from '../../layout/page.tsx';
import { useStudio } from '../../use-studio.ts';
import type { StationEvent } from './station-events.ts';

const SHOWN = 7;

interface EventLogProps {
  events: readonly StationEvent[];
  now: Date;
  isStaff: boolean;
}

export function EventLog({ events, now, isStaff }: EventLogProps) {
  const { zone } = useStudio().studio;
  const [isWhole, setWhole] = useState(false);
  const timeOf = (at: string) => {
    const moment = new Date(at);
    const isToday = localDay(moment, zone) === localDay(now, zone);
    return isToday ? clockTime(moment, zone) : shortDate(moment, zone);
  };
  return (
    <Panel
      className="room-box"
      title={t('dashboard.radio.event_log')}
      aside={
        isStaff && <Link to="/dashboard/radio/figures/history">{t('dashboard.radio.play_history')}</Link>
      }
    >
      <ol className="room-rows room-log">
        {events.slice(0, isWhole ? events.length : SHOWN).map((event) => (
          <li key={event.key} data-problem={isProblem(event) || undefined}>
            <time dateTime={event.at}>{timeOf(event.at)}</time>
            <span>{describe(event)}</span>
          </li>
        ))}
        {events.length === 0 && <li>{t('dashboard.radio.nothing_has_happened_yet')}</li>}
      </ol>
      {events.length > SHOWN && (
        <LinkButton aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? t('dashboard.radio.show_fewer_events') : t('dashboard.radio.show_more_events')}
        </LinkButton>
      )}
    </Panel>
  );
}

const TITLE_MESSAGES = {
  track: 'dashboard.radio.track_started',
  live: 'dashboard.radio.live_on_air',
  request: 'dashboard.radio.song_requested',
} as const;

function describe(event: StationEvent) {
  if ('title' in event) return t(TITLE_MESSAGES[event.kind], { title: event.title });
  const text = stationText(event.reason);
  if (event.kind !== 'connection') return text;
  return (
    <>
      {event.outcome === 'rejected' && <b>{t('dashboard.radio.connection_rejected')} </b>}
      {text}
      {event.client && <small>{event.client}</small>}
    </>
  );
}

const STAFF_ACTIONS = ['track_skipped_by', 'queue_changed_by'];

function isProblem(event: StationEvent): boolean {
  if (event.kind === 'connection') return event.outcome === 'rejected';
  return event.kind === 'note' && !STAFF_ACTIONS.includes(event.reason.code);
}
