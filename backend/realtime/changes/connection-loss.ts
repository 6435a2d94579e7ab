// Tells a database that is away from a question that was wrong.
/** The database is away; what could not be asked now can be asked later. */
export function isConnectionLoss(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return (
    [
      'CONNECTION_CLOSED',
      'CONNECTION_ENDED',
      'CONNECTION_DESTROYED',
      'CONNECT_TIMEOUT',
      'QUEUE_TIMEOUT',
    ].includes(code) ||
    /^(08|57P)/.test(code) ||
    /^E[A-Z]+$/.test(code) ||
    code === '53300'
  );
}
