import { backend } from '#app/backend/backend.ts';
import { t } from '#app/language/messages.ts';
import { Button } from '#app/ui/button.tsx';
import { reportFailure } from '../../forms/report-failure.ts';
import { Panel } from '../../layout/page.tsx';

export interface SongRequest {
  id: string;
  asked_at: string;
  track: { title: string; artist: string } | null;
}

export function RequestsPanel({ requests, onChange }: { requests: SongRequest[]; onChange(): void }) {
  const decline = async ({ id }: SongRequest) => {
    const client = await backend();
    const { error } = await client
      .from('radio_requests')
      .update({ state: 'declined', decided_at: new Date().toISOString() })
      .eq('id', id);
    if (reportFailure(error)) onChange();
  };
  return (
    <Panel
      title={t('dashboard.radio.song_requests')}
      aside={t('dashboard.radio.one_plays_every_ten_minutes')}
    >
      <ul className="dash-list">
        {requests.map((request) => (
          <li key={request.id}>
            <span>
              <b>{request.track?.title}</b>
              <span className="dash-quiet">{request.track?.artist}</span>
            </span>
            <Button
              variant="link"
              size="sm"
              aria-label={t('dashboard.radio.decline_the_request_for_title', {
                title: request.track?.title ?? '',
              })}
              onClick={() => decline(request)}
            >
              {t('dashboard.radio.decline')}
            </Button>
          </li>
        ))}
        {requests.length === 0 && <li>{t('dashboard.radio.no_open_requests')}</li>}
      </ul>
    </Panel>
  );
}
