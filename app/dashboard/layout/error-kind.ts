// Why a room does not stand, told from whatever its loaders threw, on the server or in the browser. Only judges: what is
// said of it stands in refusal.tsx.
import { isRouteErrorResponse } from 'react-router';
import { isUnreached } from '#app/ui/load-file.ts';

export type ErrorKind = 'forbidden' | 'missing' | 'unreached' | 'crowded' | 'fault';

const causeByStatus: Record<number, ErrorKind> = { 403: 'forbidden', 404: 'missing', 429: 'crowded' };
/** The product API refuses with a word, the database with a number; the status stays with the answer. */
const causeByCode: Record<string, ErrorKind> = {
  '42501': 'forbidden',
  not_staff: 'forbidden',
  not_owner: 'forbidden',
  not_host: 'forbidden',
  not_found: 'missing',
  too_many_requests: 'crowded',
};
export function errorKind(error: unknown): ErrorKind {
  const status = statusOf(error);
  if (status !== undefined) return causeByStatus[status] ?? 'fault';
  const { code } = (error ?? {}) as { code?: unknown };
  if (typeof code === 'string' && causeByCode[code]) return causeByCode[code];
  return isUnreached(error) ? 'unreached' : 'fault';
}

/** Whether trying again may help: nobody answered, or something fell over. A refusal stays one. */
export function isTemporary(error: unknown): boolean {
  if (error instanceof Response) return false;
  if ((error as { code?: unknown } | null)?.code === 'not_signed_in') return false;
  return ['unreached', 'crowded', 'fault'].includes(errorKind(error));
}

/** A loader's refusal arrives as an answer from the server, and bare from a loader in the browser. */
function statusOf(error: unknown): number | undefined {
  if (isRouteErrorResponse(error)) return error.status;
  const { type, init } = (error ?? {}) as { type?: unknown; init?: { status?: number } };
  return type === 'DataWithResponseInit' ? (init?.status ?? 200) : undefined;
}
