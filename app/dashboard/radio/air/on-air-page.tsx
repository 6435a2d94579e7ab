// What is on air now: current track or live show, queue and song requests.

import { useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import { formatLength } from '#app/language/format-length.ts';
import { clockTime } from '#app/language/format-time.ts';
import { t } from '#app/language/messages.ts';
import { siteContext } from '#app/site-context.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { confirm } from '#app/ui/confirm/confirm-store.ts';
import { Link } from '#app/ui/link.tsx';
import { Progress } from '#app/ui/progress.tsx';
import type { NowPlaying } from '#contracts/radio.ts';
import { stationText } from '../../coded-text.ts';
import { dashboardMeta } from '../../dashboard-meta.ts';
import { reportFailure } from '../../forms/report-failure.ts';
import { requireRole } from '../../guard.server.ts';
import { PageHeader, Panel } from '../../layout/page.tsx';
import { ownApi } from '../../own-api.ts';
import { useStudio } from '../../use-studio.ts';
import type { Route } from './+types/on-air-page.ts';
import { QueuePanel } from './queue-panel.tsx';
import { RequestsPanel } from './requests-panel.tsx';
import { useStationState } from './use-station.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const { roles } = await requireRole({ request, context }, 'host', 'staff', 'owner');
  const isStaff = roles.includes('staff') || roles.includes('owner');
  if (!isStaff) return { isStaff, requests: [] };
  const { backend } = context.get(siteContext);
  const { data, error } = await backend
    .from('radio_requests')
    .select('id,asked_at,track:radio_tracks(title,artist)')
    .eq('state', 'waiting')
    .order('asked_at')
    .limit(50);
  if (error) throw error;
  return { isStaff, requests: data };
}

export const meta = dashboardMeta(() => t('dashboard.radio.page_title'));

export default function OnAirPage({ loaderData }: Route.ComponentProps) {
  const { isStaff, requests } = loaderData;
  const { air, isAway } = useStationState();
  const { revalidate } = useRevalidator();
  return (
    <>
      <PageHeader title={t('dashboard.radio.on_air')}>
        {air
          ? t('dashboard.radio.listeners_now_and_peak', {
              current: air.listeners.current,
              peak: air.listeners.peak,
            })
          : isAway
            ? t('dashboard.radio.the_station_does_not_respond_retrying')
            : t('dashboard.common.loading')}
      </PageHeader>
      {air?.alarm && (
        <p className="radio-alarm" role="alert">
          {stationText(air.alarm)}
        </p>
      )}
      <div className="dash-columns">
        <div className="dash-stack">
          <NowPanel air={air} isStaff={isStaff} />
          {isStaff && <QueuePanel airId={air?.now?.id} />}
        </div>
        <div className="dash-stack">
          {isStaff && <RequestsPanel requests={requests} onChange={() => void revalidate()} />}
          <RecentlyPlayedPanel air={air} isStaff={isStaff} />
        </div>
      </div>
    </>
  );
}

function NowPanel({ air, isStaff }: { air: NowPlaying | null; isStaff: boolean }) {
  const { studio } = useStudio();
  const [isBusy, setBusy] = useState(false);
  const now = air?.now;
  const skip = async () => {
    setBusy(true);
    await ownApi('/radio/skip', { method: 'POST', body: {} }).catch(reportFailure);
    setBusy(false);
  };
  const endLive = () =>
    confirm({
      title: t('dashboard.radio.end_the_live_show'),
      content: t('dashboard.radio.the_host_is_disconnected_and_the'),
      type: 'destructive',
      confirmText: t('dashboard.radio.end_live_show'),
      onConfirm: () => ownApi('/radio/live/end', { method: 'POST', body: {} }),
    });
  return (
    <Panel
      title={air?.isLive ? t('dashboard.radio.live') : t('dashboard.radio.now_playing')}
      aside={
        air?.show &&
        t('dashboard.radio.show_until', {
          title: air.show.title,
          time: clockTime(new Date(air.show.endsAt), studio.zone),
        })
      }
    >
      <div className="air-card">
        {now?.cover && <img src={now.cover} alt="" width="112" height="112" />}
        <div>
          {air?.isLive && <Badge tone="live">{t('dashboard.radio.live')}</Badge>}
          <p className="air-card-title">
            {now?.title ?? (air ? t('dashboard.radio.nothing_is_playing') : '…')}
          </p>
          <p>{now?.artist}</p>
          {air && now?.durationMs && (
            <Elapsed key={now.id} elapsedMs={air.elapsedMs} durationMs={now.durationMs} />
          )}
          {air?.next && !air.isLive && (
            <p className="dash-quiet">
              {air.next.artist
                ? t('dashboard.radio.next_track_by', { title: air.next.title, artist: air.next.artist })
                : t('dashboard.radio.next_track', { title: air.next.title })}
            </p>
          )}
        </div>
      </div>
      <div className="panel-foot air-card-actions">
        {isStaff && !air?.isLive && (
          <Button variant="secondary" size="sm" busy={isBusy} onClick={skip}>
            {t('dashboard.radio.skip_track')}
          </Button>
        )}
        {isStaff && air?.isLive && (
          <Button variant="destructive" size="sm" onClick={endLive}>
            {t('dashboard.radio.end_live_show')}
          </Button>
        )}
        <Link to="/dashboard/radio/live">{t('dashboard.radio.go_live')}</Link>
      </div>
    </Panel>
  );
}

function Elapsed({ elapsedMs, durationMs }: { elapsedMs: number; durationMs: number }) {
  const [begunAtMs] = useState(() => Date.now() - elapsedMs);
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const doneMs = Math.min(durationMs, Math.max(0, nowMs - begunAtMs));
  return (
    <div className="air-card-time">
      <span>{formatLength(doneMs)}</span>
      <Progress label={t('dashboard.radio.track_progress')} value={doneMs} max={durationMs} />
      <span>{formatLength(durationMs)}</span>
    </div>
  );
}

function RecentlyPlayedPanel({ air, isStaff }: { air: NowPlaying | null; isStaff: boolean }) {
  const { studio } = useStudio();
  return (
    <Panel
      title={t('dashboard.radio.recently_played')}
      aside={isStaff && <Link to="/dashboard/radio/history">{t('dashboard.common.history')}</Link>}
    >
      <ul className="dash-list">
        {air?.history.slice(0, 8).map((item) => (
          <li key={item.id}>
            <span>
              <b>{item.title}</b>
              <span className="dash-quiet">{item.artist}</span>
            </span>
            <time dateTime={item.startedAt}>{clockTime(new Date(item.startedAt), studio.zone)}</time>
          </li>
        ))}
        {air?.history.length === 0 && <li>{t('dashboard.radio.the_first_track_since_the_station')}</li>}
        {!air && <li>{t('dashboard.common.loading')}</li>}
      </ul>
    </Panel>
  );
}
