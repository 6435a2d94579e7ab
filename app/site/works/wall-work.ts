import type { Marks } from '#app/language/in-language.ts';
import type { Discipline } from '#contracts/discipline.ts';
import type { PictureAttributes } from '#contracts/media.ts';

/** A work as lists of works show it. */
export interface WallWork extends Marks {
  slug: string;
  title: string;
  year: number;
  medium: string;
  credits: string;
  discipline: Discipline;
  ratio_width: number;
  ratio_height: number;
  picture_description: string;
  picture: PictureAttributes | null;
  sound: WorkSound | null;
}

export interface WorkSound {
  url: string;
  durationMs: number;
  /** Its picture is mostly dark: what was heard is then shown inverted. */
  isDark: boolean;
}
