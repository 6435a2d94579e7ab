// Why table changes cannot be followed, for clients and for anyone who tries again.
/** There is no stream; the message is for clients. */
export class FeedUnavailable extends Error {}

/** After a loss the server may not have noticed yet that the former connection to the slot is gone. */
export function isHeldByOwnConnection(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '55006';
}

/** configuration_limit_exceeded: max_replication_slots are taken. */
export function isNoSlotLeft(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '53400';
}

export function explainFailure(error: unknown): FeedUnavailable {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const message = error instanceof Error ? error.message : String(error);
  if (/wal_level/.test(message)) {
    return new FeedUnavailable(
      'Table changes are not available: the database runs without wal_level=logical. Its owner has to set it and restart the database.',
    );
  }
  if (code === '42501' || /permission denied|replication role|REPLICATION/.test(message)) {
    return new FeedUnavailable(
      'Table changes are not available: the login of the host lacks the REPLICATION attribute.',
    );
  }
  if (/replication slots are in use|max_replication_slots/.test(message)) {
    return new FeedUnavailable('Table changes are not available: the database has no replication slot left.');
  }
  return new FeedUnavailable('Table changes are not available at the moment, trying again');
}
