// What is on air in the shape of AzuraCast's API, for the players, displays and bots that read it.
import { createHash } from 'node:crypto';
import type { AirItem, NowPlaying } from '#contracts/radio.ts';

interface StationAbout {
  siteUrl: string;
  description: string;
  zone: string;
}

type Item = Omit<AirItem, 'startedAt'> & { startedAt?: string };

export const AZURACAST_SHORTCODE = 'onda';

export function azuraCastNowPlaying(now: NowPlaying, about: StationAbout) {
  const { siteUrl } = about;
  const { current } = now.listeners;
  const listeners = { total: current, unique: current, current };
  const elapsed = Math.round(now.elapsedMs / 1000);
  return {
    station: stationOf(now, about, listeners),
    listeners,
    live: {
      is_live: now.isLive,
      streamer_name: now.isLive ? (now.show?.host ?? now.now?.artist ?? '') : '',
      broadcast_start: now.isLive && now.now ? secondsOf(now.now.startedAt) : null,
      art: null,
    },
    now_playing: now.now && {
      ...playOf(now.now, now, siteUrl),
      elapsed,
      remaining: Math.max(0, Math.round((now.now.durationMs ?? 0) / 1000) - elapsed),
    },
    playing_next: now.next && {
      cued_at: secondsOf(now.at),
      ...playOf(now.next, now, siteUrl),
    },
    song_history: now.history.map((item) => playOf(item, now, siteUrl)),
    is_online: now.isOnAir,
    cache: null,
  };
}

function stationOf(now: NowPlaying, { siteUrl, description, zone }: StationAbout, listeners: object) {
  return {
    id: 1,
    name: now.station.name,
    shortcode: AZURACAST_SHORTCODE,
    description,
    frontend: 'icecast',
    backend: 'onda',
    timezone: zone,
    listen_url: now.streams.mp3,
    url: now.station.url,
    public_player_url: `${siteUrl}/radio/embed`,
    playlist_pls_url: `${siteUrl}/radio/live.pls`,
    playlist_m3u_url: `${siteUrl}/radio/live.m3u`,
    is_public: true,
    mounts: [
      {
        id: 1,
        name: 'live.mp3',
        url: now.streams.mp3,
        bitrate: 128,
        format: 'mp3',
        listeners,
        path: '/radio/live.mp3',
        is_default: true,
      },
    ],
    remotes: [],
    hls_enabled: true,
    hls_is_default: false,
    hls_url: now.streams.hls,
    hls_listeners: 0,
  };
}

function playOf(item: Item, { isLive, show }: NowPlaying, siteUrl: string) {
  return {
    sh_id: numberOf(item.id),
    played_at: item.startedAt ? secondsOf(item.startedAt) : 0,
    duration: Math.round((item.durationMs ?? 0) / 1000),
    playlist: item.kind === 'live' ? '' : (show?.title ?? ''),
    streamer: isLive && item.kind === 'live' ? (show?.host ?? '') : '',
    is_request: false,
    song: songOf(item, siteUrl),
  };
}

function songOf({ artist, title, album, cover }: Item, siteUrl: string) {
  const text = artist ? `${artist} - ${title}` : title;
  return {
    id: createHash('sha256').update(text.toLowerCase()).digest('hex').slice(0, 32),
    art: `${siteUrl}${cover ?? '/icon-512.png'}`,
    custom_fields: [],
    text,
    artist,
    title,
    album,
    genre: '',
    isrc: '',
    lyrics: '',
  };
}

function secondsOf(iso: string): number {
  return Math.floor(Date.parse(iso) / 1000);
}

/** AzuraCast counts plays; ours have ids, of which a number is made that stays the same. */
function numberOf(id: string): number {
  return createHash('sha256').update(id).digest().readUInt32BE(0) >>> 1;
}
