// A recording on the lock screen, for media keys and in cars: its title, its position and its buttons.
import type { Excerpt } from './excerpt-state.ts';
import { excerptPlayer } from './excerpt-store.ts';

const JUMP_MS = 15_000;

/** Returns what gives the keys back. */
export function startExcerptSession(excerpt: Excerpt): () => void {
  const session = navigator.mediaSession;
  if (!session) return () => {};
  const { title, by, durationMs } = excerpt;
  const seek = (positionMs: number) =>
    excerptPlayer.seek(excerpt, Math.min(durationMs, Math.max(0, positionMs)));
  const jump = (byMs: number) => seek(excerptPlayer.snapshot().positionMs + byMs);
  const toggle = () => excerptPlayer.toggle(excerpt);
  const actions: [MediaSessionAction, MediaSessionActionHandler][] = [
    ['play', toggle],
    ['pause', toggle],
    ['stop', () => excerptPlayer.close()],
    ['seekbackward', () => jump(-JUMP_MS)],
    ['seekforward', () => jump(JUMP_MS)],
    ['seekto', ({ seekTime = 0 }) => seek(seekTime * 1000)],
  ];
  session.metadata = new MediaMetadata({
    title,
    artist: by,
    artwork: [{ src: '/icon-512.png', sizes: '512x512', type: 'image/png' }],
  });
  for (const [action, handler] of actions) setHandler(session, action, handler);
  // The lock screen draws the position on from here by itself.
  const show = () => {
    const { isPlaying, positionMs } = excerptPlayer.snapshot();
    session.playbackState = isPlaying ? 'playing' : 'paused';
    session.setPositionState?.({
      duration: durationMs / 1000,
      position: Math.min(durationMs, Math.max(0, positionMs)) / 1000,
      playbackRate: 1,
    });
  };
  const forget = excerptPlayer.subscribe(show);
  show();
  return () => {
    forget();
    // A live stream has no position.
    session.setPositionState?.();
    for (const [action] of actions) setHandler(session, action, null);
  };
}

function setHandler(
  session: MediaSession,
  action: MediaSessionAction,
  handler: MediaSessionActionHandler | null,
): void {
  try {
    session.setActionHandler(action, handler);
  } catch {
    // A browser that does not support this key.
  }
}
