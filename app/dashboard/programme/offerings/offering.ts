// An offering as its form handles it: its fields, and conversion between text and numbers.

import { PICTURE_SELECT } from '#app/features/media/picture-attributes.ts';
import type { Level } from '#app/features/programme/audience.ts';
import { t } from '#app/language/messages.ts';
import type { Discipline } from '#contracts/discipline.ts';
import type { Media } from '#contracts/media.ts';
import type { Translations } from '#contracts/translations.ts';

export const KINDS = ['class', 'course', 'workshop', 'event'] as const;
export type Kind = (typeof KINDS)[number];

export function kindName(kind: Kind): string {
  return t(`dashboard.programme.kind_${kind}`);
}

export function kindHint(kind: Kind): string {
  return t(`dashboard.programme.${kind}_hint`);
}

export interface Question {
  id?: string;
  label: string;
  hint: string;
  kind: 'text' | 'choice' | 'yes_no';
  choices: string[];
  is_required: boolean;
  translations?: Translations;
}

/** Everything the form can set. */
export interface OfferingFields {
  title: string;
  slug: string;
  kind: Kind;
  discipline: Discipline;
  level: Level;
  age_from: number;
  age_to: number | null;
  summary: string;
  body: string;
  bring: string;
  access: string;
  price_cents: number;
  usual_capacity: number;
  teacher_id: string | null;
  policy_id: string;
  media_id: string | null;
  translations: Translations;
}

export interface WholeOffering extends OfferingFields {
  id: string;
  version: number;
  currency: string;
  published_at: string | null;
  archived_at: string | null;
  is_demo: boolean;
  picture: Media | null;
  questions: Question[];
}

export const OFFERING_SELECT =
  `id,version,slug,kind,title,summary,body,discipline,level,age_from,age_to,price_cents,currency,bring,access,usual_capacity,teacher_id,policy_id,media_id,translations,published_at,archived_at,is_demo,questions(id,label,hint,kind,choices,is_required,translations),${PICTURE_SELECT}` as const;

export const NEW_FIELDS: OfferingFields = {
  title: '',
  slug: '',
  kind: 'class',
  // The form fills in the studio's first discipline.
  discipline: '',
  level: 'open',
  age_from: 16,
  age_to: null,
  summary: '',
  body: '',
  bring: '',
  access: '',
  price_cents: 0,
  usual_capacity: 12,
  teacher_id: null,
  policy_id: 'standard',
  media_id: null,
  translations: {},
};

const FIELD_NAMES = {
  title: 'dashboard.common.title',
  slug: 'dashboard.common.address',
  kind: 'dashboard.programme.kind',
  discipline: 'dashboard.programme.discipline',
  level: 'dashboard.programme.level',
  age_from: 'dashboard.programme.age_from',
  age_to: 'dashboard.programme.age_to',
  summary: 'dashboard.common.summary',
  body: 'dashboard.common.description',
  bring: 'dashboard.programme.what_to_bring',
  access: 'dashboard.programme.accessibility',
  price_cents: 'dashboard.common.price',
  usual_capacity: 'dashboard.common.places_2',
  teacher_id: 'dashboard.programme.taught_by',
  policy_id: 'dashboard.programme.cancellation_policy',
  media_id: 'dashboard.common.picture',
  translations: 'dashboard.translations.translations',
} as const satisfies Record<keyof OfferingFields, string>;

export function fieldName(field: keyof OfferingFields): string {
  return t(FIELD_NAMES[field]);
}

export function fieldsOf(offering: OfferingFields): OfferingFields {
  const names = Object.keys(NEW_FIELDS) as (keyof OfferingFields)[];
  return Object.fromEntries(names.map((name) => [name, offering[name]])) as unknown as OfferingFields;
}

/** The fields in which two versions differ. */
export function differences(mine: OfferingFields, theirs: OfferingFields): (keyof OfferingFields)[] {
  return (Object.keys(NEW_FIELDS) as (keyof OfferingFields)[]).filter(
    (name) => JSON.stringify(mine[name]) !== JSON.stringify(theirs[name]),
  );
}

/** "24", "9,50", "9.5" in cents; null if it is not a price. */
export function readPrice(text: string): number | null {
  const found = /^\s*(\d{1,6})(?:[.,](\d{1,2}))?\s*$/.exec(text);
  if (!found) return text.trim() === '' ? 0 : null;
  return Number(found[1]) * 100 + Number((found[2] ?? '0').padEnd(2, '0'));
}

/** 2400 is "24", 950 is "9.50". */
export function writePrice(cents: number): string {
  return cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2);
}

/** A slug from a title; may be empty. */
export function slugOf(title: string): string {
  return title
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 80)
    .replace(/-+$/, '');
}

/** A page's clock has whole seconds, the database's more: what was published just now is not still scheduled. */
const JUST_NOW_MS = 5000;

export type OfferingState = 'draft' | 'scheduled' | 'published' | 'archived';

export function stateOf(
  offering: { published_at: string | null; archived_at: string | null },
  now: Date,
): OfferingState {
  if (offering.archived_at) return 'archived';
  if (!offering.published_at) return 'draft';
  return Date.parse(offering.published_at) > now.getTime() + JUST_NOW_MS ? 'scheduled' : 'published';
}
