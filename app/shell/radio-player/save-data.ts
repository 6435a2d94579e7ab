// Joins our own station in a smaller format when the listener or the network asks for it. A format that fails is left out
// for a while, and the MP3 is played.
import { chooseFormat, type StreamSituation, wantsLessData } from './choose-stream.ts';
import { radioPlayer } from './player-store.ts';

const KEY = 'onda:radio-save-data';
const FAILED_MS = 5 * 60_000;
const failed = new Map<string, number>();
let isStarted = false;

/** What is in force now, asked for or not. */
export function savesData(): boolean {
  return wantsLessData(situation());
}

export function setSavesData(wanted: boolean): void {
  try {
    localStorage.setItem(KEY, String(wanted));
  } catch {
    // Without storage the network decides.
  }
  failed.clear();
  rejoin();
}

/** The first seconds may already be on their way as MP3: the stream is joined again if it should be another. */
export function startSaveData(): void {
  const { audio } = radioPlayer.snapshot();
  if (isStarted || !audio) return;
  isStarted = true;
  radioPlayer.chooseStream((url) => url.replace(/mp3$/, chooseFormat(situation())));
  audio.addEventListener('error', () => {
    const [, format] = /\.(aac|opus)$/.exec(audio.src) ?? [];
    // A lost network is no fault of the format.
    const { MEDIA_ERR_NETWORK } = MediaError;
    if (format && navigator.onLine && audio.error?.code !== MEDIA_ERR_NETWORK) failed.set(format, Date.now());
  });
  if (savesData()) rejoin();
}

function rejoin(): void {
  if (radioPlayer.snapshot().playing) radioPlayer.play();
}

function situation(): StreamSituation {
  const { audio } = radioPlayer.snapshot();
  const isFresh = ([, at]: [string, number]) => Date.now() - at < FAILED_MS;
  return {
    savesData: stored(),
    connection: (navigator as { connection?: StreamSituation['connection'] }).connection,
    canPlay: (type) => audio?.canPlayType(type) !== '',
    failed: new Set([...failed].filter(isFresh).map(([format]) => format)),
  };
}

function stored(): boolean | null {
  try {
    const value = localStorage.getItem(KEY);
    return value === null ? null : value === 'true';
  } catch {
    return null;
  }
}
