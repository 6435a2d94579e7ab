// What a file of sound may declare. Every number of a header is checked here before anything is computed from it.

const SAMPLE_RATES = { min: 6000, max: 384_000 };
const MAX_CHANNELS = 64;

/** Below, a tenth of a second has no samples; above, nothing records. */
export function requireSampleRate(sampleRate: number): number {
  if (!(sampleRate >= SAMPLE_RATES.min && sampleRate <= SAMPLE_RATES.max))
    throw new Error(
      `The file declares a sampling rate of ${sampleRate} Hz. It must be between 6 and 384 kHz.`,
    );
  return sampleRate;
}

export function requireChannels(channels: number): number {
  if (!(channels >= 1 && channels <= MAX_CHANNELS))
    throw new Error(`The file declares ${channels} channels. It must have between 1 and ${MAX_CHANNELS}.`);
  return channels;
}
