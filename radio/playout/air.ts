// What is on air, for the parts of the station that pass it on.
import type { AirItem } from '#contracts/radio.ts';

/** What is known of an item before it goes on air. */
export type AirFacts = Omit<AirItem, 'id' | 'startedAt'>;

export type Air = AirItem;

export interface OpenedItem {
  facts: AirFacts;
  frames: Uint8Array[];
  /** Frames that were played before a restart. */
  fromFrame?: number;
}

/** What a player shows in one line. */
export function lineOf({ artist, title }: { artist: string; title: string }): string {
  return artist ? `${artist} - ${title}` : title;
}
