// Where a listener stopped in each episode, saved in this browser alone.
import type { Excerpt } from './excerpt-state.ts';

const KEY = 'onda:episode-positions';
const MAX_EPISODES = 100;
/** An episode that was left this close to its end, or to its start, begins at the start. */
const MARGIN_MS = 10_000;

/** 0 where nothing is saved. */
export function savedPositionMs({ url, savesPosition }: Pick<Excerpt, 'url' | 'savesPosition'>): number {
  return savesPosition ? (read().get(url) ?? 0) : 0;
}

export function savePosition({ url, durationMs, savesPosition }: Excerpt, positionMs: number): void {
  if (!savesPosition) return;
  const positions = read();
  // The latest is last, and the oldest leaves first.
  positions.delete(url);
  if (positionMs >= MARGIN_MS && positionMs <= durationMs - MARGIN_MS)
    positions.set(url, Math.round(positionMs));
  try {
    localStorage.setItem(KEY, JSON.stringify([...positions].slice(-MAX_EPISODES)));
  } catch {
    // Without storage an episode starts from the start.
  }
}

function read(): Map<string, number> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return new Map(Array.isArray(stored) ? stored.filter(isPosition) : []);
  } catch {
    return new Map();
  }
}

function isPosition(entry: unknown): entry is [string, number] {
  return Array.isArray(entry) && typeof entry[0] === 'string' && Number.isFinite(entry[1]);
}
