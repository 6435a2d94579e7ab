// A radio show as the dashboard reads it.
import type { Translations } from '#contracts/translations.ts';

export interface Show {
  id: string;
  slug: string;
  title: string;
  summary: string;
  host_id: string | null;
  hosts: { user_id: string }[];
  translations: Translations;
}

export interface Named {
  id: string;
  name: string;
}
