/** The cents of an amount as people type it, "12,50" or "12.50"; 0 where it is none. */
export function amountCents(amount: string): number {
  return Math.round(Number(amount.replace(',', '.')) * 100) || 0;
}
