// The one radio of the page: a playing flag and the native element, shared by everything that shows or moves with it.
// Lives outside React and outside the router, so that no navigation can stop it.

export type PlayerState = 'idle' | 'connecting' | 'playing' | 'paused' | 'reconnecting' | 'offline';

export interface RadioPlayer {
  /** False until the listener presses play; nothing ever starts by itself. */
  playing: boolean;
  audio: HTMLAudioElement | null;
  state: PlayerState;
}

const RECONNECT_DELAYS_MS = [500, 1000, 2000, 4000, 8000];

let player: RadioPlayer = { playing: false, audio: null, state: 'idle' };
let streamUrl: string | null = null;
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
  toggle: () => (player.playing ? pause() : play()),
};

/** Takes the native element into care. A station without a stream address is off air. */
function attach(audio: HTMLAudioElement, stream: string | null): () => void {
  streamUrl = stream;
  change({ audio, state: stream ? (player.playing ? player.state : 'idle') : 'offline' });
  const onPlaying = () => {
    attempt = 0;
    change({ state: 'playing' });
  };
  const onWaiting = () => player.playing && change({ state: 'connecting' });
  const onLost = () => reconnect();
  audio.addEventListener('playing', onPlaying);
  audio.addEventListener('waiting', onWaiting);
  audio.addEventListener('error', onLost);
  audio.addEventListener('ended', onLost);
  addEventListener('online', onLost);
  return () => {
    audio.removeEventListener('playing', onPlaying);
    audio.removeEventListener('waiting', onWaiting);
    audio.removeEventListener('error', onLost);
    audio.removeEventListener('ended', onLost);
    removeEventListener('online', onLost);
  };
}

function play(): void {
  const { audio } = player;
  if (!audio || !streamUrl) return;
  change({ playing: true, state: 'connecting' });
  // A live stream is joined at its edge: what was fetched before the press, or before a pause, is old air.
  audio.src = streamUrl;
  audio.play().catch((reason: unknown) => {
    if (reason instanceof DOMException && reason.name === 'NotAllowedError') pause();
  });
}

function pause(): void {
  clearTimeout(retry);
  player.audio?.pause();
  change({ playing: false, state: streamUrl ? 'paused' : 'offline' });
}

function reconnect(): void {
  if (!player.playing || !player.audio) return;
  clearTimeout(retry);
  change({ state: 'reconnecting' });
  const delayMs = RECONNECT_DELAYS_MS[Math.min(attempt, RECONNECT_DELAYS_MS.length - 1)];
  attempt++;
  retry = setTimeout(() => {
    if (player.audio && streamUrl) player.audio.src = streamUrl;
    player.audio?.play().catch(() => {});
  }, delayMs);
}
