// Errors of the S3 protocol: its own, and those of the service as S3 names them. Sent as XML with their real status.
import { StorageError } from '../errors.ts';
import { element, xmlResponse } from './xml.ts';

const error = (status: number, code: string, message: string) =>
  new StorageError(status, code, message, { httpStatus: status });

export const s3Errors = {
  unsigned: () => error(403, 'AccessDenied', 'Missing signature'),
  headerNotSigned: (name: string) =>
    error(403, 'AccessDenied', `There were headers present in the request which were not signed: ${name}`),
  unknownKey: () => error(403, 'InvalidAccessKeyId', 'The access key is not known here'),
  badAuthorization: () =>
    error(400, 'AuthorizationHeaderMalformed', 'The signature of the request cannot be read'),
  signatureMismatch: () =>
    error(403, 'SignatureDoesNotMatch', 'The signature does not match the request and the secret key'),
  timeTooSkewed: () =>
    error(403, 'RequestTimeTooSkewed', "The request's time differs too much from the server's"),
  expired: () => error(403, 'AccessDenied', 'Request has expired'),
  badToken: () => error(403, 'InvalidToken', 'The session token is not valid'),
  badPayload: (message: string) => error(400, 'InvalidRequest', message),
  hashMismatch: () =>
    error(400, 'XAmzContentSHA256Mismatch', 'The body is not the one that the request was signed for'),
  badDigest: () => error(400, 'BadDigest', 'The checksum does not match the body'),
  malformedTrailer: () =>
    error(400, 'MalformedTrailerError', 'What follows the body is not what the request announced'),
  incompleteBody: () =>
    error(400, 'IncompleteBody', 'The body has another number of bytes than the request announced'),
  preconditionFailed: () =>
    error(412, 'PreconditionFailed', 'At least one of the pre-conditions you specified did not hold'),
  badPolicy: () => error(400, 'InvalidPolicyDocument', 'The policy of the form cannot be read'),
  policyFailed: (reason: string) => error(403, 'AccessDenied', `Invalid according to Policy: ${reason}`),
  badArgument: (message: string) => error(400, 'InvalidArgument', message),
  tooSmall: () => error(400, 'EntityTooSmall', 'The file is smaller than the policy allows'),
  invalidTag: (message: string) => error(400, 'InvalidTag', message),
  malformedXml: () => error(400, 'MalformedXML', 'The XML of the request is not what is expected here'),
  notImplemented: (what: string) => error(501, 'NotImplemented', `${what} is not offered`),
  noSuchUpload: () =>
    error(404, 'NoSuchUpload', 'The upload is not known; it may have been completed or aborted'),
  invalidPart: () => error(400, 'InvalidPart', 'A part is missing or has another ETag'),
  invalidPartOrder: () => error(400, 'InvalidPartOrder', 'The parts are not in ascending order'),
  partTooSmall: () => error(400, 'EntityTooSmall', 'All parts but the last must have at least 5 MiB'),
  tooManyUploads: () => error(503, 'SlowDown', 'Too many uploads are open'),
  methodNotAllowed: () => error(405, 'MethodNotAllowed', 'This method is not allowed here'),
};

/** Names that S3 clients know better than ours. */
const CODES: Record<string, [code: string, status: number]> = {
  ResourceNotEmpty: ['BucketNotEmpty', 409],
  BucketAlreadyExists: ['BucketAlreadyOwnedByYou', 409],
  EntityTooLarge: ['EntityTooLarge', 400],
  InvalidMimeType: ['InvalidRequest', 415],
  InvalidKey: ['InvalidArgument', 400],
};

export function renderS3Error(known: StorageError, resource: string): Response {
  const [code, status] = CODES[known.code] ?? [known.code, known.statusCode];
  const body = element('Error', [
    element('Code', code),
    element('Message', known.message),
    element('Resource', resource),
  ]);
  return xmlResponse(body, { status, headers: { 'cache-control': 'no-store', ...known.headers } });
}
