// Detects when a stream that should be playing is not: browsers send no event for a dead socket or after sleep.
import { isLost, type Progress } from '#app/ui/judge-progress.ts';
import { radioPlayer } from './player-store.ts';

const LOOK_MS = 2000;

export function startWatchdog(): void {
  let joined: Progress | null = null;
  let moved: Progress | null = null;
  let joinedAtMs = 0;
  setInterval(() => {
    const player = radioPlayer.snapshot();
    if (!player.playing || !player.audio || player.state === 'reconnecting' || player.state === 'offline') {
      joined = moved = null;
      return;
    }
    const now = { wallMs: Date.now(), playedMs: player.audio.currentTime * 1000 };
    if (!joined || !moved || player.joinedAtMs !== joinedAtMs) {
      joinedAtMs = player.joinedAtMs;
      joined = moved = now;
      return;
    }
    if (isLost(now, moved, joined)) {
      joined = moved = null;
      return radioPlayer.reconnect();
    }
    if (now.playedMs > moved.playedMs) moved = now;
  }, LOOK_MS);
}
