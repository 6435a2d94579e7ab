// What is on air, with its level and what can be done about it. Green while someone is live.

import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { formatLength } from '#app/language/format-length.ts';
import { clockTime } from '#app/language/format-time.ts';
import { questionText, rich, t } from '#app/language/messages.ts';
import { formatNumber } from '#app/language/number.ts';
import { Button } from '#app/ui/button.tsx';
import { confirm } from '#app/ui/confirm/confirm-store.ts';
import { toast } from '#app/ui/toast/toast-store.ts';
import { reportFailure } from '../../forms/report-failure.ts';
import { ownApi } from '../../own-api.ts';
import { useCurrentUser } from '../../use-current-user.ts';
import { useStudio } from '../../use-studio.ts';
import type { Broadcaster } from '../live/use-broadcast.ts';
import { LevelMeters } from './level-meters.tsx';
import { formatDecibels, ONE_DECIMAL } from './meter-scale.ts';
import { playedRules, RULES_HEIGHT, RULES_WIDTH } from './played-rules.ts';
import { type ControlRoom, type Received, useSince } from './use-control-room.ts';

interface AirCardProps {
  room: ControlRoom;
  broadcaster: Broadcaster;
  isStaff: boolean;
}

export function AirCard({ room, broadcaster, isStaff }: AirCardProps) {
  const { station, isAway } = room;
  const titleId = useId();
  const air = station?.air;
  const nothing = isAway
    ? t('dashboard.radio.the_station_does_not_respond_retrying')
    : station
      ? t('dashboard.radio.nothing_is_playing')
      : t('dashboard.common.loading');
  const heading = air?.show?.title ?? air?.now?.title ?? nothing;
  return (
    <section className="air-card" data-live={air?.isLive || undefined} aria-labelledby={titleId}>
      <p className="air-card-source">{station && <Source station={station} />}</p>
      <h2 id={titleId}>{heading}</h2>
      {station?.air.now && <Track key={station.air.now.id} station={station} />}
      <LevelMeters label={t('dashboard.radio.level_on_air')} read={room.readPeaks} hasScale />
      <div className="air-card-actions">
        <Actions station={station} broadcaster={broadcaster} isStaff={isStaff} />
        <p className="air-card-recording">
          {station?.live && <Recording station={station} />}
          {station && <Latency station={station} />}
          <Loudness read={room.readLoudness} />
        </p>
      </div>
    </section>
  );
}

function Source({ station }: { station: Received }) {
  const { zone } = useStudio().studio;
  const sinceMs = useSince(station);
  const { air, live } = station;
  const b = (text: ReactNode) => <b>{text}</b>;
  const time = air.show && clockTime(new Date(air.show.endsAt), zone);
  const nowMs = station.receivedMs + sinceMs;
  const minutes = live ? Math.max(0, Math.floor((nowMs - Date.parse(live.startedAt)) / 60_000)) : 0;
  return (
    <>
      <span>
        {live
          ? time
            ? rich('dashboard.radio.live_for_minutes_until', { minutes, time, b })
            : rich('dashboard.radio.live_for_minutes', { minutes, b })
          : time
            ? rich('dashboard.radio.from_the_schedule_until', { time, b })
            : rich('dashboard.radio.from_the_schedule', { b })}
      </span>
      {live && (
        <span>
          {live.way === 'browser'
            ? t('dashboard.radio.host_from_the_browser', { name: live.name })
            : t('dashboard.radio.host_from_a_program', { name: live.name })}
        </span>
      )}
    </>
  );
}

/** The track under the name of its show, and how much of it is played. */
function Track({ station }: { station: Received }) {
  const { now, elapsedMs, show } = station.air;
  const doneMs = elapsedMs + useSince(station);
  if (!now) return null;
  const { durationMs } = now;
  const shownMs = durationMs ? Math.min(durationMs, doneMs) : doneMs;
  return (
    <>
      <p className="air-card-track">
        <span>
          {show && show.title !== now.title && <b>{now.title}</b>} {now.artist}
        </span>
        <span className="air-card-time">
          {durationMs ? `${formatLength(shownMs)} / ${formatLength(durationMs)}` : formatLength(shownMs)}
        </span>
      </p>
      {durationMs && (
        <svg
          className="air-card-rules"
          viewBox={`0 0 ${RULES_WIDTH} ${RULES_HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={t('dashboard.radio.played_of', {
            played: formatLength(shownMs),
            length: formatLength(durationMs),
          })}
        >
          <path d={playedRules(shownMs / durationMs)} />
        </svg>
      )}
    </>
  );
}

function Actions({
  station,
  broadcaster,
  isStaff,
}: Omit<AirCardProps, 'room'> & { station: Received | null }) {
  const [isBusy, setBusy] = useState(false);
  const skip = async () => {
    setBusy(true);
    await ownApi('/radio/skip', { method: 'POST', body: {} }).catch(reportFailure);
    setBusy(false);
  };
  const navigate = useNavigate();
  const { id: userId } = useCurrentUser().person;
  /** Asks once, and leads to the recording afterwards. */
  const endShow = (question: ReturnType<typeof questionText>, end: () => unknown) =>
    confirm({
      ...question,
      type: 'destructive',
      onConfirm: async () => {
        await end();
        toast({
          variant: 'success',
          title: t('dashboard.radio.show_has_ended'),
          description: t('dashboard.radio.recording_is_ready_in_seconds'),
          durationMs: 15_000,
          action: {
            label: t('dashboard.radio.open_recordings'),
            onClick: () => void navigate('/dashboard/radio/recordings'),
          },
        });
      },
    });
  const endLive = () => ownApi('/radio/live/end', { method: 'POST', body: {} });
  if (broadcaster.isLive)
    return (
      <>
        <Button
          variant="secondary"
          size="sm"
          aria-pressed={broadcaster.isMuted}
          onClick={() => broadcaster.setMuted(!broadcaster.isMuted)}
        >
          {broadcaster.isMuted
            ? t('dashboard.radio.unmute_microphone')
            : t('dashboard.radio.mute_microphone')}
        </Button>
        <Button
          variant="tertiary"
          size="sm"
          onClick={() => void endShow(questionText('dashboard.radio.end_show'), broadcaster.end)}
        >
          {t('dashboard.radio.end_show')}
        </Button>
      </>
    );
  if (station?.live?.userId === userId)
    return (
      <Button
        variant="tertiary"
        size="sm"
        onClick={() => void endShow(questionText('dashboard.radio.end_show'), endLive)}
      >
        {t('dashboard.radio.end_show')}
      </Button>
    );
  if (!isStaff || !station) return null;
  return station.live ? (
    <Button
      variant="tertiary"
      size="sm"
      onClick={() => void endShow(questionText('dashboard.radio.end_live_show'), endLive)}
    >
      {t('dashboard.radio.end_live_show')}
    </Button>
  ) : (
    <Button variant="secondary" size="sm" busy={isBusy} onClick={skip}>
      {t('dashboard.radio.skip_track')}
    </Button>
  );
}

function Recording({ station }: { station: Received }) {
  const sinceMs = useSince(station);
  const recordedMs = station.live?.recordedMs;
  return (
    <span>
      {typeof recordedMs === 'number'
        ? rich('dashboard.radio.recording_length', {
            length: formatLength(recordedMs + sinceMs),
            b: (text) => <b>{text}</b>,
          })
        : t('dashboard.radio.not_recorded')}
    </span>
  );
}

/** Without the network, which nobody here knows. */
function Latency({ station: { latency } }: { station: Received }) {
  const seconds = (ms: number) => formatNumber(ms / 1000, { maximumFractionDigits: 0 });
  const { sourceMs, streamMs, hlsMs } = latency;
  const stream = seconds(sourceMs + streamMs);
  return (
    <span title={t('dashboard.radio.latency_hint')}>
      {hlsMs === null
        ? t('dashboard.radio.latency', { stream })
        : t('dashboard.radio.latency_with_hls', { stream, hls: seconds(sourceMs + hlsMs) })}
    </span>
  );
}

function Loudness({ read }: { read(): number | null }) {
  const line = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const write = () => {
      const lufs = read();
      if (line.current)
        line.current.textContent =
          lufs === null ? '' : t('dashboard.radio.loudness_now', { lufs: formatDecibels(lufs, ONE_DECIMAL) });
    };
    const timer = setInterval(write, 1000);
    return () => clearInterval(timer);
  }, [read]);
  return <span ref={line} />;
}
