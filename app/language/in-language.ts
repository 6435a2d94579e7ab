// The studio's own texts in the language of the page. What is not translated stays in the studio's first language and is
// marked, so that the element that shows it can name its language (langOf).
import type { Translations } from '#contracts/translations.ts';
import { currentLanguage, currentLanguages } from './messages.ts';

/** A row, or anything that holds rows, with the texts of one language in place. */
export type Localized<Value> = Value extends readonly (infer Item)[]
  ? Localized<Item>[]
  : Value extends Date
    ? Value
    : Value extends { translations: Translations }
      ? { [Key in keyof Value as Key extends 'translations' ? never : Key]: Localized<Value[Key]> } & Marks
      : Value extends object
        ? { [Key in keyof Value]: Localized<Value[Key]> }
        : Value;

export interface Marks {
  /** Fields that are shown in the studio's first language, because they are not translated. */
  untranslated?: string[];
  /** The address in the studio's first language, where that of the page is another: pictures and feeds go by it. */
  first_slug?: string;
  /** Choices of a question as they are shown; `choices` are the answers that are saved. */
  choice_labels?: string[];
}

/** Not texts, or the same in every language. */
const NEVER_MARKED = new Set([
  'id',
  'slug',
  'kind',
  'discipline',
  'color',
  'currency',
  'email',
  'phone',
  'zone',
]);

/** Puts the texts of the page's language into every row with `translations`, however deep it is. */
export function localized<Value>(value: Value): Localized<Value> {
  const { code } = currentLanguage();
  const isFirst = firstLanguage().code === code;
  return overlay(value, { code, isFirst }) as Localized<Value>;
}

interface Wanted {
  code: string;
  isFirst: boolean;
}

function overlay(value: unknown, wanted: Wanted): unknown {
  if (Array.isArray(value)) return value.map((item) => overlay(item, wanted));
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  const { translations, ...row } = value as Record<string, unknown> & { translations?: Translations };
  const texts = translations?.[wanted.code] ?? {};
  const shown: Record<string, unknown> = {};
  const untranslated: string[] = [];
  for (const [field, own] of Object.entries(row)) {
    const text = texts[field];
    if (field === 'choices') shown.choice_labels = labelsOf(own, text);
    const isTranslated = text !== undefined && field !== 'choices';
    shown[field] = isTranslated ? text : overlay(own, wanted);
    if (field === 'slug' && isTranslated) shown.first_slug = own;
    const isFallback =
      field === 'choices' ? shown.choice_labels === own : !isTranslated && isText(field, own);
    if (translations && !wanted.isFirst && isFallback) untranslated.push(field);
  }
  return untranslated.length > 0 ? { ...shown, untranslated } : shown;
}

/** As many as there are answers, otherwise they would stand beside the wrong ones. */
function labelsOf(choices: unknown, labels: unknown): unknown {
  return Array.isArray(choices) && Array.isArray(labels) && labels.length === choices.length
    ? labels
    : choices;
}

function isText(field: string, value: unknown): boolean {
  if (NEVER_MARKED.has(field) || field.endsWith('_at') || field.endsWith('_id')) return false;
  return field === 'blocks' ? Array.isArray(value) : typeof value === 'string' && value !== '';
}

function firstLanguage() {
  return currentLanguages().languages[0] ?? currentLanguage();
}

export interface LangAttributes {
  lang: string;
  dir: 'ltr' | 'rtl';
}

/** The address of a row, before it is localized, in each language of the studio: for search engines. */
export function slugsOf(row: { slug: string; translations: Translations }): Record<string, string> {
  return Object.fromEntries(
    currentLanguages().languages.map(({ code }) => {
      const own = row.translations[code]?.slug;
      return [code, typeof own === 'string' ? own : row.slug];
    }),
  );
}

/** The address in the studio's first language: pictures and feeds are the same in every language. */
export function firstSlug(row: { slug: string; first_slug?: string }): string {
  return row.first_slug ?? row.slug;
}

/** For the element that shows a text: its language, where that is not the page's. */
export function langOf(row: Marks | null | undefined, field: string): LangAttributes | undefined {
  if (!row?.untranslated?.includes(field)) return undefined;
  const { code, direction } = firstLanguage();
  return { lang: code, dir: direction };
}
