// A small client of the S3 protocol, written from the protocol alone: signs each request in its headers, or an address
// for others. Chunks of a body are signed one by one when `chunkBytes` is given.
import { createHash, createHmac } from 'node:crypto';

export interface S3Keys {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string;
}

export interface S3Request {
  method?: string;
  body?: string | Uint8Array;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  /** Sends the body in signed chunks of this size. */
  chunkBytes?: number;
}

const hash = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
const REGION = 'eu-west-3';

export function createS3Client(endpoint: string, keys: S3Keys) {
  const keyOf = (day: string) =>
    ['s3', 'aws4_request'].reduce(
      (key, part) => hmac(key, part),
      hmac(hmac(`AWS4${keys.secretAccessKey}`, day), REGION),
    );
  const nowText = () => new Date().toISOString().replace(/[-:]|\.\d{3}/g, '');
  const addressOf = (path: string) => new URL(endpoint + path.split('/').map(encode).join('/'));
  const queryText = (query: Record<string, string>) =>
    Object.entries(query)
      .map(([name, value]) => `${encode(name)}=${encode(value)}`)
      .sort()
      .join('&');
  const sign = (time: string, text: string) => hmac(keyOf(time.slice(0, 8)), text).toString('hex');
  const scopeOf = (time: string) => `${time.slice(0, 8)}/${REGION}/s3/aws4_request`;

  return {
    async send(path: string, request: S3Request = {}): Promise<Response> {
      const { method = 'GET', body, query = {}, chunkBytes } = request;
      const url = addressOf(path);
      const time = nowText();
      const payload = chunkBytes ? 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD' : hash(body ?? '');
      const headers: Record<string, string> = {
        ...request.headers,
        host: url.host,
        'x-amz-date': time,
        'x-amz-content-sha256': payload,
        ...(keys.sessionToken && { 'x-amz-security-token': keys.sessionToken }),
        ...(chunkBytes && { 'x-amz-decoded-content-length': String(Buffer.from(body ?? '').length) }),
      };
      const names = Object.keys(headers).sort();
      const canonical = [
        method,
        url.pathname,
        queryText(query),
        ...names.map((name) => `${name}:${headers[name]}`),
        '',
        names.join(';'),
        payload,
      ].join('\n');
      const signature = sign(time, ['AWS4-HMAC-SHA256', time, scopeOf(time), hash(canonical)].join('\n'));
      const { host: _host, ...sent } = headers;
      url.search = queryText(query);
      return fetch(url, {
        method,
        body: chunkBytes
          ? chunked(Buffer.from(body ?? ''), chunkBytes, { time, signature })
          : (body as BodyInit | undefined),
        headers: {
          ...sent,
          authorization: `AWS4-HMAC-SHA256 Credential=${keys.accessKeyId}/${scopeOf(time)}, SignedHeaders=${names.join(';')}, Signature=${signature}`,
        },
      });
    },

    /** An address that anyone can use for this one request. */
    presign(path: string, { method = 'GET', expiresS = 60 } = {}): string {
      const url = addressOf(path);
      const time = nowText();
      const query: Record<string, string> = {
        'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
        'X-Amz-Credential': `${keys.accessKeyId}/${scopeOf(time)}`,
        'X-Amz-Date': time,
        'X-Amz-Expires': String(expiresS),
        'X-Amz-SignedHeaders': 'host',
        ...(keys.sessionToken && { 'X-Amz-Security-Token': keys.sessionToken }),
      };
      const canonical = [
        method,
        url.pathname,
        queryText(query),
        `host:${url.host}`,
        '',
        'host',
        'UNSIGNED-PAYLOAD',
      ].join('\n');
      const signature = sign(time, ['AWS4-HMAC-SHA256', time, scopeOf(time), hash(canonical)].join('\n'));
      url.search = `${queryText(query)}&X-Amz-Signature=${signature}`;
      return url.href;
    },
  };

  function chunked(
    body: Buffer,
    size: number,
    first: { time: string; signature: string },
  ): Uint8Array<ArrayBuffer> {
    const parts: Buffer[] = [];
    let previous = first.signature;
    for (let at = 0; ; at += size) {
      const chunk = body.subarray(at, at + size);
      const lines = [
        'AWS4-HMAC-SHA256-PAYLOAD',
        first.time,
        scopeOf(first.time),
        previous,
        hash(''),
        hash(chunk),
      ];
      previous = sign(first.time, lines.join('\n'));
      parts.push(
        Buffer.from(`${chunk.length.toString(16)};chunk-signature=${previous}\r\n`),
        chunk,
        Buffer.from('\r\n'),
      );
      if (chunk.length === 0) return Uint8Array.from(Buffer.concat(parts));
    }
  }
}
