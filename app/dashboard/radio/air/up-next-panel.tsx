// What plays next and when, with the queue that staff arrange: by dragging, by arrows, from the library or a playlist.

import { type DragEvent, useState } from 'react';
import { formatLength } from '#app/language/format-length.ts';
import { clockTime } from '#app/language/format-time.ts';
import { t } from '#app/language/messages.ts';
import { LinkButton } from '#app/ui/button.tsx';
import { Panel } from '../../layout/page.tsx';
import { useStudio } from '../../use-studio.ts';
import { TrackFinder } from '../track-finder.tsx';
import { FillFromPlaylist } from './fill-from-playlist.tsx';
import { moved, planUpNext, tracksFor, type UpNext } from './plan-up-next.ts';
import { type Received, useSince } from './use-control-room.ts';
import type { StationQueue } from './use-queue.ts';

const HOUR_MS = 3_600_000;

export function UpNextPanel({ station, queue }: { station: Received | null; queue: StationQueue }) {
  const [open, setOpen] = useState<'track' | 'playlist' | null>(null);
  const toggle = (what: 'track' | 'playlist') => setOpen(open === what ? null : what);
  return (
    <Panel
      title={t('dashboard.radio.up_next')}
      className="up-next"
      aside={station && <Summary queue={queue} />}
    >
      {station ? <Rows station={station} queue={queue} /> : <p>{t('dashboard.common.loading')}</p>}
      <p className="up-next-foot">
        <LinkButton aria-expanded={open === 'track'} onClick={() => toggle('track')}>
          {t('dashboard.radio.add_track')}
        </LinkButton>
        <LinkButton aria-expanded={open === 'playlist'} onClick={() => toggle('playlist')}>
          {t('dashboard.radio.fill_from_playlist')}
        </LinkButton>
      </p>
      {open === 'track' && (
        <TrackFinder
          action={t('dashboard.radio.add_to_the_queue')}
          onChoose={(track) => queue.add([track])}
        />
      )}
      {open === 'playlist' && (
        <FillFromPlaylist
          onChoose={(tracks) => {
            const endsMs = station?.air.show ? Date.parse(station.air.show.endsAt) : Date.now() + HOUR_MS;
            queue.add(tracksFor(tracks, endsMs - Date.now()));
            setOpen(null);
          }}
        />
      )}
    </Panel>
  );
}

function Summary({ queue: { ids, tracks } }: { queue: StationQueue }) {
  if (ids.length === 0) return t('dashboard.radio.the_queue_is_empty');
  const totalMs = ids.reduce((sum, id) => sum + (tracks.get(id)?.duration_ms ?? 0), 0);
  return t('dashboard.radio.queued_tracks_and_length', { count: ids.length, length: formatLength(totalMs) });
}

function Rows({ station, queue }: { station: Received; queue: StationQueue }) {
  const { zone } = useStudio().studio;
  const sinceMs = useSince(station);
  const [dragged, setDragged] = useState<number | null>(null);
  const { ids } = queue;
  const nowMs = station.receivedMs + sinceMs;
  const { rows, endsInMs } = planUpNext(station.air, ids, queue.tracks, sinceMs);
  const timeOf = (inMs: number) => clockTime(new Date(nowMs + inMs), zone);
  const move = (from: number, to: number) => queue.send(moved(ids, from, to));
  const dragOf = (index: number) => ({
    draggable: true,
    'data-dragged': dragged === index || undefined,
    onDragStart: () => setDragged(index),
    onDragEnd: () => setDragged(null),
    onDragOver: (event: DragEvent) => {
      if (dragged !== null) event.preventDefault();
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      if (dragged !== null && dragged !== index) move(dragged, index);
      setDragged(null);
    },
  });
  return (
    <>
      <ol className="up-next-list">
        {rows.map((row) => (
          <li key={row.key} {...(row.index !== null && dragOf(row.index))}>
            <span className="up-next-time">
              {row.startsInMs === null ? (
                <small>{t('dashboard.radio.later')}</small>
              ) : (
                <>
                  <b>{timeOf(row.startsInMs)}</b>
                  <small>{t('dashboard.radio.in_length', { length: formatLength(row.startsInMs) })}</small>
                </>
              )}
            </span>
            <span className="up-next-title">
              <b>{row.title ?? t('dashboard.radio.a_track')}</b>
              <small>
                {row.index === null
                  ? [row.artist, t('dashboard.radio.chosen_by_the_schedule')].filter(Boolean).join(', ')
                  : row.artist}
              </small>
            </span>
            <span className="up-next-length">{row.durationMs !== null && formatLength(row.durationMs)}</span>
            {row.index !== null && (
              <Buttons row={row} index={row.index} count={ids.length} queue={queue} move={move} />
            )}
          </li>
        ))}
      </ol>
      <p className="up-next-end">
        {station.air.isLive
          ? t('dashboard.radio.continues_after_the_live_show')
          : endsInMs !== null && ids.length > 0
            ? t('dashboard.radio.queue_ends_at', { time: timeOf(endsInMs) })
            : t('dashboard.radio.then_the_schedule_plays')}
      </p>
    </>
  );
}

interface ButtonsProps {
  row: UpNext;
  index: number;
  count: number;
  queue: StationQueue;
  move(from: number, to: number): void;
}

function Buttons({ row, index, count, queue, move }: ButtonsProps) {
  const title = row.title ?? t('dashboard.radio.a_track');
  return (
    <span className="up-next-buttons">
      <button
        type="button"
        aria-label={t('dashboard.radio.move_title_up', { title })}
        disabled={index === 0}
        onClick={() => move(index, index - 1)}
      >
        <span aria-hidden="true">↑</span>
      </button>
      <button
        type="button"
        aria-label={t('dashboard.radio.move_title_down', { title })}
        disabled={index === count - 1}
        onClick={() => move(index, index + 1)}
      >
        <span aria-hidden="true">↓</span>
      </button>
      <button
        type="button"
        aria-label={t('dashboard.radio.remove_title_from_the_queue', { title })}
        onClick={() => queue.send(queue.ids.filter((_, at) => at !== index))}
      >
        <span aria-hidden="true">×</span>
      </button>
    </span>
  );
}
