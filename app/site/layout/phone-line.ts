import type { ReactNode } from 'react';
import { commaSeparated, contentText } from '#app/language/content-text.ts';
import type { Marks } from '#app/language/in-language.ts';
import { currentLanguage } from '#app/language/messages.ts';

/**
 * "+00 22 555 0140, Tue to Sat": the number without line breaks, the hours if there are any; empty without a number.
 */
export function phoneLine(studio: { phone: string; phone_hours: string } & Marks): ReactNode {
  if (studio.phone === '') return '';
  return commaSeparated([phoneNumber(studio.phone), contentText(studio, 'phone_hours')]);
}

/** The number without line breaks. */
export function phoneNumber(phone: string): string {
  const spaced = phone.replace(/ /g, '\u00a0');
  // Isolated: among words from right to left its groups of digits would change places.
  return currentLanguage().direction === 'rtl' && spaced ? `\u2066${spaced}\u2069` : spaced;
}
