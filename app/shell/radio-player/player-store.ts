// The radio of the page: a playing flag and the native element, shared by everything that depends on it. It is outside
// React and the router, so that no navigation can stop it. What is only needed while listening (titles, lock screen,
// watchdog) is loaded later, see companion.ts.
import type { NowPlaying } from '#contracts/radio.ts';

type PlayerState = 'idle' | 'connecting' | 'playing' | 'paused' | 'reconnecting' | 'offline';

export interface RadioPlayer {
  /** False until the listener presses play; it only goes on by itself after a change of language. */
  playing: boolean;
  audio: HTMLAudioElement | null;
  state: PlayerState;
  /** What is playing now, as far as known. */
  air: NowPlaying | null;
  /** In the dashboard, where it is hidden at first: the bar was asked for, or play was pressed. */
  isBarWanted: boolean;
  /** When the stream was joined last, by this machine's clock. */
  joinedAtMs: number;
}

const RECONNECT_DELAYS_MS = [500, 1000, 2000, 4000, 8000];
export const VOLUME_KEY = 'onda:radio-volume';

export const IDLE: RadioPlayer = {
  playing: false,
  audio: null,
  state: 'idle',
  air: null,
  isBarWanted: false,
  joinedAtMs: 0,
};
let player = IDLE;
let streamUrl: string | null = null;
let chosen = (url: string) => url;
let attempt = 0;
let retry: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function change(patch: Partial<RadioPlayer>): void {
  player = { ...player, ...patch };
  for (const listener of listeners) listener();
}

export const radioPlayer = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  snapshot: (): RadioPlayer => player,
  attach,
  play,
  pause,
  reconnect,
  toggle: () => (player.playing ? pause() : play()),
  showBar: () => change({ isBarWanted: true }),
  setAir: (air: NowPlaying | null) => change({ air }),
  /** What loads later may choose another format of the stream; asked at every join. */
  chooseStream(choose: typeof chosen) {
    chosen = choose;
  },
};

/** Attaches the native element. A station without a stream address is off air. */
function attach(audio: HTMLAudioElement, stream: string | null): () => void {
  streamUrl = stream;
  audio.volume = storedVolume();
  change({ audio, state: stream ? (player.playing ? player.state : 'idle') : 'offline' });
  const onPlaying = () => {
    if (!player.playing) return;
    attempt = 0;
    change({ state: 'playing' });
  };
  const onWaiting = () => player.playing && change({ state: 'connecting' });
  const onLost = () => reconnect();
  const onOnline = () => {
    attempt = 0;
    // Buffered audio keeps playing; the watchdog notices when it stops.
    if (player.state !== 'playing') reconnect();
  };
  // Headphones unplugged, a phone call, the system's own button: then it is paused here, too.
  const onPause = () => player.playing && audio.paused && !audio.ended && !audio.error && pause();
  const listeners: [string, () => unknown][] = [
    ['playing', onPlaying],
    ['waiting', onWaiting],
    ['error', onLost],
    ['ended', onLost],
    ['pause', onPause],
  ];
  for (const [name, listener] of listeners) audio.addEventListener(name, listener);
  addEventListener('online', onOnline);
  return () => {
    for (const [name, listener] of listeners) audio.removeEventListener(name, listener);
    removeEventListener('online', onOnline);
  };
}

function play(): void {
  if (!player.audio || !streamUrl) return;
  clearTimeout(retry);
  attempt = 0;
  change({ playing: true, isBarWanted: true, state: 'connecting' });
  join();
}

/** A live stream is joined at its live edge: data from before the press, or before a pause, is out of date. */
function join(): void {
  const { audio } = player;
  if (!audio || !streamUrl) return;
  change({ joinedAtMs: Date.now() });
  audio.src = chosen(streamUrl);
  audio.play().catch((reason: unknown) => {
    if (reason instanceof DOMException && reason.name === 'NotAllowedError') pause();
  });
}

function pause(): void {
  clearTimeout(retry);
  change({ playing: false, state: streamUrl ? 'paused' : 'offline' });
  player.audio?.pause();
}

function reconnect(): void {
  if (!player.playing || !player.audio) return;
  clearTimeout(retry);
  change({ state: navigator.onLine ? 'reconnecting' : 'offline' });
  const delayMs = RECONNECT_DELAYS_MS[Math.min(attempt, RECONNECT_DELAYS_MS.length - 1)];
  attempt++;
  retry = setTimeout(join, delayMs);
}

function storedVolume(): number {
  try {
    const volume = Number(localStorage.getItem(VOLUME_KEY) ?? 1);
    return volume >= 0 && volume <= 1 ? volume : 1;
  } catch {
    return 1;
  }
}
