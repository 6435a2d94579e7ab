/** The slug of something the studio teaches (table disciplines). */
export type Discipline = string;

/** The palette: equally light, so that black type reads on each (app/styles/tokens.css, --d-*). */
export const DISCIPLINE_COLORS = [
  'blue',
  'cyan',
  'teal',
  'lime',
  'yellow',
  'orange',
  'coral',
  'pink',
  'violet',
  'grey',
] as const;
export type DisciplineColor = (typeof DISCIPLINE_COLORS)[number];

export interface DisciplineRow {
  slug: Discipline;
  name: string;
  description: string;
  color: DisciplineColor;
  /** Texts that are shown in the studio's first language (app/language/in-language.ts). */
  untranslated?: string[];
}
