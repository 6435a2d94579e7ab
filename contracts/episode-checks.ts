// What is wrong with a recording before it is planned: its length against the time slot, its loudness, silence in it.
// An error means that it cannot be played as planned; a warning, that someone should listen to it.

export interface CheckedEpisode {
  durationMs: number;
  /** As it will be played; null where it was not measured. */
  loudnessLufs: number | null;
  /** Its longest silence, and where that begins. */
  silenceMs: number;
  silenceAtMs: number;
}

export type EpisodeFinding =
  | { level: 'error'; code: 'episode_too_long'; minutes: number }
  | { level: 'warning'; code: 'episode_end_faded'; seconds: number }
  | { level: 'warning'; code: 'episode_too_short'; minutes: number }
  | { level: 'warning'; code: 'episode_quiet'; lufs: number }
  | { level: 'warning'; code: 'episode_pause'; seconds: number; atMs: number }
  | { level: 'error'; code: 'episode_silent'; seconds: number; atMs: number };

const MINUTE_MS = 60_000;
// As private.plan_episode decides.
const MAX_OVER_MS = MINUTE_MS;
const MAX_SILENCE_MS = 15_000;
const NOTED_SILENCE_MS = 5000;
const NOTED_GAP_MS = 3 * MINUTE_MS;
// Four units below the station's loudness: a listener reaches for the volume.
const QUIET_LUFS = -20;

/** Without a slot the length is not checked. */
export function checkEpisode(episode: CheckedEpisode, slotMin: number | null): EpisodeFinding[] {
  const { loudnessLufs, silenceMs, silenceAtMs } = episode;
  const findings: EpisodeFinding[] = slotMin === null ? [] : checkLength(episode.durationMs, slotMin);
  if (loudnessLufs !== null && loudnessLufs < QUIET_LUFS)
    findings.push({ level: 'warning', code: 'episode_quiet', lufs: Math.round(loudnessLufs) });
  const seconds = Math.round(silenceMs / 1000);
  if (silenceMs >= MAX_SILENCE_MS)
    findings.push({ level: 'error', code: 'episode_silent', seconds, atMs: silenceAtMs });
  else if (silenceMs > NOTED_SILENCE_MS)
    findings.push({ level: 'warning', code: 'episode_pause', seconds, atMs: silenceAtMs });
  return findings;
}

function checkLength(durationMs: number, slotMin: number): EpisodeFinding[] {
  const overMs = durationMs - slotMin * MINUTE_MS;
  if (overMs > MAX_OVER_MS)
    return [{ level: 'error', code: 'episode_too_long', minutes: Math.ceil(overMs / MINUTE_MS) }];
  if (overMs >= 1000)
    return [{ level: 'warning', code: 'episode_end_faded', seconds: Math.round(overMs / 1000) }];
  if (-overMs > NOTED_GAP_MS)
    return [{ level: 'warning', code: 'episode_too_short', minutes: Math.floor(-overMs / MINUTE_MS) }];
  return [];
}
