// A playlist as the dashboard reads it.
export interface Playlist {
  id: string;
  name: string;
  kind: 'rotation' | 'jingles';
  weight: number;
  play_order: 'shuffle' | 'in_order';
  transition: 'crossfade' | 'segue' | 'gap' | 'none';
  transition_seconds: number;
  show_id: string | null;
  from_time: string | null;
  to_time: string | null;
  weekdays: number[] | null;
  every: number;
  /** The class that curates it. */
  offering_id: string | null;
  is_enabled: boolean;
  /** Number of tracks. */
  trackCount: number;
}

/** A show or a class. */
export interface Titled {
  id: string;
  title: string;
}
