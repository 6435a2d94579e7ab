// The radio on the lock screen, for media keys and in cars: what is playing, and its buttons.
import type { NowPlaying } from '#contracts/radio.ts';
import { excerptPlayer } from './excerpt-store.ts';
import { radioPlayer } from './player-store.ts';

export function startMediaSession(stationName: string): void {
  const session = navigator.mediaSession;
  if (!session) return;
  const handlers: [MediaSessionAction, () => void][] = [
    ['play', radioPlayer.play],
    ['pause', radioPlayer.pause],
    ['stop', radioPlayer.pause],
  ];
  let shown: string | undefined;
  const show = () => {
    const { playing, state, air } = radioPlayer.snapshot();
    // The media keys belong to the recording that is heard.
    if (excerptPlayer.snapshot().excerpt) {
      shown = undefined;
      return;
    }
    // Before the first play, the media keys belong to other programs.
    if (!playing && state !== 'paused') return;
    session.playbackState = playing ? 'playing' : 'paused';
    const key = JSON.stringify([air?.now?.id, air?.now?.title, air?.show?.title]);
    if (key === shown) return;
    shown = key;
    session.metadata = metadataOf(air, stationName);
    for (const [action, handler] of handlers) {
      try {
        session.setActionHandler(action, handler);
      } catch {
        // A browser that does not support this key.
      }
    }
  };
  radioPlayer.subscribe(show);
  show();
}

function metadataOf(air: NowPlaying | null, stationName: string): MediaMetadata {
  const icon = { src: '/icon-512.png', sizes: '512x512', type: 'image/png' };
  const cover = air?.now?.cover;
  return new MediaMetadata({
    title: air?.now?.title ?? stationName,
    artist: air?.now?.artist || air?.show?.title || stationName,
    album: air?.show?.title ?? stationName,
    artwork: [...(cover ? [{ src: cover }] : []), icon],
  });
}
