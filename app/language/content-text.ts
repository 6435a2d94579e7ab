// A text of the studio among other texts: in a list of facts, or in the middle of a sentence (rich).
import { createElement, Fragment, type ReactElement, type ReactNode } from 'react';
import { langOf, type Marks } from './in-language.ts';
import { joinItems } from './list.ts';
import { rich } from './messages.ts';

/** The text of a field, in an element that names its language where that is not the page's. */
export function contentText<Field extends string>(
  row: (Marks & { [Name in Field]?: string | null }) | null | undefined,
  field: Field,
  format: (text: string) => string = (text) => text,
): ReactElement | string {
  const text = row?.[field];
  if (!text) return '';
  const lang = langOf(row, field);
  return lang ? createElement('span', lang, format(text)) : format(text);
}

/** "One, two, three" of texts and elements; empty ones are left out. */
export function commaSeparated(parts: readonly ReactNode[]): ReactNode {
  const shown = parts.filter(Boolean);
  if (shown.every((part) => typeof part === 'string')) return joinItems(shown);
  const element = (part: ReactNode) =>
    typeof part === 'string' ? part : createElement(Fragment, null, part);
  return shown.reduce((before, after) =>
    rich('shared.ui.one_after_another', { before: element(before), after: element(after) }),
  );
}
