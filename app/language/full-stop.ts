/** The text as a sentence: a date such as "17 nov." has its full stop already. */
export function fullStop(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}
