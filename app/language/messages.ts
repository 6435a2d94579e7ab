// The product's texts in the language of the page. In the browser the language stays the same until the next document;
// on the server it belongs to the request or to the email that is being written (server/language/current-language.ts).
import formatMessage from 'icu-minify/format';
import { createElement, Fragment, isValidElement, type ReactElement, type ReactNode } from 'react';
import type { MessageKey, MessageValues } from './message-values.ts';
import type { Tag } from './tag.ts';

export interface Language {
  /** As in addresses: "pt". */
  code: string;
  /** In the language itself: "Português". */
  name: string;
  /** For Intl: "pt-PT". */
  locale: string;
  direction: 'ltr' | 'rtl';
  /** Monday is 1. */
  firstWeekday: number;
}

/** A language of the studio with the words, in that language, that propose it. */
export interface OfferedLanguage extends Language {
  proposal: string;
  close: string;
}

type CompiledMessage = Parameters<typeof formatMessage>[0];
/** Compiled messages by area ("site.booking") and name. */
export type Messages = Record<string, Record<string, CompiledMessage>>;

/** The public pages, or the dashboard; what both use is in both. */
export type MessageFile = 'site' | 'dashboard';

export interface Speech {
  language: Language;
  messages: Messages;
  /** The addresses of the files that hold all messages of a part of the product. */
  files: Record<MessageFile, string>;
  /** Where the pages of this language are: "" for the studio's default, otherwise "/pt". */
  base: string;
  /** The studio's languages, the default first. */
  languages: OfferedLanguage[];
  /** The areas that were used so far, if they are counted. */
  used?: Set<string>;
}

type Plain<Key extends MessageKey> = MessageValues[Key];
/** Messages with tags, such as a link in the middle of a sentence, are for `rich`. */
type HasTags<Values> = { [Name in keyof Values]: Values[Name] extends Tag ? true : never }[keyof Values];
type PlainKey = { [Key in MessageKey]: true extends HasTags<Plain<Key>> ? never : Key }[MessageKey];
type RichValues<Key extends MessageKey> = {
  [Name in keyof MessageValues[Key]]: string extends MessageValues[Key][Name]
    ? MessageValues[Key][Name] | ReactElement
    : MessageValues[Key][Name];
};
type Rest<Values> = keyof Values extends never ? [] : [values: Values];

let speech: () => Speech = () => {
  throw new Error('No language is set yet.');
};

/** Called once per program, before anything is written. */
export function setSpeech(source: () => Speech): void {
  speech = source;
}

export function currentLanguage(): Language {
  return speech().language;
}

/** The studio's languages, the default first, and where the pages of the current one are. */
export function currentLanguages(): Pick<Speech, 'base' | 'languages'> {
  return speech();
}

/** Errors that a page may have to word before all messages have arrived. */
const ERROR_AREAS: readonly [page: RegExp, areas: readonly string[]][] = [
  [/^(site\.account|site\.setup|dashboard\.security)$/, ['errors.auth', 'errors.common']],
  [/^site\.(booking|passes)$/, ['errors.booking', 'errors.common']],
  [/^site\.(contact|newsletter)$|^dashboard\.layout$/, ['errors.common']],
];

/**
 * What a page that was rendered on the server passes on to the browser, as JSON for a script element. Pages of one kind use
 * the same areas: it is made once for them.
 */
export function usedMessages(): Uint8Array {
  const { used = new Set(), messages, ...rest } = speech();
  const known = remembered(usedJson, messages, () => new Map<string, Uint8Array>());
  const languages = rest.languages.map(({ code }) => code);
  return remembered(known, [rest.base, languages, ...used].join(), () => {
    const errors = [...used].flatMap((area) => ERROR_AREAS.find(([page]) => page.test(area))?.[1] ?? []);
    const areas = new Set(['shared.dates', ...used, ...errors]);
    const shown = Object.fromEntries([...areas].map((area) => [area, messages[area] ?? {}]));
    const json = JSON.stringify({ ...rest, messages: shown });
    return new TextEncoder().encode(json.replaceAll('<', '\\u003c'));
  });
}

const usedJson = new WeakMap<Messages, Map<string, Uint8Array>>();

/** The text of a message: `t('site.booking.places_left', { count: 3 })`. */
export function t<Key extends PlainKey>(key: Key, ...[values]: Rest<MessageValues[Key]>): string {
  return String(write(key, values));
}

/** A message that has `…_question` and `…_content` beside it. */
type QuestionKey = {
  [Key in PlainKey]: `${Key}_question` | `${Key}_content` extends PlainKey ? Key : never;
}[PlainKey];

/** The texts of a question before something is done; the message itself is on the button that does it. */
export function questionText<Key extends QuestionKey>(
  key: Key,
  ...[values]: Rest<MessageValues[`${Key}_question`]>
): { title: string; content: string; confirmText: string } {
  return {
    title: String(write(`${key}_question`, values)),
    content: String(write(`${key}_content`, values)),
    confirmText: String(write(key, values)),
  };
}

/**
 * A message with elements in it: `rich('site.booking.terms', { link: (text) => <Link to="/terms">{text}</Link> })`. A value
 * may be an element, too, such as a text in another language.
 */
export function rich<Key extends MessageKey>(key: Key, ...[values]: Rest<RichValues<Key>>): ReactNode {
  const elements: ReactNode[] = [];
  const hold = (value: unknown) =>
    isValidElement(value) ? `\uE001${elements.push(value) - 1}\uE001` : value;
  const fill = (part: ReactNode): ReactNode => {
    if (Array.isArray(part)) return fragment(part.map(fill));
    if (typeof part !== 'string' || elements.length === 0) return part;
    // Every second piece is the number of an element.
    const pieces = part.split('\uE001');
    return fragment(pieces.map((piece, index) => (index % 2 === 0 ? piece : elements[Number(piece)])));
  };
  const held = Object.entries(values ?? {}).map(([name, value]) => [
    name,
    typeof value === 'function' ? (text: ReactNode) => (value as Tag)(fill(text)) : hold(value),
  ]);
  return fill(write(key, Object.fromEntries(held)));
}

const fragment = (parts: ReactNode[]) => createElement(Fragment, null, ...parts);

/** Whether there is such a message, for names that come from data, such as the code of an error. */
export function hasMessage(key: string): key is MessageKey {
  return find(key) !== undefined;
}

/** The text of a message whose name comes from data; undefined if there is none, or its values are missing. */
export function findText(key: string, values: Record<string, string | number>): string | undefined {
  if (!hasMessage(key)) return undefined;
  try {
    return String(write(key, values));
  } catch {
    return undefined;
  }
}

const foundMessages = new WeakMap<Messages, Map<string, { area: string; message: CompiledMessage }>>();

function find(key: string, { messages, used }: Speech = speech()): CompiledMessage | undefined {
  const known = remembered(foundMessages, messages, () => new Map());
  let found = known.get(key);
  if (!found) {
    const end = key.lastIndexOf('.');
    const area = key.slice(0, end);
    const message = messages[area]?.[key.slice(end + 1)];
    if (message === undefined) return undefined;
    found = { area, message };
    known.set(key, found);
  }
  used?.add(found.area);
  return found.message;
}

function write(key: string, values: unknown): ReactNode | ReactNode[] {
  const current = speech();
  const message = find(key, current);
  // Its file has not arrived: better the name of the message than nothing.
  if (message === undefined) return key.slice(key.lastIndexOf('.') + 1).replaceAll('_', ' ');
  if (typeof message === 'string') return message;
  const { locale } = current.language;
  const written = formatMessage(message, locale, markStops(values ?? {}), { formatters }) as ReactNode;
  return dropSecondStops(written);
}

// After a value that ends in a full stop, such as "17 nov.", the one of the sentence is left out.
const STOP_MARK = '\uE000';
const SECOND_STOP = /\.\uE000\.?(?!\.)|\uE000/g;

const needsMark = (value: unknown) =>
  typeof value === 'function' || (typeof value === 'string' && value.endsWith('.'));

function markStops(values: object): Record<string, string> {
  if (!Object.values(values).some(needsMark)) return values as Record<string, string>;
  const marked: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    if (typeof value === 'string' && value.endsWith('.')) marked[name] = value + STOP_MARK;
    else if (typeof value === 'function')
      marked[name] = (parts: ReactNode) => (value as Tag)(dropSecondStops(parts) as never);
    else marked[name] = value;
  }
  return marked as Record<string, string>;
}

function dropSecondStops(written: ReactNode): ReactNode {
  if (Array.isArray(written)) return written.map(dropSecondStops);
  if (typeof written !== 'string' || !written.includes(STOP_MARK)) return written;
  return written.replace(SECOND_STOP, (found) => (found === STOP_MARK ? '' : '.'));
}

const numberFormats = new Map<string, Intl.NumberFormat>();
const pluralRules = new Map<string, Intl.PluralRules>();

/** Made once: a page of figures would make hundreds of the same. */
export function numberFormat(locale: string, options?: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = options ? locale + JSON.stringify(options) : locale;
  return remembered(numberFormats, key, () => new Intl.NumberFormat(locale, options));
}

const formatters = {
  getNumberFormat: numberFormat,
  getPluralRules(locale: string, options?: Intl.PluralRulesOptions) {
    return remembered(pluralRules, locale + options?.type, () => new Intl.PluralRules(locale, options));
  },
  getDateTimeFormat: (locale: string, options?: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, options),
};

interface Known<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): unknown;
}

function remembered<Key, Value>(known: Known<Key, Value>, key: Key, make: () => Value): Value {
  const value = known.get(key);
  if (value !== undefined) return value;
  const made = make();
  known.set(key, made);
  return made;
}
