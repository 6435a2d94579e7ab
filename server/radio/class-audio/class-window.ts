// When the audio of a class is open: from a quarter of an hour before it until a quarter of an hour after it. Pure.
import { CLASS_AUDIO_MARGIN_MS } from '#contracts/class-audio.ts';

export interface ClassTimes {
  startsMs: number;
  endsMs: number;
}

type ClassAudioState = 'early' | 'open' | 'over';

export function classWindow({ startsMs, endsMs }: ClassTimes, nowMs: number) {
  const opensMs = startsMs - CLASS_AUDIO_MARGIN_MS;
  const closesMs = endsMs + CLASS_AUDIO_MARGIN_MS;
  const state: ClassAudioState = nowMs < opensMs ? 'early' : nowMs < closesMs ? 'open' : 'over';
  return { opensMs, closesMs, state };
}
