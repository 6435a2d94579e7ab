// What is on air, short: for skills of voice assistants, directories and displays that want a title and nothing else.
// `metadata` has the shape of Alexa's AudioPlayer.Play directive. A jingle is no title: the show or the station is named.
import type { NowPlaying } from '#contracts/radio.ts';

const TITLED = new Set(['music', 'live', 'episode']);

export function shortNowPlaying({ station, now, show, isLive, streams }: NowPlaying) {
  const air = now && TITLED.has(now.kind) ? now : null;
  const title = air?.title ?? show?.title ?? station.name;
  const artist = air ? air.artist : (show?.host ?? '');
  const art = `${station.url}${air?.cover ?? '/icon-512.png'}`;
  return {
    station: station.name,
    title,
    artist,
    album: air?.album ?? '',
    text: artist ? `${artist} - ${title}` : title,
    show: show?.title ?? null,
    host: show?.host ?? null,
    is_live: isLive,
    art,
    started_at: air?.startedAt ?? null,
    duration_s: air?.durationMs ? Math.round(air.durationMs / 1000) : null,
    stream_url: streams.mp3,
    metadata: {
      title,
      subtitle: artist || show?.title || station.name,
      art: { sources: [{ url: art }] },
    },
  };
}
