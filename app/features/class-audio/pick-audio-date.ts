// Of which online date the audio is shown.
import { CLASS_AUDIO_MARGIN_MS } from '#contracts/class-audio.ts';

type Times = readonly [startsAt: string, endsAt: string];

/** The date that is on or about to begin; otherwise the first whose audio is not closed. `dates`: the nearest first. */
export function pickAudioDate<Item>(
  dates: readonly Item[],
  timesOf: (date: Item) => Times,
  now: Date,
): Item | undefined {
  const nowMs = now.getTime();
  const open = dates.filter((date) => nowMs < Date.parse(timesOf(date)[1]) + CLASS_AUDIO_MARGIN_MS);
  const isOn = ([startsAt, endsAt]: Times) =>
    Date.parse(startsAt) - CLASS_AUDIO_MARGIN_MS <= nowMs && nowMs < Date.parse(endsAt);
  return open.find((date) => isOn(timesOf(date))) ?? open[0];
}
