// AWS Signature Version 4 in the Authorization header: which bytes are signed, and how. Pure.
// https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
import { createHash, createHmac } from 'node:crypto';

export interface SignedRequest {
  method: string;
  url: URL;
  /** Names in lower case. */
  headers: Record<string, string>;
  /** Hex SHA-256 of the body, or UNSIGNED-PAYLOAD. */
  payloadHash: string;
}

export interface Signer {
  accessKeyId: string;
  secretAccessKey: string;
  region: string;
}

const algorithm = 'AWS4-HMAC-SHA256';

/** The headers to send: those given, the date, the hash and the signature over all of them. */
export function signRequest(request: SignedRequest, signer: Signer, now: Date): Record<string, string> {
  const time = now.toISOString().replace(/[-:]|\.\d{3}/g, '');
  const headers: Record<string, string> = {
    ...request.headers,
    host: request.url.host,
    'x-amz-date': time,
    'x-amz-content-sha256': request.payloadHash,
  };
  const names = Object.keys(headers).sort();
  const scope = `${time.slice(0, 8)}/${signer.region}/s3/aws4_request`;
  const canonical = [
    request.method,
    request.url.pathname,
    canonicalQuery(request.url.searchParams),
    ...names.map((name) => `${name}:${headers[name]?.trim().replace(/\s+/g, ' ')}`),
    '',
    names.join(';'),
    request.payloadHash,
  ].join('\n');
  const toSign = [algorithm, time, scope, sha256(canonical)].join('\n');
  const signature = createHmac('sha256', signingKey(signer, time.slice(0, 8)))
    .update(toSign)
    .digest('hex');
  return {
    ...headers,
    authorization: `${algorithm} Credential=${signer.accessKeyId}/${scope}, SignedHeaders=${names.join(';')}, Signature=${signature}`,
  };
}

export function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}

/** Stricter than encodeURIComponent: S3 wants these four encoded too. */
export function encodeStrictly(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function canonicalQuery(query: URLSearchParams): string {
  return [...query]
    .map(([name, value]) => `${encodeStrictly(name)}=${encodeStrictly(value)}`)
    .sort()
    .join('&');
}

function signingKey({ secretAccessKey, region }: Signer, day: string): Buffer {
  const step = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
  return step(step(step(step(`AWS4${secretAccessKey}`, day), region), 's3'), 'aws4_request');
}
