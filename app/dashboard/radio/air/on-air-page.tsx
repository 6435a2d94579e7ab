// What is on air now: current track or live show, queue and song requests.
import { useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import { clockTime } from '#app/language/format-time.ts';
import { siteContext } from '#app/site-context.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { confirm } from '#app/ui/confirm/confirm-store.ts';
import { Link } from '#app/ui/link.tsx';
import { Progress } from '#app/ui/progress.tsx';
import type { NowPlaying } from '#contracts/radio.ts';
import { dashboardMeta } from '../../dashboard-meta.ts';
import { reportFailure } from '../../forms/report-failure.ts';
import { requireRole } from '../../guard.server.ts';
import { PageHeader, Panel } from '../../layout/page.tsx';
import { ownApi } from '../../own-api.ts';
import { useStudio } from '../../use-studio.ts';
import { formatLength } from '../format-length.ts';
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

export const meta = dashboardMeta('radio');

export default function OnAirPage({ loaderData }: Route.ComponentProps) {
  const { isStaff, requests } = loaderData;
  const { air, isAway } = useStationState();
  const { revalidate } = useRevalidator();
  return (
    <>
      <PageHeader title="On air">
        {air
          ? `${air.listeners.current === 1 ? '1 listener' : `${air.listeners.current} listeners`} now, peak ${air.listeners.peak} since the station started.`
          : isAway
            ? 'The station does not respond. Retrying…'
            : 'Loading…'}
      </PageHeader>
      {air?.alarm && (
        <p className="radio-alarm" role="alert">
          {air.alarm}
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
      title: 'End the live show?',
      content: 'The host is disconnected and the next track plays. The recording is saved.',
      type: 'destructive',
      confirmText: 'End live show',
      onConfirm: () => ownApi('/radio/live/end', { method: 'POST', body: {} }),
    });
  return (
    <Panel
      title={air?.isLive ? 'Live' : 'Now playing'}
      aside={air?.show && `${air.show.title} until ${clockTime(new Date(air.show.endsAt), studio.zone)}`}
    >
      <div className="air-card">
        {now?.cover && <img src={now.cover} alt="" width="112" height="112" />}
        <div>
          {air?.isLive && <Badge tone="live">Live</Badge>}
          <p className="air-card-title">{now?.title ?? (air ? 'Nothing is playing' : '…')}</p>
          <p>{now?.artist}</p>
          {air && now?.durationMs && (
            <Elapsed key={now.id} elapsedMs={air.elapsedMs} durationMs={now.durationMs} />
          )}
          {air?.next && !air.isLive && (
            <p className="dash-quiet">
              Next: {air.next.title}
              {air.next.artist && `, ${air.next.artist}`}
            </p>
          )}
        </div>
      </div>
      <div className="panel-foot air-card-actions">
        {isStaff && !air?.isLive && (
          <Button variant="secondary" size="sm" busy={isBusy} onClick={skip}>
            Skip track
          </Button>
        )}
        {isStaff && air?.isLive && (
          <Button variant="destructive" size="sm" onClick={endLive}>
            End live show
          </Button>
        )}
        <Link to="/dashboard/radio/live">Go live</Link>
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
      <Progress label="Track progress" value={doneMs} max={durationMs} />
      <span>{formatLength(durationMs)}</span>
    </div>
  );
}

function RecentlyPlayedPanel({ air, isStaff }: { air: NowPlaying | null; isStaff: boolean }) {
  const { studio } = useStudio();
  return (
    <Panel title="Recently played" aside={isStaff && <Link to="/dashboard/radio/history">History</Link>}>
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
        {air?.history.length === 0 && <li>The first track since the station started is playing.</li>}
        {!air && <li>Loading…</li>}
      </ul>
    </Panel>
  );
}
