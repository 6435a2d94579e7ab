// The catalogue of errors, and their one renderer.
// As the hosted service does, every 4xx error is sent as HTTP 400 with the real status in the body.
import { OutcomeUnknown, RequestEnded } from '#backend/database/request-writes.ts';
import { isUnreachable } from '#backend/database/unreachable.ts';
import { InvalidToken } from '#backend/gateway/identify-caller.ts';
import { TooManyRequests } from '#backend/queue/fair-queue.ts';

export class StorageError extends Error {
  readonly statusCode: number;
  readonly code: string;
  readonly error: string;
  /** The status on the wire, where it differs from the rule above. */
  readonly httpStatus: number;
  readonly headers: Record<string, string>;
  constructor(
    statusCode: number,
    code: string,
    message: string,
    extra: { error?: string; httpStatus?: number; headers?: Record<string, string>; cause?: unknown } = {},
  ) {
    super(message, { cause: extra.cause });
    this.name = 'StorageError';
    this.statusCode = statusCode;
    this.code = code;
    this.error = extra.error ?? code;
    this.httpStatus = extra.httpStatus ?? (statusCode >= 500 ? statusCode : 400);
    this.headers = extra.headers ?? {};
  }
}

export const errors = {
  noSuchBucket: () =>
    new StorageError(404, 'NoSuchBucket', 'Bucket not found', { error: 'Bucket not found' }),
  noSuchKey: () => new StorageError(404, 'NoSuchKey', 'Object not found', { error: 'not_found' }),
  noSuchUpload: () => new StorageError(404, 'NoSuchUpload', 'Upload not found', { httpStatus: 404 }),
  bucketExists: () =>
    new StorageError(409, 'BucketAlreadyExists', 'The resource already exists', { error: 'Duplicate' }),
  keyExists: () =>
    new StorageError(409, 'KeyAlreadyExists', 'The resource already exists', { error: 'Duplicate' }),
  bucketNotEmpty: () =>
    new StorageError(409, 'ResourceNotEmpty', 'The bucket you tried to delete is not empty'),
  tooLarge: () =>
    new StorageError(413, 'EntityTooLarge', 'The object exceeded the maximum allowed size', {
      error: 'Payload too large',
    }),
  bodyTooLarge: () =>
    new StorageError(413, 'EntityTooLarge', 'The request body is too large', { error: 'Payload too large' }),
  invalidMimeType: (type: string) =>
    new StorageError(415, 'InvalidMimeType', `mime type ${type} is not supported`, {
      error: 'invalid_mime_type',
    }),
  invalidKey: (key: string) => new StorageError(400, 'InvalidKey', `Invalid key: ${key}`),
  invalidBucketName: () =>
    new StorageError(400, 'InvalidBucketName', 'Bucket name invalid', { error: 'Invalid Input' }),
  invalidFileSizeLimit: () =>
    new StorageError(400, 'InvalidRequest', 'Invalid file size format, hint: use 20GB / 20MB / 30KB / 3B'),
  invalidRange: (sizeBytes: number) =>
    new StorageError(416, 'InvalidRange', 'invalid range provided', {
      error: 'invalid_range',
      httpStatus: 416,
      headers: { 'content-range': `bytes */${sizeBytes}` },
    }),
  invalidRequest: (message: string) => new StorageError(400, 'InvalidRequest', message, { error: 'Error' }),
  missingParameter: (name: string) =>
    new StorageError(400, 'MissingParameter', `Missing Required Parameter ${name}`),
  invalidParameter: (name: string) => new StorageError(400, 'InvalidParameter', `Invalid Parameter ${name}`),
  noContent: () => new StorageError(400, 'InvalidRequest', 'No content provided'),
  notFound: (line: string) =>
    new StorageError(404, 'NotFound', `Route ${line} not found`, { error: 'Not Found', httpStatus: 404 }),
  accessDenied: (message: string) =>
    new StorageError(403, 'AccessDenied', message, { error: 'Unauthorized' }),
  invalidJwt: (message: string) => new StorageError(400, 'InvalidJWT', message),
  invalidSignature: (message = 'Invalid signature') => new StorageError(400, 'InvalidSignature', message),
  invalidImage: (message: string) => new StorageError(400, 'InvalidRequest', message),
  featureNotEnabled: (feature: string) =>
    new StorageError(409, 'FeatureNotEnabled', `The feature ${feature} is not enabled for this resource`),
  tus: (status: number, message: string) =>
    new StorageError(status, 'TusError', message, { httpStatus: status }),
  locked: () => new StorageError(423, 'ResourceLocked', 'The resource is locked', { httpStatus: 423 }),
  slowDown: () =>
    new StorageError(429, 'SlowDown', 'Too many images are being transformed, try again in a moment', {
      httpStatus: 429,
      headers: { 'retry-after': '1' },
    }),
  aborted: () => new StorageError(400, 'Aborted', 'The upload ended before it was complete'),
  tooManyRequests: () =>
    new StorageError(429, 'SlowDown', 'Too many concurrent requests', {
      httpStatus: 429,
      headers: { 'retry-after': '1' },
    }),
  databaseAway: (cause: unknown) =>
    new StorageError(503, 'DatabaseError', 'The database cannot be reached. Please try again.', {
      headers: { 'retry-after': '1' },
      cause,
    }),
  outcomeUnknown: (cause: unknown) =>
    new StorageError(
      504,
      'OutcomeUnknown',
      'The database stopped answering while this was being saved. It may or may not have been saved: check before you send it again.',
      { cause },
    ),
  databaseTimeout: (cause: unknown) =>
    new StorageError(544, 'DatabaseTimeout', 'The connection to the database timed out', { cause }),
  noSpace: (cause: unknown) =>
    new StorageError(
      507,
      'InsufficientStorage',
      'The disk is full. Free some space, then upload the file again.',
      { cause },
    ),
  internal: (cause: unknown) => new StorageError(500, 'InternalError', 'Internal Server Error', { cause }),
};

const rowPolicy = /^new row violates row-level security policy/;

/** What any throw means to the caller. */
export function storageErrorOf(error: unknown): StorageError {
  if (error instanceof StorageError) return error;
  if (error instanceof InvalidToken) return tokenError(error);
  if (error instanceof TooManyRequests) return errors.tooManyRequests();
  if (error instanceof RequestEnded) return errors.aborted();
  if (error instanceof OutcomeUnknown) return errors.outcomeUnknown(error);
  if (isUnreachable(error)) return errors.databaseAway(error);
  if (isDatabaseError(error)) return databaseError(error);
  if (isNoSpace(error)) return errors.noSpace(error);
  return errors.internal(error);
}

/** The disk is full, or this user's share of it, or what the system lets one file hold. */
export function isNoSpace(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^(ENOSPC|EDQUOT|EFBIG)$/.test(String(error.code));
}

function tokenError(error: InvalidToken): StorageError {
  if (error.message === 'JWT expired') return errors.accessDenied('"exp" claim timestamp check failed');
  if (error.message === 'JWT cryptographic operation failed')
    return errors.accessDenied('signature verification failed');
  return errors.accessDenied(error.kind === 'undecodable' ? 'Invalid Compact JWS' : error.message);
}

function databaseError(error: Error & { code: string }): StorageError {
  switch (error.code) {
    case '42501':
      return errors.accessDenied(
        rowPolicy.test(error.message) ? 'new row violates row-level security policy' : error.message,
      );
    case '23505':
      return errors.keyExists();
    case '23503':
      return errors.noSuchBucket();
    case '57014':
      return errors.databaseTimeout(error);
    case '25006':
      return errors.databaseAway(error);
  }
  // The role of a token that the database does not have.
  if (error.code === '22023' && error.message.startsWith('role ')) return errors.accessDenied(error.message);
  if (/^(22|23|P0)/.test(error.code)) return errors.invalidRequest(error.message);
  if (/^53/.test(error.code)) return errors.databaseAway(error);
  return errors.internal(error);
}

/** By its SQLSTATE, whichever of the two drivers it came through. */
function isDatabaseError(error: unknown): error is Error & { code: string } {
  return error instanceof Error && 'code' in error && /^(?=.*\d)[0-9A-Z]{5}$/.test(String(error.code));
}

export function renderError(error: StorageError): Response {
  const { statusCode, message, code } = error;
  return new Response(JSON.stringify({ statusCode: String(statusCode), error: error.error, message, code }), {
    status: error.httpStatus,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      ...error.headers,
    },
  });
}
