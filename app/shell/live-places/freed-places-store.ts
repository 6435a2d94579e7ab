// Places that became free today, from the station's events or from a request of the page.
import type { FreedPlaces } from '#contracts/freed-places.ts';

export type ReceivedPlaces = readonly FreedPlaces[];

let current: ReceivedPlaces = [];
const listeners = new Set<() => void>();

export function setFreedPlaces(places: ReceivedPlaces): void {
  current = places;
  for (const listener of listeners) listener();
}

export function freedPlaces(): ReceivedPlaces {
  return current;
}

export function subscribeToFreedPlaces(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
