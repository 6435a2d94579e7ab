import { currentLanguage, t } from './messages.ts';

/** "bread, milk and eggs". */
export function formatList(items: Iterable<string>): string {
  return new Intl.ListFormat(currentLanguage().locale).format(items);
}

/** "bread, milk or eggs". */
export function formatAlternatives(items: Iterable<string>): string {
  return new Intl.ListFormat(currentLanguage().locale, { type: 'disjunction' }).format(items);
}

/** "bread, milk, eggs", with the comma of the language; empty items are left out. */
export function joinItems(items: Iterable<string | null | undefined | false>): string {
  return [...items]
    .filter((item) => typeof item === 'string' && item !== '')
    .reduce<string>(
      (before, after) =>
        before ? t('shared.ui.one_after_another', { before, after: String(after) }) : String(after),
      '',
    );
}
