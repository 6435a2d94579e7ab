// What the station tells about itself: what plays, what comes next, which show, how many listen.
import type { AirItem, AirShow, NowPlaying } from '#contracts/radio.ts';
import type { Audience } from './mount/audience.ts';
import type { Playout } from './playout/playout.ts';
import { type Airing, airingAt, nextAiring } from './schedule/grid.ts';
import type { Programme, Show } from './schedule/programme.ts';
import { englishText, type StationText } from './station-text.ts';

interface StationState {
  siteUrl: string;
  programme: Programme;
  history: readonly AirItem[];
  playout: Playout;
  audience: Audience;
  alarm: StationText | null;
  nowMs: number;
}

export const MAX_HISTORY = 20;

export function describeNowPlaying(state: StationState): NowPlaying {
  const { siteUrl, programme, history, playout, audience, alarm, nowMs } = state;
  const now = playout.air ?? null;
  const { next } = playout;
  return {
    station: { name: programme.station.name, url: siteUrl },
    isOnAir: now !== null,
    isLive: playout.isLive,
    now,
    elapsedMs: Math.round(playout.elapsedMs),
    next: next ? { ...next, id: `next-${next.trackId ?? ''}` } : null,
    history: history.filter(({ id }) => id !== now?.id).slice(0, MAX_HISTORY),
    show: showOf(programme, airingAt(programme, nowMs)),
    nextShow: showOf(programme, nextAiring(programme, nowMs)),
    listeners: { current: audience.current, peak: audience.peak },
    streams: { mp3: `${siteUrl}/radio/live.mp3`, hls: `${siteUrl}/radio/live.m3u8` },
    alarm: alarm && { ...alarm, message: englishText(alarm) },
    at: new Date(nowMs).toISOString(),
  };
}

function showOf({ shows }: Programme, airing: Airing | undefined): AirShow | null {
  const show = shows.find(({ id }) => id === airing?.showId);
  return airing && show ? airShow(airing, show) : null;
}

function airShow(airing: Airing, { id, slug, title, host, translations }: Show): AirShow {
  return {
    id,
    slug,
    title,
    host,
    ...(translations && { translations }),
    startsAt: new Date(airing.startsMs).toISOString(),
    endsAt: new Date(airing.endsMs).toISOString(),
  };
}
