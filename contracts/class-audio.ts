// What the pages of an online class read of its audio.

/** The audio of a class is open from this long before it until this long after it. */
export const CLASS_AUDIO_MARGIN_MS = 15 * 60_000;

/** Too many devices for this place, or too many listeners. */
export type ClassAudioBlock = 'place_is_listening' | 'class_audio_full';

export interface ClassAudioView {
  state: 'early' | 'open' | 'over';
  opens_at: string;
  closes_at: string;
  /** The teacher can be heard. */
  is_speaking: boolean;
  /** Good for connecting within a minute; null while the audio is closed. */
  stream: string | null;
  /** Why this page would not be connected now: a player cannot read the error. */
  blocked: ClassAudioBlock | null;
}
