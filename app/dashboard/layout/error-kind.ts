// Classifies what a page's loaders threw, on the server or in the browser. page-error.tsx has the text for each kind.
import { isRouteErrorResponse } from 'react-router';
import { isUnreached } from '#app/ui/load-file.ts';

export type ErrorKind = 'forbidden' | 'missing' | 'unreached' | 'crowded' | 'fault';

const kindByStatus: Record<number, ErrorKind> = { 403: 'forbidden', 404: 'missing', 429: 'crowded' };
/** Error codes of the product API (words) and of the database (numbers). */
const kindByCode: Record<string, ErrorKind> = {
  '42501': 'forbidden',
  not_staff: 'forbidden',
  not_owner: 'forbidden',
  not_host: 'forbidden',
  too_many_requests: 'crowded',
};
export function errorKind(error: unknown): ErrorKind {
  const status = statusOf(error);
  if (status !== undefined) return kindByStatus[status] ?? 'fault';
  const { code } = (error ?? {}) as { code?: unknown };
  if (typeof code === 'string') {
    // "not_found", "table_not_found" … of the product API; an auth error, such as "session_not_found", is an Error.
    if (code.endsWith('not_found') && !(error instanceof Error)) return 'missing';
    if (kindByCode[code]) return kindByCode[code];
  }
  return isUnreached(error) ? 'unreached' : 'fault';
}

/** Whether trying again may help. */
export function isTemporary(error: unknown): boolean {
  if (error instanceof Response) return false;
  if ((error as { code?: unknown } | null)?.code === 'not_signed_in') return false;
  return ['unreached', 'crowded', 'fault'].includes(errorKind(error));
}

/** An error thrown with data() arrives as a route error from the server, and unwrapped from a loader in the browser. */
function statusOf(error: unknown): number | undefined {
  if (isRouteErrorResponse(error)) return error.status;
  const { type, init } = (error ?? {}) as { type?: unknown; init?: { status?: number } };
  return type === 'DataWithResponseInit' ? (init?.status ?? 200) : undefined;
}
