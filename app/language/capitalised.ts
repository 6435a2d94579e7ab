import { currentLanguage } from './messages.ts';

/** A text as it begins a line: "tomorrow" becomes "Tomorrow". */
export function capitalised(text: string): string {
  const [first = '', ...rest] = text;
  return first.toLocaleUpperCase(currentLanguage().locale) + rest.join('');
}
