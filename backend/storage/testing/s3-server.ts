// A small S3 store for tests: one bucket in memory, path-style addresses, signatures checked, parts of at least 5 MiB.
// Written from the protocol, not from our client: it computes each signature for itself from what arrived.
import { createHash, createHmac, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface S3Server {
  url: string;
  objects: Map<string, Buffer>;
  /** Uploads in parts that were neither completed nor aborted. */
  openUploads(): number;
  requests: string[];
  /** The next requests are answered with 503. */
  fail(times: number): void;
  close(): Promise<void>;
}

const smallestPart = 5 * 2 ** 20;

export async function startS3Server(keys: {
  accessKeyId: string;
  secretAccessKey: string;
  bucket: string;
}): Promise<S3Server> {
  const objects = new Map<string, Buffer>();
  const uploads = new Map<string, { key: string; parts: Map<number, Buffer> }>();
  const requests: string[] = [];
  let failures = 0;

  function handle(
    request: IncomingMessage,
    url: URL,
    body: Buffer,
  ): { status: number; body?: string | Buffer; headers?: Record<string, string> } {
    const [, bucket, ...rest] = url.pathname.split('/');
    const key = rest.map(decodeURIComponent).join('/');
    if (bucket !== keys.bucket) return xmlError(404, 'NoSuchBucket');
    if (key === '') return { status: 200, body: listBucket(url.searchParams) };
    const uploadId = url.searchParams.get('uploadId');
    const etag = `"${createHash('md5').update(body).digest('hex')}"`;
    switch (request.method) {
      case 'POST': {
        if (url.searchParams.has('uploads')) {
          const id = randomUUID();
          uploads.set(id, { key, parts: new Map() });
          return {
            status: 200,
            body: `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
          };
        }
        const parts = uploads.get(uploadId ?? '')?.parts;
        if (!parts) return xmlError(404, 'NoSuchUpload');
        const listed = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>([^<]*)<\/ETag>/g)];
        const chosen = listed.map(([, number, tag]) => {
          const part = parts.get(Number(number));
          return part && `"${createHash('md5').update(part).digest('hex')}"` === tag ? part : undefined;
        });
        if (chosen.length === 0 || chosen.some((part) => !part)) return xmlError(400, 'InvalidPart');
        if (chosen.slice(0, -1).some((part) => (part?.length ?? 0) < smallestPart))
          return xmlError(400, 'EntityTooSmall');
        objects.set(key, Buffer.concat(chosen.map((part) => part ?? Buffer.alloc(0))));
        uploads.delete(uploadId ?? '');
        return { status: 200, body: '<CompleteMultipartUploadResult/>' };
      }
      case 'PUT': {
        const source = request.headers['x-amz-copy-source'];
        if (source !== undefined) {
          const found = objects.get(String(source).split('/').slice(2).map(decodeURIComponent).join('/'));
          if (!found) return xmlError(404, 'NoSuchKey');
          objects.set(key, found);
          return { status: 200, body: '<CopyObjectResult/>' };
        }
        if (uploadId === null) objects.set(key, body);
        else uploads.get(uploadId)?.parts.set(Number(url.searchParams.get('partNumber')), body);
        return { status: 200, headers: { etag } };
      }
      case 'DELETE':
        if (uploadId !== null) uploads.delete(uploadId);
        else objects.delete(key);
        return { status: 204 };
      default: {
        const found = objects.get(key);
        if (!found) return xmlError(404, 'NoSuchKey');
        const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '');
        const bytes = range ? found.subarray(Number(range[1]), Number(range[2]) + 1) : found;
        return {
          status: range ? 206 : 200,
          body: bytes,
          headers: { 'content-length': String(bytes.length) },
        };
      }
    }
  }

  /** At most two a page, so that clients must ask for the next one. */
  function listBucket(query: URLSearchParams): string | undefined {
    const prefix = query.get('prefix') ?? '';
    if (query.has('uploads')) {
      const open = [...uploads].filter(([, { key }]) => key.startsWith(prefix));
      const items = open.map(
        ([id, { key }]) => `<Upload><Key>${key}</Key><UploadId>${id}</UploadId></Upload>`,
      );
      return `<ListMultipartUploadsResult>${items.join('')}</ListMultipartUploadsResult>`;
    }
    if (query.get('list-type') !== '2') return undefined;
    const after = query.get('continuation-token') ?? '';
    const names = [...objects.keys()].filter((name) => name.startsWith(prefix) && name > after).sort();
    const page = names.slice(0, 2);
    const items = page.map(
      (name) => `<Contents><Key>${name}</Key><Size>${objects.get(name)?.length}</Size></Contents>`,
    );
    const next = names.length > 2 ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
    return `<ListBucketResult>${items.join('')}${next}</ListBucketResult>`;
  }

  const server = createServer((request, response) => {
    void readAll(request).then((body) => {
      const url = new URL(request.url ?? '/', `http://${request.headers.host}`);
      requests.push(`${request.method} ${url.pathname}${url.search}`);
      const failure = failures > 0 ? xmlError(503, 'SlowDown') : checkSignature(request, url, body, keys);
      if (failures > 0) failures -= 1;
      send(request, response, failure ?? handle(request, url, body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    openUploads: () => uploads.size,
    requests,
    fail(times) {
      failures = times;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function xmlError(status: number, code: string) {
  return {
    status,
    body: `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`,
  };
}

function send(
  request: IncomingMessage,
  response: ServerResponse,
  answer: { status: number; body?: string | Buffer; headers?: Record<string, string> },
): void {
  response.writeHead(answer.status, answer.headers);
  response.end(request.method === 'HEAD' ? undefined : answer.body);
}

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function checkSignature(
  request: IncomingMessage,
  url: URL,
  body: Buffer,
  keys: { accessKeyId: string; secretAccessKey: string },
) {
  const match =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
      request.headers.authorization ?? '',
    );
  if (!match) return xmlError(403, 'AccessDenied');
  const [, accessKeyId, day = '', region = '', signedHeaders = '', signature] = match;
  if (accessKeyId !== keys.accessKeyId) return xmlError(403, 'InvalidAccessKeyId');
  const claimed = String(request.headers['x-amz-content-sha256']);
  if (claimed !== 'UNSIGNED-PAYLOAD' && claimed !== createHash('sha256').update(body).digest('hex'))
    return xmlError(400, 'XAmzContentSHA256Mismatch');
  const encode = (text: string) =>
    encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  const query = [...url.searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&');
  const headerLines = signedHeaders
    .split(';')
    .map((name) => `${name}:${String(request.headers[name]).trim()}\n`)
    .join('');
  const canonical = `${request.method}\n${url.pathname}\n${query}\n${headerLines}\n${signedHeaders}\n${claimed}`;
  const scope = `${day}/${region}/s3/aws4_request`;
  const toSign = `AWS4-HMAC-SHA256\n${request.headers['x-amz-date']}\n${scope}\n${createHash('sha256').update(canonical).digest('hex')}`;
  let key: Buffer = Buffer.from(`AWS4${keys.secretAccessKey}`);
  for (const part of [day, region, 's3', 'aws4_request'])
    key = createHmac('sha256', key).update(part).digest();
  const expected = createHmac('sha256', key).update(toSign).digest('hex');
  return expected === signature ? undefined : xmlError(403, 'SignatureDoesNotMatch');
}
