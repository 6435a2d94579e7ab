import { currentLanguage } from './messages.ts';

/** "bread, milk and eggs". */
export function formatList(items: Iterable<string>): string {
  return new Intl.ListFormat(currentLanguage().locale).format(items);
}
