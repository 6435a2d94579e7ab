// The tracks staff put before everything else. They leave the list as they are played.

import { useCallback, useEffect, useState } from 'react';
import { backend } from '#app/backend/backend.ts';
import { formatLength } from '#app/language/format-length.ts';
import { t } from '#app/language/messages.ts';
import { Button } from '#app/ui/button.tsx';
import { describeReason } from '#app/ui/confirm/confirm-store.ts';
import { reportFailure } from '../../forms/report-failure.ts';
import { Panel, PanelError } from '../../layout/page.tsx';
import { ownApi } from '../../own-api.ts';
import { type FoundTrack, TrackFinder } from '../track-finder.tsx';

interface Queue {
  track_ids: string[];
}

export function QueuePanel({ airId }: { airId: string | undefined }) {
  const [ids, setIds] = useState<string[]>([]);
  const [problem, setProblem] = useState('');
  const look = useCallback(
    () =>
      ownApi<Queue>('/radio/queue').then(
        ({ track_ids }) => {
          setIds(track_ids);
          setProblem('');
        },
        (reason) => setProblem(describeReason(reason)),
      ),
    [],
  );
  useEffect(() => {
    // Whenever the track on air changes, the first one may have left the queue.
    if (airId !== undefined) void look();
  }, [airId, look]);
  const send = (wanted: string[]) =>
    ownApi<Queue>('/radio/queue', { method: 'PUT', body: { track_ids: wanted } })
      .then(({ track_ids }) => setIds(track_ids))
      .catch(reportFailure);
  const { byId, know } = useNames(ids);
  const add = (track: FoundTrack) => {
    know([track]);
    void send([...ids, track.id]);
  };
  return (
    <Panel
      title={t('dashboard.radio.queue')}
      aside={t('dashboard.radio.plays_before_everything_else_in_this')}
    >
      {problem && <PanelError message={problem} onTryAgain={() => void look()} />}
      <ol className="dash-list">
        {numbered(ids).map(({ id, key, index }) => {
          const track = byId.get(id);
          const title = track?.title ?? t('dashboard.radio.a_track');
          return (
            <li key={key}>
              <span>
                <b>{title}</b>
                <span className="dash-quiet">
                  {track?.artist} {track && formatLength(track.duration_ms)}
                </span>
              </span>
              <span className="dash-row-actions">
                {index > 1 && (
                  <Button
                    variant="link"
                    size="sm"
                    aria-label={t('dashboard.radio.play_title_first', { title })}
                    onClick={() => send(moved(ids, index, 0))}
                  >
                    {t('dashboard.radio.first')}
                  </Button>
                )}
                {index > 0 && (
                  <Button
                    variant="link"
                    size="sm"
                    aria-label={t('dashboard.radio.move_title_up', { title })}
                    onClick={() => send(moved(ids, index, index - 1))}
                  >
                    {t('dashboard.common.up')}
                  </Button>
                )}
                {index < ids.length - 1 && (
                  <Button
                    variant="link"
                    size="sm"
                    aria-label={t('dashboard.radio.move_title_down', { title })}
                    onClick={() => send(moved(ids, index, index + 1))}
                  >
                    {t('dashboard.common.down')}
                  </Button>
                )}
                <Button
                  variant="link"
                  size="sm"
                  aria-label={t('dashboard.radio.remove_title_from_the_queue', { title })}
                  onClick={() => send(ids.filter((_, at) => at !== index))}
                >
                  {t('dashboard.common.remove')}
                </Button>
              </span>
            </li>
          );
        })}
        {ids.length === 0 && !problem && <li>{t('dashboard.radio.the_queue_is_empty_the_scheduled')}</li>}
      </ol>
      <div className="panel-foot">
        <TrackFinder action={t('dashboard.radio.add_to_the_queue')} onChoose={add} />
      </div>
    </Panel>
  );
}

function moved(ids: string[], from: number, to: number): string[] {
  const order = ids.filter((_, at) => at !== from);
  order.splice(to, 0, ids[from] as string);
  return order;
}

/** The titles of queued tracks, loaded when missing. */
function useNames(ids: string[]) {
  const [byId, setById] = useState<ReadonlyMap<string, FoundTrack>>(new Map());
  const know = useCallback(
    (tracks: FoundTrack[]) =>
      setById((before) => new Map([...before, ...tracks.map((track) => [track.id, track] as const)])),
    [],
  );
  const unknown = ids.filter((id) => !byId.has(id)).join(',');
  useEffect(() => {
    if (unknown === '') return;
    let isCancelled = false;
    const ask = async () => {
      const client = await backend();
      const { data } = await client
        .from('radio_tracks')
        .select('id,title,artist,duration_ms')
        .in('id', unknown.split(','));
      if (!isCancelled && data && data.length > 0) know(data);
    };
    ask().catch(() => {});
    return () => {
      isCancelled = true;
    };
  }, [unknown, know]);
  return { byId, know };
}

/** The same track may be queued twice, so the key includes a count. */
function numbered(ids: string[]): { id: string; key: string; index: number }[] {
  const counts = new Map<string, number>();
  return ids.map((id, index) => {
    const count = (counts.get(id) ?? 0) + 1;
    counts.set(id, count);
    return { id, key: `${id} ${count}`, index };
  });
}
