// Why table changes cannot be followed, for clients and for anyone who tries again.
/** There is no stream; the message is for clients. */
export class FeedUnavailable extends Error {}

/** configuration_limit_exceeded: max_replication_slots are taken. */
export function isNoSlotLeft(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '53400';
}

/** The fault of the row policy or filter itself, such as a division by zero: it fails in the same way every time. */
export function isOwnFault(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^(22|23|42|P0)/.test(code);
}

/** Nothing but a change of its settings helps: no reason to ask again every other second. */
export function isMisconfigured(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return code === '42501' || /wal_level/.test(error instanceof Error ? error.message : '');
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
