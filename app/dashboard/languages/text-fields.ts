// Which texts of a row can be translated in its form, as private.translatable of the database lists them.
import { t } from '#app/language/messages.ts';
import type { Translations } from '#contracts/translations.ts';

export interface TextField {
  name: string;
  /** Called when it is shown: the language is not known before. */
  label(): string;
  maxLength: number;
  /** More than one line. */
  rows?: number;
  /** Not counted as missing: without it the address of the first language is used. */
  isOptional?: boolean;
}

export const OFFERING_TEXTS: readonly TextField[] = [
  { name: 'title', label: () => t('dashboard.common.title'), maxLength: 120 },
  { name: 'summary', label: () => t('dashboard.common.summary'), maxLength: 300, rows: 2 },
  { name: 'body', label: () => t('dashboard.common.description'), maxLength: 20_000, rows: 8 },
  { name: 'bring', label: () => t('dashboard.translations.what_to_bring'), maxLength: 500 },
  { name: 'access', label: () => t('dashboard.translations.accessibility'), maxLength: 1000, rows: 2 },
  { name: 'slug', label: () => t('dashboard.common.web_address'), maxLength: 100, isOptional: true },
];

export const QUESTION_TEXTS: readonly TextField[] = [
  { name: 'label', label: () => t('dashboard.translations.question'), maxLength: 200 },
  { name: 'hint', label: () => t('dashboard.translations.hint'), maxLength: 300 },
];

const TITLE: TextField = { name: 'title', label: () => t('dashboard.common.title'), maxLength: 200 };
const SUMMARY: TextField = {
  name: 'summary',
  label: () => t('dashboard.common.summary'),
  maxLength: 1000,
  rows: 3,
};
const ADDRESS: TextField = {
  name: 'slug',
  label: () => t('dashboard.common.web_address'),
  maxLength: 80,
  isOptional: true,
};

/** Beside the blocks, which have an editor of their own. */
export const CONTENT_TEXTS = {
  posts: [TITLE, SUMMARY, ADDRESS],
  pages: [TITLE, SUMMARY, ADDRESS],
  works: [
    TITLE,
    { name: 'medium', label: () => t('dashboard.content.medium'), maxLength: 1000, rows: 2 },
    { name: 'credits', label: () => t('dashboard.content.credits'), maxLength: 1000, rows: 2 },
    {
      name: 'picture_description',
      label: () => t('dashboard.content.description_of_the_cover'),
      maxLength: 1000,
      rows: 2,
    },
    ADDRESS,
  ],
  people: [{ name: 'line', label: () => t('dashboard.content.tagline'), maxLength: 1000, rows: 2 }, ADDRESS],
} as const satisfies Record<string, readonly TextField[]>;

export const STUDIO_TEXTS: readonly TextField[] = [
  { name: 'description', label: () => t('dashboard.common.description'), maxLength: 300, rows: 2 },
  { name: 'statement', label: () => t('dashboard.settings.headline_of_the_home_page'), maxLength: 200 },
  { name: 'lead', label: () => t('dashboard.settings.text_below_the_headline'), maxLength: 300, rows: 2 },
  { name: 'invitation', label: () => t('dashboard.settings.invitation'), maxLength: 200 },
  { name: 'address', label: () => t('dashboard.common.postal_address'), maxLength: 300 },
  { name: 'getting_here', label: () => t('dashboard.settings.getting_here'), maxLength: 500, rows: 2 },
  { name: 'access', label: () => t('dashboard.settings.accessibility'), maxLength: 500, rows: 2 },
  { name: 'phone_hours', label: () => t('dashboard.settings.phone_hours'), maxLength: 80 },
];

export const SHOW_TEXTS: readonly TextField[] = [
  { name: 'title', label: () => t('dashboard.common.name'), maxLength: 120 },
  { name: 'summary', label: () => t('dashboard.common.description'), maxLength: 500, rows: 3 },
  { name: 'slug', label: () => t('dashboard.common.web_address'), maxLength: 80, isOptional: true },
];

export const EPISODE_TEXTS: readonly TextField[] = [
  { name: 'title', label: () => t('dashboard.common.title'), maxLength: 300 },
  { name: 'summary', label: () => t('dashboard.common.summary'), maxLength: 4000, rows: 3 },
];

export const PICTURE_TEXTS: readonly TextField[] = [
  { name: 'alt', label: () => t('shared.media.what_it_shows'), maxLength: 500, rows: 2 },
  { name: 'credit', label: () => t('shared.media.credit'), maxLength: 200 },
];

export const ROOM_TEXTS: readonly TextField[] = [
  { name: 'name', label: () => t('dashboard.common.name'), maxLength: 80 },
  { name: 'note', label: () => t('dashboard.translations.note_for_visitors'), maxLength: 200 },
];

export const POLICY_TEXTS: readonly TextField[] = [
  { name: 'name', label: () => t('dashboard.common.name'), maxLength: 60 },
  { name: 'summary', label: () => t('dashboard.translations.text_for_visitors'), maxLength: 1000, rows: 4 },
];

export const DISCIPLINE_TEXTS: readonly TextField[] = [
  { name: 'name', label: () => t('dashboard.common.name'), maxLength: 40 },
  { name: 'description', label: () => t('dashboard.common.description'), maxLength: 200, rows: 2 },
];

export const NAME_TEXTS: readonly TextField[] = [
  { name: 'name', label: () => t('dashboard.common.name'), maxLength: 80 },
];

/** A text of a row, or of its translation. */
export function textOf(row: object, name: string): string {
  const text = (row as Record<string, unknown>)[name];
  return typeof text === 'string' ? text : '';
}

/** Texts that the row has and its translation does not. */
export function missingTexts(
  row: object,
  translations: Translations,
  language: string,
  fields: readonly TextField[],
): string[] {
  return fields
    .filter(({ name, isOptional }) => !isOptional && textOf(row, name).trim() !== '')
    .filter(({ name }) => textOf(translations[language] ?? {}, name).trim() === '')
    .map(({ name }) => name);
}

/** The translations with one text changed; an empty text is removed. */
export function withText(
  translations: Translations,
  language: string,
  name: string,
  text: unknown,
): Translations {
  const { [name]: _before, ...rest } = translations[language] ?? {};
  const isEmpty = text === '' || (Array.isArray(text) && text.length === 0);
  return { ...translations, [language]: isEmpty ? rest : { ...rest, [name]: text } };
}
