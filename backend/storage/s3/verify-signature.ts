// AWS Signature Version 4 as a server checks it: in the Authorization header or in a presigned address. Pure.
// https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-authenticating-requests.html
import { createHmac, timingSafeEqual } from 'node:crypto';
import { encodeStrictly, sha256 } from '../blobs/s3-signature.ts';
import { s3Errors } from './s3-errors.ts';

export interface SignedParts {
  accessKeyId: string;
  /** "20130524/us-east-1/s3/aws4_request" */
  scope: string;
  signedHeaders: string[];
  signature: string;
  /** "20130524T000000Z" */
  time: string;
  isPresigned: boolean;
  /** The token of a session, for callers who are not the service itself. */
  sessionToken: string | null;
  /** What stands for the body in the signature: its hash, or how it is sent. */
  payload: string;
}

export const ALGORITHM = 'AWS4-HMAC-SHA256';
const HEADER =
  /^AWS4-HMAC-SHA256\s+Credential=([^,\s]+)\s*,\s*SignedHeaders=([^,\s]+)\s*,\s*Signature=([0-9a-f]{64})\s*$/;
const HASH = 'x-amz-content-sha256';
const maxSkewMs = 15 * 60_000;
const maxExpiresS = 7 * 86_400;

/** Undefined when the request is not signed at all. */
export function readSignature(headers: Headers, query: URLSearchParams): SignedParts | undefined {
  const authorization = headers.get('authorization');
  if (authorization?.startsWith(ALGORITHM)) {
    const [, credential = '', signedHeaders = '', signature = ''] = HEADER.exec(authorization) ?? [];
    return {
      ...readCredential(credential),
      signedHeaders: readNames(signedHeaders),
      signature,
      time: headers.get('x-amz-date') ?? '',
      isPresigned: false,
      sessionToken: headers.get('x-amz-security-token'),
      payload: headers.get(HASH) ?? '',
    };
  }
  if (query.get('X-Amz-Algorithm') !== ALGORITHM) return undefined;
  const signedHeaders = readNames(query.get('X-Amz-SignedHeaders') ?? '');
  const signedHash = signedHeaders.includes(HASH) ? headers.get(HASH) : null;
  return {
    ...readCredential(query.get('X-Amz-Credential') ?? ''),
    signedHeaders,
    signature: query.get('X-Amz-Signature') ?? '',
    time: query.get('X-Amz-Date') ?? '',
    isPresigned: true,
    sessionToken: query.get('X-Amz-Security-Token'),
    payload: query.get('X-Amz-Content-Sha256') ?? signedHash ?? 'UNSIGNED-PAYLOAD',
  };
}

function readNames(signedHeaders: string): string[] {
  if (!/^[a-z0-9-]+(;[a-z0-9-]+)*$/.test(signedHeaders)) throw s3Errors.badAuthorization();
  return signedHeaders.split(';');
}

export function readCredential(credential: string): { accessKeyId: string; scope: string } {
  // An access key may have slashes; the scope has exactly four parts.
  const parts = credential.split('/');
  const scope = parts.slice(-4).join('/');
  if (parts.length < 5 || !/^\d{8}\/[\w-]+\/s3\/aws4_request$/.test(scope)) throw s3Errors.badAuthorization();
  return { accessKeyId: parts.slice(0, -4).join('/'), scope };
}

/** Throws when the signature is old, not yet valid, or not that of the secret. */
export function checkSignature(
  request: { method: string; url: URL; headers: Headers },
  parts: SignedParts,
  secretAccessKey: string,
  now: Date,
): void {
  checkTime(request.url.searchParams, parts, now);
  // A host that is not signed could be another one's.
  if (!parts.signedHeaders.includes('host')) throw s3Errors.badAuthorization();
  const expected = signatureOf(
    [ALGORITHM, parts.time, parts.scope, sha256(canonicalRequest(request, parts))],
    secretAccessKey,
    parts.scope,
  );
  if (!isSame(expected, parts.signature)) throw s3Errors.signatureMismatch();
}

export function signatureOf(lines: string[], secretAccessKey: string, scope: string): string {
  return createHmac('sha256', signingKey(secretAccessKey, scope)).update(lines.join('\n')).digest('hex');
}

export function isSame(left: string, right: string): boolean {
  const [one, other] = [Buffer.from(left), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}

function signingKey(secretAccessKey: string, scope: string): Buffer {
  return scope
    .split('/')
    .reduce<Buffer>(
      (key, part) => createHmac('sha256', key).update(part).digest(),
      Buffer.from(`AWS4${secretAccessKey}`),
    );
}

function canonicalRequest(
  { method, url, headers }: { method: string; url: URL; headers: Headers },
  { signedHeaders, payload }: SignedParts,
): string {
  const lines = signedHeaders.map((name) => {
    const value = name === 'host' ? (headers.get('host') ?? url.host) : (headers.get(name) ?? '');
    return `${name}:${value.trim().replace(/\s+/g, ' ')}`;
  });
  return [
    method,
    canonicalPath(url.pathname),
    canonicalQuery(url.searchParams),
    ...lines,
    '',
    signedHeaders.join(';'),
    payload,
  ].join('\n');
}

/** Encoded as clients do, whatever a proxy on the way made of it. */
function canonicalPath(path: string): string {
  try {
    return path
      .split('/')
      .map((part) => encodeStrictly(decodeURIComponent(part)))
      .join('/');
  } catch {
    return path;
  }
}

function canonicalQuery(query: URLSearchParams): string {
  return [...query]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]): [string, string] => [encodeStrictly(name), encodeStrictly(value)])
    .sort(([name, value], [otherName, other]) => order(name, otherName) || order(value, other))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}

/** By bytes: "a" is before "a-b", though "a-b=" is before "a=". */
function order(left: string, right: string): number {
  return left < right ? -1 : Number(left > right);
}

/** When it was signed, on the day of its scope. */
export function requireTime(time: string, scope: string): number {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(time) ?? [];
  const signedMs = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  if (!Number.isFinite(signedMs) || !scope.startsWith(time.slice(0, 8))) throw s3Errors.badAuthorization();
  return signedMs;
}

function checkTime(query: URLSearchParams, { time, scope, isPresigned }: SignedParts, now: Date): void {
  const ageMs = now.getTime() - requireTime(time, scope);
  if (!isPresigned) {
    if (Math.abs(ageMs) > maxSkewMs) throw s3Errors.timeTooSkewed();
    return;
  }
  const expiresS = Number(query.get('X-Amz-Expires'));
  if (!Number.isInteger(expiresS) || expiresS < 1 || expiresS > maxExpiresS)
    throw s3Errors.badAuthorization();
  if (ageMs < -maxSkewMs || ageMs > expiresS * 1000) throw s3Errors.expired();
}
