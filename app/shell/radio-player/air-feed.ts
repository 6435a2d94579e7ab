// What is on air, pushed by the station and shown when the listener hears it. Connected only while needed: while
// playing, or while a page that shows it is visible.
import { apiUrl } from '#app/backend/backend.ts';
import { localized } from '#app/language/in-language.ts';
import type { NowPlaying } from '#contracts/radio.ts';
import { type ReceivedPlaces, setFreedPlaces } from '../live-places/freed-places-store.ts';
import { playbackDelayMs } from './playback-delay.ts';
import { radioPlayer } from './player-store.ts';

let source: EventSource | null = null;
let holders = 0;
let clockAheadMs = Number.NEGATIVE_INFINITY;
let latest: { id: string; label: string; sentAtMs: number } | null = null;
const timers = new Set<ReturnType<typeof setTimeout>>();

/** Keeps the connection open until the returned function is called. */
export function holdAir(): () => void {
  holders++;
  open();
  let isHeld = true;
  return () => {
    if (!isHeld) return;
    isHeld = false;
    holders--;
    if (holders === 0) close();
  };
}

/** The same for a page: it disconnects while hidden. */
export function holdAirWhileSeen(): () => void {
  let release = document.hidden ? undefined : holdAir();
  const look = () => {
    if (document.hidden) {
      release?.();
      release = undefined;
    } else release ??= holdAir();
  };
  document.addEventListener('visibilitychange', look);
  return () => {
    document.removeEventListener('visibilitychange', look);
    release?.();
  };
}

function open(): void {
  if (source) return;
  source = new EventSource(apiUrl('/radio/events'));
  source.addEventListener('places', ({ data }) => setFreedPlaces(JSON.parse(data) as ReceivedPlaces));
  source.addEventListener('now-playing', ({ data }) => receive(localized(JSON.parse(data) as NowPlaying)));
}

function close(): void {
  source?.close();
  source = null;
  latest = null;
  for (const timer of timers) clearTimeout(timer);
  timers.clear();
}

function receive(air: NowPlaying): void {
  const receivedAtMs = Date.parse(air.at);
  // The least delayed message gives the best estimate of the clock difference.
  clockAheadMs = Math.max(clockAheadMs, receivedAtMs - Date.now());
  const label = `${air.now?.artist} ${air.now?.title}`;
  const id = air.now?.id ?? '';
  if (latest?.id !== id || latest.label !== label) {
    const isRenamed = latest?.id === id;
    const startedAtMs = air.now ? Date.parse(air.now.startedAt) : receivedAtMs;
    latest = { id, label, sentAtMs: isRenamed ? receivedAtMs : startedAtMs };
  }
  const delayMs = delayOf(latest.sentAtMs);
  if (delayMs === 0) {
    radioPlayer.setAir(air);
    return;
  }
  const timer = setTimeout(() => {
    timers.delete(timer);
    radioPlayer.setAir(air);
  }, delayMs);
  timers.add(timer);
}

function delayOf(sentAtMs: number): number {
  const { playing, audio, joinedAtMs } = radioPlayer.snapshot();
  if (!playing || !audio) return 0;
  return playbackDelayMs(sentAtMs, { joinedAtMs, clockAheadMs, playedMs: audio.currentTime * 1000 });
}
