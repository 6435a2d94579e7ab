// The hour clock as the dashboard sends it to be tried out, and what the station answers.

/** The columns of radio_clock_items. */
export type ClockItemRow = {
  id: string;
  kind: 'station_id' | 'news' | 'jingle' | 'stop_set' | 'event';
  second: number;
  mode: 'soft' | 'hard';
  count: number;
  track_id: string | null;
  playlist_id: string | null;
  max_late_min: number;
  hours: number[] | null;
  weekdays: number[] | null;
};

/** The columns of radio_clocks. */
export type SeparationRow = {
  artist_minutes: number;
  artist_tracks: number;
  title_minutes: number;
  title_tracks: number;
  album_minutes: number;
  album_tracks: number;
};

export interface ClockDraft {
  /** Null for the station's own. */
  show_id: string | null;
  separation: SeparationRow;
  items: ClockItemRow[];
}

export interface SimulatedTrack {
  starts_at: string;
  ends_at: string;
  title: string;
  artist: string;
  kind: 'music' | 'jingle' | 'episode';
  why: 'episode' | 'clock' | 'spot' | 'queue' | 'request' | 'jingle' | 'playlist' | 'library';
  /** The item of the clock that it is. */
  item_id: string | null;
  /** Ended by an event at its exact time. */
  is_cut: boolean;
}

export interface ClockWarning {
  kind:
    | 'nothing_to_play'
    | 'event_missed'
    | 'cut_short'
    | 'artist_too_soon'
    | 'title_too_soon'
    | 'album_too_soon'
    | 'outside_hours';
  at: string;
  /** Of the track, where one is meant. */
  title: string | null;
  item_id: string | null;
}

export interface ClockSimulation {
  from: string;
  to: string;
  tracks: SimulatedTrack[];
  warnings: ClockWarning[];
}
