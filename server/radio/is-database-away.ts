/** PostgreSQL's own errors have a five-character code; anything else, and class 57, is a connection problem. */
export function isDatabaseAway(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return !/^[0-9A-Z]{5}$/.test(code) || code.startsWith('57') || code.startsWith('08');
}
