// A track as the library lists it.
import type { Tables } from '#contracts/database.types.ts';

export type Track = Pick<
  Tables<'radio_tracks'>,
  | 'id'
  | 'kind'
  | 'title'
  | 'artist'
  | 'album'
  | 'genre'
  | 'year'
  | 'composer'
  | 'label'
  | 'isrc'
  | 'duration_ms'
  | 'cue_in_ms'
  | 'cue_out_ms'
  | 'loudness_lufs'
  | 'is_requestable'
  | 'from_time'
  | 'to_time'
  | 'weekdays'
  | 'offering_id'
>;

/** A class that a track may promote. */
export interface ClassName {
  id: string;
  title: string;
}
