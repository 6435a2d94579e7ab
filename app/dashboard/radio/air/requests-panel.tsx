// Songs that listeners requested: staff put them into the queue or decline them.

import { backend } from '#app/backend/backend.ts';
import { RowAction } from '#app/dashboard/forms/row-action.tsx';
import { clockTime } from '#app/language/format-time.ts';
import { t } from '#app/language/messages.ts';
import { reportFailure } from '../../forms/report-failure.ts';
import { Panel } from '../../layout/page.tsx';
import { useStudio } from '../../use-studio.ts';
import type { QueuedTrack } from './plan-up-next.ts';
import type { StationQueue } from './use-queue.ts';

export interface SongRequest {
  id: string;
  asked_at: string;
  track: QueuedTrack | null;
}

interface RequestsPanelProps {
  requests: SongRequest[];
  queue: StationQueue;
  onChange(): void;
}

export function RequestsPanel({ requests, queue, onChange }: RequestsPanelProps) {
  const { zone } = useStudio().studio;
  const decide = async ({ id }: SongRequest, state: 'played' | 'declined') => {
    const client = await backend();
    const { error } = await client
      .from('radio_requests')
      .update({ state, decided_at: new Date().toISOString() })
      .eq('id', id);
    if (reportFailure(error)) onChange();
  };
  const enqueue = async (request: SongRequest, track: QueuedTrack) => {
    if (await queue.add([track])) await decide(request, 'played');
  };
  return (
    <Panel
      className="room-box"
      title={t('dashboard.radio.song_requests')}
      aside={t('dashboard.radio.requests_waiting', { count: requests.length })}
    >
      <ul className="room-rows">
        {requests.map((request) => {
          const { track } = request;
          const title = track?.title ?? t('dashboard.radio.a_track');
          return (
            <li key={request.id}>
              <span>
                {track?.artist
                  ? t('dashboard.radio.title_by_artist', { title, artist: track.artist })
                  : title}
                <small>
                  {t('dashboard.radio.requested_at', { time: clockTime(new Date(request.asked_at), zone) })}
                </small>
              </span>
              <span className="room-two">
                {track && (
                  <RowAction
                    label={t('dashboard.radio.add_to_the_queue')}
                    name={t('dashboard.radio.choose_track', {
                      action: t('dashboard.radio.add_to_the_queue'),
                      title,
                    })}
                    onClick={() => enqueue(request, track)}
                  />
                )}
                <RowAction
                  label={t('dashboard.radio.decline')}
                  name={t('dashboard.radio.decline_the_request_for_title', { title })}
                  onClick={() => decide(request, 'declined')}
                />
              </span>
            </li>
          );
        })}
        {requests.length === 0 && <li>{t('dashboard.radio.no_open_requests')}</li>}
      </ul>
      {requests.length > 0 && (
        <p className="dash-quiet">{t('dashboard.radio.one_plays_every_ten_minutes')}</p>
      )}
    </Panel>
  );
}
