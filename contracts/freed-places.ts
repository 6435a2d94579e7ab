// Places that became free today, as the radio bar announces them: at /api/radio/places and in the station's events.
import type { Translations } from './translations.ts';

export interface FreedPlaces {
  sessionId: string;
  title: string;
  translations: Translations;
  startsAt: string;
  places: number;
}
