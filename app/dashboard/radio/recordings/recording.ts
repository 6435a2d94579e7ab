import type { Translations } from '#contracts/translations.ts';
import type { Chapter } from './chapters.ts';

export interface Recording {
  id: string;
  show_id: string | null;
  title: string;
  summary: string;
  duration_ms: number;
  recorded_at: string;
  published_at: string | null;
  translations: Translations;
  chapters: Chapter[];
  cover_file: string | null;
  loudness_lufs: number | null;
  silence_ms: number;
  silence_at_ms: number;
  is_file_missing: boolean;
  show: { title: string } | null;
}
