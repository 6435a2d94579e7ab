import { currentLanguage } from '#app/language/messages.ts';

/**
 * "+00 22 555 0140, Tue to Sat": the number without line breaks, the hours if there are any; empty without a number.
 */
export function phoneLine({ phone, phone_hours }: { phone: string; phone_hours: string }): string {
  // Isolated: among words from right to left its groups of digits would change places.
  const isRtl = currentLanguage().direction === 'rtl' && phone !== '';
  const spaced = phone.replace(/ /g, '\u00a0');
  const number = isRtl ? `\u2066${spaced}\u2069` : spaced;
  return number && phone_hours ? `${number}, ${phone_hours}` : number;
}
