// Which errors of the database say that a value it was given cannot be one: no date, no number, a character it cannot
// store. That is the sender's mistake, and answered with 400.

/** Data exceptions (class 22), but for what only a query of ours can do wrong: 22012 is a division by zero. */
const BAD_VALUE = /^22(?!012)[0-9A-Z]{3}$/;

export function isBadValue(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' && BAD_VALUE.test(code);
}
