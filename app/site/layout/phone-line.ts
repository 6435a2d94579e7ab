/**
 * "+00 22 555 0140, Tue to Sat": the number without line breaks, the hours if there are any; empty without a number.
 */
export function phoneLine({ phone, phone_hours }: { phone: string; phone_hours: string }): string {
  const number = phone.replace(/ /g, '\u00a0');
  return number && phone_hours ? `${number}, ${phone_hours}` : number;
}
