// The control room: what is on air and its level, what is next, who listens, requests, chat, what happened, going live.
// Staff run the station from here; hosts see what concerns their own shows.

import { useRevalidator } from 'react-router';
import { rich, t } from '#app/language/messages.ts';
import { Button } from '#app/ui/button.tsx';
import { Link } from '#app/ui/link.tsx';
import { stationText } from '../../coded-text.ts';
import { dashboardMeta } from '../../dashboard-meta.ts';
import { PageHeader } from '../../layout/page.tsx';
import { useLiveReload } from '../../realtime/use-live-reload.ts';
import { useStudio } from '../../use-studio.ts';
import { ChatPanel } from '../chat/chat-panel.tsx';
import { ElsewherePanel } from '../live/elsewhere-panel.tsx';
import { GoLivePanel } from '../live/go-live-panel.tsx';
import { OwnShowsPanel } from '../live/own-shows-panel.tsx';
import { useBroadcast } from '../live/use-broadcast.ts';
import type { Route } from './+types/on-air-page.ts';
import { AirCard } from './air-card.tsx';
import { EventLog } from './event-log.tsx';
import { ListenersPanel } from './listeners-panel.tsx';
import { loadControlRoom } from './load-control-room.server.ts';
import { RequestsPanel } from './requests-panel.tsx';
import { mergeEvents } from './station-events.ts';
import { UpNextPanel } from './up-next-panel.tsx';
import { useControlRoom } from './use-control-room.ts';
import { useQueue } from './use-queue.ts';

export function loader(args: Route.LoaderArgs) {
  return loadControlRoom(args);
}

export const meta = dashboardMeta(() => t('dashboard.radio.page_title'));

const STAFF_TABLES = [
  { table: 'radio_plays' },
  { table: 'radio_requests' },
  { table: 'radio_connections' },
  { table: 'radio_events' },
];
const HOST_TABLES = [{ table: 'radio_plays' }, { table: 'radio_connections' }];

export default function OnAirPage({ loaderData }: Route.ComponentProps) {
  const { isStaff, requests, quarters, chat, shows, events } = loaderData;
  const now = new Date(loaderData.now);
  const { sections } = useStudio();
  const room = useControlRoom();
  const { station } = room;
  const queue = useQueue(station);
  const { revalidate } = useRevalidator();
  const again = () => void revalidate();
  const broadcaster = useBroadcast(again);
  useLiveReload(...(isStaff ? STAFF_TABLES : HOST_TABLES));
  const goLive = <GoLivePanel broadcaster={broadcaster} air={station?.air ?? null} isStaff={isStaff} />;
  const log = <EventLog events={mergeEvents(events)} now={now} isStaff={isStaff} />;
  return (
    <>
      <PageHeader
        title={t('dashboard.radio.radio')}
        actions={
          <Button asChild variant="tertiary" size="sm">
            <Link to="/dashboard/radio/library">{t('dashboard.radio.add_music')}</Link>
          </Button>
        }
      >
        {station
          ? rich('dashboard.radio.on_air_with_listeners', {
              current: station.air.listeners.current,
              b: (text) => <b>{text}</b>,
            })
          : room.isAway
            ? t('dashboard.radio.the_station_does_not_respond_retrying')
            : t('dashboard.common.loading')}
      </PageHeader>
      {station?.air.alarm && (
        <p className="radio-alarm" role="alert">
          {stationText(station.air.alarm)}
        </p>
      )}
      <div className="room">
        <AirCard room={room} broadcaster={broadcaster} isStaff={isStaff} />
        {isStaff ? <UpNextPanel station={station} queue={queue} /> : goLive}
        <div className="room-low">
          {isStaff ? (
            <>
              <div className="room-stack">
                <ListenersPanel
                  quarters={quarters}
                  current={station?.air.listeners.current ?? null}
                  now={now}
                />
                {log}
              </div>
              <div className="room-stack">
                {sections.open.includes('requests') && (
                  <RequestsPanel requests={requests} queue={queue} onChange={again} />
                )}
                <ChatPanel initial={chat} />
              </div>
              <div className="room-stack">
                {goLive}
                <ElsewherePanel />
              </div>
            </>
          ) : (
            <>
              <ChatPanel initial={chat} />
              {log}
              <div className="room-stack">
                <OwnShowsPanel shows={shows} />
                <ElsewherePanel />
              </div>
            </>
          )}
        </div>
      </div>
    </>
  );
}
