// What an upload request contains: the bytes as a stream and their metadata, whether the body is the file
// itself or a form with the file in it.
import { collectWithin } from '#backend/gateway/read-within.ts';
import { errors } from '../errors.ts';
import { bodyOf } from '../http/request-body.ts';
import { headerValue, requireContentType, requireEncoding } from '../stored-metadata.ts';
import type { ObjectMetadata } from '../stored-object.ts';
import { boundaryOf, readParts } from './multipart.ts';

interface Upload {
  body: AsyncIterable<Uint8Array>;
  contentType: string;
  cacheControl: string;
  contentEncoding: string | undefined;
  /** What the sender says it is, when it says. */
  sizeBytes: number | undefined;
  userMetadata: Record<string, unknown> | null;
}

export type UploadProperties = Pick<
  Upload,
  'contentType' | 'cacheControl' | 'contentEncoding' | 'userMetadata'
> & { tags?: ObjectMetadata['tags'] };

const maxFieldLength = 100_000;
const defaultType = 'application/octet-stream';

/** `finish` reads what comes after the file in a form; `release` lets go of the request, however far it was read. */
export interface ReadUpload extends Upload {
  finish(): Promise<void>;
  release(): Promise<void>;
}

export async function readUpload(request: Request): Promise<ReadUpload> {
  const contentType = request.headers.get('content-type') || defaultType;
  if (/^multipart\/form-data\b/i.test(contentType)) return readForm(request, contentType);
  const length = request.headers.get('content-length');
  return {
    body: bodyOf(request) ?? emptyBody(),
    contentType: requireContentType(contentType),
    cacheControl: headerValue(request.headers.get('cache-control') ?? 'no-cache', 'cache-control'),
    contentEncoding: requireEncoding(request.headers.get('content-encoding') ?? undefined),
    sizeBytes: length === null ? undefined : Number(length),
    userMetadata: metadataOf(decodeBase64(request.headers.get('x-metadata'))),
    finish: async () => undefined,
    release: async () => undefined,
  };
}

async function readForm(request: Request, type: string): Promise<ReadUpload> {
  const body = bodyOf(request);
  if (!body) throw errors.noContent();
  const fields = new Map<string, string>();
  const parts = readParts(body, boundaryOf(type));
  for (;;) {
    const { done, value: part } = await parts.next();
    if (done) throw errors.noContent();
    const isFile = part.filename !== undefined || (part.name === '' && part.contentType !== undefined);
    if (!isFile) {
      fields.set(part.name, await readField(part.body));
      continue;
    }
    const seconds = fields.get('cacheControl');
    return {
      body: part.body,
      contentType: requireContentType(fields.get('contentType') || part.contentType || defaultType),
      cacheControl: headerValue(cacheTime(seconds), 'cacheControl'),
      contentEncoding: requireEncoding(fields.get('contentEncoding')),
      sizeBytes: undefined,
      userMetadata: metadataOf(fields.get('metadata')),
      async finish() {
        for await (const rest of parts) void rest;
      },
      release: async () => void (await parts.return()),
    };
  }
}

function cacheTime(seconds: string | undefined): string {
  if (seconds === undefined || seconds === '') return 'no-cache';
  return /^\d+$/.test(seconds) ? `max-age=${seconds}` : seconds;
}

async function readField(body: AsyncIterable<Uint8Array>): Promise<string> {
  return (await collectWithin(body, maxFieldLength, errors.bodyTooLarge)).toString('utf8');
}

export function decodeBase64(value: string | null | undefined): string | undefined {
  return value ? Buffer.from(value, 'base64').toString('utf8') : undefined;
}

export function metadataOf(text: string | undefined): Record<string, unknown> | null {
  if (text === undefined || text === '') return null;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw errors.invalidParameter('metadata');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw errors.invalidParameter('metadata');
  // PostgreSQL cannot store this one character in JSON.
  if (text.includes('\\u0000')) throw errors.invalidParameter('metadata');
  return value as Record<string, unknown>;
}

async function* emptyBody(): AsyncGenerator<Uint8Array> {}
