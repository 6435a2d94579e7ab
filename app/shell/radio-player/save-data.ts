// Joins our own station in a smaller format when the listener or the network asks for it, and in a better one where the
// station offers it and the network is fast. A format that fails is left out for a while, and the MP3 is played.
import { chooseFormat, type StreamSituation, wantsLessData } from './choose-stream.ts';
import { radioPlayer } from './player-store.ts';

const KEY = 'onda:radio-save-data';
const FAILED_MS = 5 * 60_000;
/** Later nobody's sound is interrupted for a better one: the next join gets it. */
const EARLY_MS = 4000;
const failed = new Map<string, number>();
let isStarted = false;
let isJoining = false;

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
    const [, format] = /\.(aac|opus|opus96)$/.exec(audio.src) ?? [];
    // A lost network is no fault of the format.
    const { MEDIA_ERR_NETWORK } = MediaError;
    if (format && navigator.onLine && audio.error?.code !== MEDIA_ERR_NETWORK) failed.set(format, Date.now());
  });
  if (savesData()) rejoin();
  radioPlayer.subscribe(joinBetter);
}

/** The station says what it offers only after the first join. */
function joinBetter(): void {
  const { audio, playing, joinedAtMs, air } = radioPlayer.snapshot();
  if (isJoining || !playing || !audio?.src.endsWith('.mp3') || !air?.streams.opus96) return;
  if (Date.now() - joinedAtMs >= EARLY_MS || chooseFormat(situation()) !== 'opus96') return;
  // Joining changes the player, too.
  isJoining = true;
  rejoin();
  isJoining = false;
}

function rejoin(): void {
  if (radioPlayer.snapshot().playing) radioPlayer.play();
}

function situation(): StreamSituation {
  const { audio, air } = radioPlayer.snapshot();
  const isFresh = ([, at]: [string, number]) => Date.now() - at < FAILED_MS;
  return {
    savesData: stored(),
    connection: (navigator as { connection?: StreamSituation['connection'] }).connection,
    hasOpus96: air?.streams.opus96 !== undefined,
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
