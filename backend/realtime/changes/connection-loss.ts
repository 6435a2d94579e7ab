// Distinguishes an unavailable database from an invalid query.
/** The database is unavailable, or may only read for now; the query can be repeated later. */
export function isConnectionLoss(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return (
    [
      'CONNECTION_CLOSED',
      'CONNECTION_ENDED',
      'CONNECTION_DESTROYED',
      'CONNECT_TIMEOUT',
      'QUEUE_TIMEOUT',
      'READ_ONLY_DATABASE',
    ].includes(code) ||
    /^(08|57P)/.test(code) ||
    /^E[A-Z]+$/.test(code) ||
    code === '53300' ||
    code === '25006'
  );
}
