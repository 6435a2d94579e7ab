// Turns an error of PostgreSQL or of its connection into the answer the caller gets.
// Decides by SQLSTATE; by message text only where PostgreSQL gives two meanings one SQLSTATE.
import { isUnreachable } from '#backend/database/unreachable.ts';
import { parseJsonObject } from '#contracts/json-object.ts';
import { errors, RestError } from './errors.ts';
import type { RestLimits } from './limits.ts';
import { overweightOf } from './query/weight-query.ts';

interface DatabaseError extends Error {
  code: string;
  detail?: string;
  hint?: string;
}

const exactStatus: Record<string, number> = {
  '23503': 409,
  '23505': 409,
  '25006': 405,
  '42883': 404,
  '42P01': 404,
  '42P17': 500,
  '53400': 500,
  // Too deep, too many columns or arguments: what the caller sent, not a fault of the server.
  '54001': 400,
  '54011': 400,
  '54023': 400,
  // Not a fault of the server: the request asked for more than its caller may have done in one statement.
  '57014': 422,
  P0001: 400,
};

const classStatus: Record<string, number> = {
  '09': 500,
  '0L': 403,
  '0P': 403,
  '25': 500,
  '28': 403,
  '2D': 500,
  '38': 500,
  '39': 500,
  '3B': 500,
  '40': 500,
  '53': 503,
  '54': 500,
  '55': 500,
  '57': 500,
  '58': 500,
  F0: 500,
  HV: 500,
  P0: 500,
  XX: 500,
};

const timeoutHint = 'Request fewer rows, embed fewer relations, or filter by a column with an index.';

export function restErrorOf(
  error: unknown,
  { isAnonymous, limits }: { isAnonymous: boolean; limits?: RestLimits },
): RestError | undefined {
  if (error instanceof RestError) return error;
  if (!isDatabaseError(error)) return undefined;
  if (error.code === 'QUEUE_TIMEOUT') return errors.poolTimeout();
  if (error.code === 'TOO_MANY_REQUESTS') return errors.tooManyRequests();
  if (error.code === 'ABANDONED' || error.code === 'REQUEST_ENDED') return errors.abandoned();
  if (error.code === 'OUTCOME_UNKNOWN') return errors.outcomeUnknown();
  if (isUnreachable(error)) return errors.noConnection(error.message);
  if (error.code === 'PGRST') return raisedResponse(error);
  const overweight = overweightOf(error);
  if (limits && overweight === 'rows') return errors.tooManyRows(limits.maxEmbeddedRows);
  if (limits && overweight === 'bytes') return errors.responseTooLarge(limits.maxResponseBytes);
  const status = statusOf(error.code, error.message, isAnonymous);
  return new RestError(status, error.code, error.message, {
    details: error.detail ?? null,
    hint: error.hint ?? (error.code === '57014' ? timeoutHint : null),
    headers: status === 401 ? { 'www-authenticate': 'Bearer' } : {},
    cause: error,
  });
}

function statusOf(code: string, message: string, isAnonymous: boolean): number {
  // A function may choose the answer's status: raise sqlstate 'PT402'.
  if (code.startsWith('PT')) {
    const chosen = Number(code.slice(2));
    return Number.isInteger(chosen) && chosen >= 200 && chosen <= 599 ? chosen : 500;
  }
  if (code === '42501') return isAnonymous ? 401 : 403;
  // The role of a token that the database does not have.
  if (code === '22023' && /^role .* does not exist$/.test(message)) return 401;
  // One row was expected in the middle of a function or a view; only safe-update means the caller by it.
  if (code === '21000') return message.endsWith('requires a WHERE clause') ? 400 : 500;
  return exactStatus[code] ?? classStatus[code.slice(0, 2)] ?? 400;
}

/** `raise sqlstate 'PGRST'` with JSON as message and detail composes the whole answer in SQL. */
function raisedResponse(error: DatabaseError): RestError {
  const message = parseJsonObject(error.message);
  if (!message || typeof message.code !== 'string' || typeof message.message !== 'string') {
    return errors.invalidRaise(
      'Invalid JSON value for MESSAGE: it must be an object with the keys "code" and "message"',
    );
  }
  const detail = parseJsonObject(error.detail ?? '');
  if (!detail || typeof detail.status !== 'number' || typeof detail.headers !== 'object' || !detail.headers) {
    return errors.invalidRaise(
      'Invalid JSON value for DETAIL: it must be an object with the keys "status" and "headers"',
    );
  }
  if (!Number.isInteger(detail.status) || detail.status < 200 || detail.status > 599) {
    return errors.invalidRaise(`Invalid status ${detail.status} in DETAIL`);
  }
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(detail.headers)) headers[name] = String(value);
  return new RestError(detail.status, message.code, message.message, {
    details: message.details ?? null,
    hint: typeof message.hint === 'string' ? message.hint : null,
    headers,
  });
}

function isDatabaseError(error: unknown): error is DatabaseError {
  return error instanceof Error && 'code' in error && typeof error.code === 'string';
}
