// When the audio of a class is open: from a quarter of an hour before it until a quarter of an hour after it. Pure.

export interface ClassTimes {
  startsMs: number;
  endsMs: number;
}

type ClassAudioState = 'early' | 'open' | 'over';

const MARGIN_MS = 15 * 60_000;

export function classWindow({ startsMs, endsMs }: ClassTimes, nowMs: number) {
  const opensMs = startsMs - MARGIN_MS;
  const closesMs = endsMs + MARGIN_MS;
  const state: ClassAudioState = nowMs < opensMs ? 'early' : nowMs < closesMs ? 'open' : 'over';
  return { opensMs, closesMs, state };
}
