// Of which online date the audio is shown.
import { CLASS_AUDIO_MARGIN_MS } from '#contracts/class-audio.ts';

interface Times {
  startsMs: number;
  endsMs: number;
}

/** The date that is on or about to begin; otherwise the first whose audio is not closed. `dates`: the nearest first. */
export function pickAudioDate<Item>(
  dates: readonly Item[],
  timesOf: (date: Item) => Times,
  nowMs: number,
): Item | undefined {
  const open = dates.filter((date) => nowMs < timesOf(date).endsMs + CLASS_AUDIO_MARGIN_MS);
  const isOn = ({ startsMs, endsMs }: Times) => startsMs - CLASS_AUDIO_MARGIN_MS <= nowMs && nowMs < endsMs;
  return open.find((date) => isOn(timesOf(date))) ?? open[0];
}
