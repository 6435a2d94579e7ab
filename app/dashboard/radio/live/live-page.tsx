// Going live: from this browser or from a program, with a log of connection attempts.

import { useRevalidator } from 'react-router';
import { readOpenChat } from '#app/features/radio-chat/open-chat.ts';
import { t } from '#app/language/messages.ts';
import { since } from '#app/language/since.ts';
import { siteContext } from '#app/site-context.ts';
import { Badge } from '#app/ui/badge.tsx';
import { type CodedText, stationText } from '../../coded-text.ts';
import { dashboardMeta } from '../../dashboard-meta.ts';
import { requireRole } from '../../guard.server.ts';
import { PageHeader, PageLoading, Panel } from '../../layout/page.tsx';
import { ownApi } from '../../own-api.ts';
import { useStudio } from '../../use-studio.ts';
import { useStation } from '../air/use-station.ts';
import { ChatPanel } from '../chat/chat-panel.tsx';
import type { Route } from './+types/live-page.ts';
import { BrowserBroadcast } from './browser-broadcast.tsx';
import type { Connection } from './client-settings.ts';
import { OwnShowsPanel } from './own-shows-panel.tsx';
import { SourceSettings } from './source-settings.tsx';

interface LogLine {
  id: number;
  at: string;
  way: string;
  client: string;
  outcome: 'accepted' | 'rejected' | 'ended';
  reason: CodedText;
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const { roles, person } = await requireRole({ request, context }, 'host', 'staff', 'owner');
  const { backend, now } = context.get(siteContext);
  const isStaff = roles.includes('staff') || roles.includes('owner');
  const [log, chat, shows] = await Promise.all([
    backend
      .from('radio_connections')
      .select('id,at,way,client,outcome,reason')
      .order('at', { ascending: false })
      .limit(30),
    readOpenChat(backend),
    isStaff
      ? null
      : backend
          .from('radio_show_hosts')
          .select('show:shows(slug,title,slots(weekday,local_time,duration_min))')
          .eq('user_id', person.id),
  ]);
  if (log.error) throw log.error;
  if (shows?.error) throw shows.error;
  return {
    isStaff,
    log: log.data as unknown as LogLine[],
    shows: shows?.data ?? null,
    chat,
    now: now.toISOString(),
  };
}

export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  const [known, connection] = await Promise.all([serverLoader(), ownApi<Connection>('/radio/connection')]);
  return { ...known, connection };
}
clientLoader.hydrate = true as const;

export const meta = dashboardMeta(() => t('dashboard.radio.live_page_title'));

export function HydrateFallback() {
  return <PageLoading title={t('dashboard.radio.go_live')}>{t('dashboard.common.loading')}</PageLoading>;
}

export default function LivePage({ loaderData }: Route.ComponentProps) {
  const { isStaff, log, shows, chat, connection, now } = loaderData;
  const { revalidate } = useRevalidator();
  const alarm = useStation()?.alarm;
  const again = () => void revalidate();
  return (
    <>
      <PageHeader title={t('dashboard.radio.go_live')}>
        {isStaff
          ? t('dashboard.radio.staff_can_go_live_at_any')
          : t('dashboard.radio.you_can_go_live_during_your')}
      </PageHeader>
      {alarm && (
        <p className="radio-alarm" role="alert">
          {stationText(alarm)}
        </p>
      )}
      <div className="dash-columns">
        <div className="dash-stack">
          {shows && <OwnShowsPanel shows={shows} />}
          <BrowserBroadcast onEnded={again} />
          <ChatPanel initial={chat} />
          <ConnectionLog log={log} now={new Date(now)} />
        </div>
        <div className="dash-stack">
          <SourceSettings connection={connection} onChange={again} />
        </div>
      </div>
    </>
  );
}

function ConnectionLog({ log, now }: { log: LogLine[]; now: Date }) {
  const { studio } = useStudio();
  return (
    <Panel title={t('dashboard.radio.connection_log')}>
      <ul className="dash-list">
        {log.map((line) => (
          <li key={line.id}>
            <span>
              {stationText(line.reason)}
              <span className="dash-quiet">
                {since(new Date(line.at), now, studio.zone)},{' '}
                {line.way === 'browser'
                  ? t('dashboard.radio.browser')
                  : line.client || t('dashboard.radio.program')}
              </span>
            </span>
            <Badge
              tone={
                line.outcome === 'rejected' ? 'danger' : line.outcome === 'accepted' ? 'positive' : 'quiet'
              }
            >
              {t(`dashboard.radio.outcome_${line.outcome}`)}
            </Badge>
          </li>
        ))}
        {log.length === 0 && <li>{t('dashboard.radio.no_connections_yet_every_attempt_to')}</li>}
      </ul>
    </Panel>
  );
}
