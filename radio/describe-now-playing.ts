// What the station tells about itself: what plays, what comes next, which show, how many listen.
import type { AirCurator, AirItem, AirShow, NowPlaying } from '#contracts/radio.ts';
import type { Audience } from './mount/audience.ts';
import { MOUNTS } from './mount/mount-facts.ts';
import type { Playout } from './playout/playout-options.ts';
import { curatedHourAt } from './schedule/curated-hour.ts';
import { type Airing, airingAt, nextAiring, wholeAiring } from './schedule/grid.ts';
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
  const airing = wholeOf(programme, airingAt(programme, nowMs));
  const following = nextAiring(programme, airing ? airing.endsMs - 1 : nowMs);
  return {
    station: { name: programme.station.name, url: siteUrl },
    isOnAir: now !== null,
    isLive: playout.isLive,
    now,
    elapsedMs: Math.round(playout.elapsedMs),
    next: next ? { ...next, id: `next-${next.trackId ?? ''}` } : null,
    history: history.filter(({ id }) => id !== now?.id).slice(0, MAX_HISTORY),
    show: showOf(programme, airing),
    nextShow: showOf(programme, wholeOf(programme, following)),
    curatedBy: now?.kind === 'music' || now?.kind === 'jingle' ? curatorAt(programme, nowMs) : null,
    listeners: { current: audience.current, peak: audience.peak },
    streams: {
      mp3: `${siteUrl}${MOUNTS.mp3.path}`,
      aac: `${siteUrl}${MOUNTS.aac.path}`,
      opus: `${siteUrl}${MOUNTS.opus.path}`,
      ...(programme.station.hasOpus96 && { opus96: `${siteUrl}${MOUNTS.opus96.path}` }),
      hls: `${siteUrl}/radio/live.m3u8`,
    },
    alarm: alarm && { ...alarm, message: englishText(alarm) },
    at: new Date(nowMs).toISOString(),
  };
}

function wholeOf(programme: Programme, airing: Airing | undefined): Airing | undefined {
  return airing && wholeAiring(programme, airing);
}

function showOf({ shows }: Programme, airing: Airing | undefined): AirShow | null {
  const show = shows.find(({ id }) => id === airing?.showId);
  return airing && show ? airShow(airing, show) : null;
}

function curatorAt(programme: Programme, nowMs: number): AirCurator | null {
  const curator = curatedHourAt(programme, nowMs)?.list.curatedBy;
  if (!curator || curator.publishedMs === null || curator.publishedMs > nowMs) return null;
  const { slug, title, translations } = curator;
  return { slug, title, translations };
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
