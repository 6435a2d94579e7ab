// Objects of the S3 protocol: put, copy, get, delete one or many. Rights, limits and bytes are those of the other
// endpoints.
import { createHash } from 'node:crypto';
import { getMimeType } from 'hono/utils/mime';
import { collectWithin } from '#backend/gateway/read-within.ts';
import { findBucket, requireAllowedType } from '../buckets.ts';
import type { StorageContext } from '../context.ts';
import { storeCopy } from '../endpoints/move-copy.ts';
import { removeRows } from '../endpoints/remove.ts';
import { errors } from '../errors.ts';
import { requireKey } from '../http/names.ts';
import { sendObject } from '../http/send-object.ts';
import { findObject } from '../objects.ts';
import { headerValue, requireContentType, requireEncoding } from '../stored-metadata.ts';
import type { StoredObject } from '../stored-object.ts';
import type { UploadProperties } from '../uploads/read-upload.ts';
import { checkUploadAllowed, storeStaged } from '../uploads/store-upload.ts';
import { requireCopyConditions, requireUnchanged, wantsFreeName, writeIfAllowed } from './conditions.ts';
import type { AllowedBytes } from './post-policy.ts';
import { overrideHeaders } from './response-overrides.ts';
import type { S3Call } from './s3-call.ts';
import { s3Errors } from './s3-errors.ts';
import { tagCount, tagsOfHeader } from './tags.ts';
import { element, readElements, s3Document, xmlResponse } from './xml.ts';

const maxXmlBytes = 2_000_000;
const maxDeleted = 1000;

export async function putObject(context: StorageContext, call: S3Call): Promise<Response> {
  const { bucketId, name } = targetOf(call);
  const etag = await storeBody(context, call, {
    bucketId,
    name,
    properties: propertiesOf(call.headers, name),
  });
  return new Response(null, { headers: { etag } });
}

/** Stores what comes under all rules of the bucket; gives the ETag. */
export async function storeBody(
  context: StorageContext,
  call: S3Call,
  {
    bucketId,
    name,
    properties,
    allowed = { min: 0, max: Number.POSITIVE_INFINITY },
  }: { bucketId: string; name: string; properties: UploadProperties; allowed?: AllowedBytes },
): Promise<string> {
  const bucket = await findBucket(context, bucketId);
  requireAllowedType(bucket, properties.contentType);
  const maxBytes = Math.min(bucket.fileSizeLimitBytes, allowed.max);
  const sizeBytes = lengthOf(call);
  if (sizeBytes !== undefined && sizeBytes > maxBytes) throw errors.tooLarge();
  const isConditional = wantsFreeName(call.headers);
  const to = { bucketId, name, upsert: !isConditional, operation: 'storage.s3.object.upload' };
  return writeIfAllowed(isConditional, async () => {
    await checkUploadAllowed(context, call, to, properties);
    const staged = await context.staging.write(call.body, { maxBytes, tooLarge: errors.tooLarge });
    try {
      if (staged.sizeBytes < allowed.min) throw s3Errors.tooSmall();
      checkArrived(call, staged);
      const etag = `"${staged.md5}"`;
      await storeStaged(context, call, to, properties, staged, etag);
      return etag;
    } finally {
      await context.staging.discard(staged);
    }
  });
}

export async function copyObject(context: StorageContext, call: S3Call): Promise<Response> {
  const { headers } = call;
  const { bucketId, name } = targetOf(call);
  const source = await findSource(context, call);
  const isReplaced = isReplace(headers, 'x-amz-metadata-directive');
  const lastModified = new Date().toISOString();
  const given = isReplaced ? propertiesOf(headers, name) : undefined;
  const tags = isReplace(headers, 'x-amz-tagging-directive')
    ? tagsOfHeader(headers.get('x-amz-tagging'))
    : source.metadata.tags;
  const metadata = {
    ...source.metadata,
    lastModified,
    ...(given && {
      mimetype: given.contentType,
      cacheControl: given.cacheControl,
      contentEncoding: given.contentEncoding,
    }),
    tags,
  };
  const isConditional = wantsFreeName(headers);
  const to = { bucketId, name, upsert: !isConditional, operation: 'storage.s3.object.copy' };
  const userMetadata = given ? given.userMetadata : source.user_metadata;
  await writeIfAllowed(isConditional, () => storeCopy(context, call, source, to, { metadata, userMetadata }));
  return xmlResponse(
    s3Document('CopyObjectResult', [
      element('ETag', source.metadata.eTag),
      element('LastModified', lastModified),
    ]),
  );
}

function isReplace(headers: Headers, name: string): boolean {
  return headers.get(name)?.toUpperCase() === 'REPLACE';
}

/** The object that x-amz-copy-source names, as the caller may read it. */
export async function findSource(context: StorageContext, call: S3Call): Promise<StoredObject> {
  const given = call.headers.get('x-amz-copy-source') ?? '';
  const [, bucketId = '', key = ''] = /^\/?([^/]+)\/([^?]+)/.exec(decodeSource(given)) ?? [];
  if (bucketId === '' || key === '') throw s3Errors.badPayload('x-amz-copy-source must be /bucket/key');
  const target = { bucketId, name: key, operation: 'storage.s3.object.copy' };
  const source = await findObject(context, call, target);
  requireCopyConditions(call.headers, source);
  return source;
}

export async function getObject(context: StorageContext, call: S3Call): Promise<Response> {
  const { bucketId, name } = targetOf(call);
  const object = await findObject(context, call, { bucketId, name, operation: 'storage.s3.object.get' });
  requireUnchanged(call.headers, object);
  const answer = await sendObject(context, object, call);
  if (tagCount(object.metadata) > 0)
    answer.headers.set('x-amz-tagging-count', String(tagCount(object.metadata)));
  overrideHeaders(answer, call, { isStorageOrigin: context.isStorageOrigin(call.request) });
  for (const [key, value] of Object.entries(object.user_metadata ?? {})) {
    if (typeof value === 'string' && /^[\w-]+$/.test(key) && /^[\x20-\x7e]*$/.test(value))
      answer.headers.set(`x-amz-meta-${key}`, value);
  }
  return answer;
}

/** S3 says nothing about a key that was not there; what may not be deleted is not there. */
export async function deleteObject(context: StorageContext, call: S3Call): Promise<Response> {
  const { bucketId, name } = targetOf(call);
  await findBucket(context, bucketId);
  await removeRows(context, call, bucketId, [{ path: name, version: null }]);
  return new Response(null, { status: 204 });
}

export async function deleteObjects(context: StorageContext, call: S3Call): Promise<Response> {
  const bucketId = call.params.bucket ?? '';
  await findBucket(context, bucketId);
  const xml = (await collectWithin(call.body, maxXmlBytes, errors.bodyTooLarge)).toString('utf8');
  const keys = readElements(xml, 'Object', ['Key']).flatMap(({ Key }) => (Key === undefined ? [] : [Key]));
  if (keys.length === 0 || keys.length > maxDeleted) throw s3Errors.malformedXml();
  await removeRows(
    context,
    call,
    bucketId,
    keys.map((path) => ({ path, version: null })),
  );
  const isQuiet = /<Quiet>\s*true\s*<\/Quiet>/.test(xml);
  const deleted = isQuiet ? [] : keys.map((key) => element('Deleted', [element('Key', key)]));
  return xmlResponse(s3Document('DeleteResult', deleted));
}

export function targetOf({ params }: S3Call): { bucketId: string; name: string } {
  return { bucketId: params.bucket ?? '', name: requireKey(params.key ?? '') };
}

/** Without a type that counts, the type that the name has. */
export function propertiesOf(headers: Headers, name: string): UploadProperties {
  const encodings = (headers.get('content-encoding') ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '' && one !== 'aws-chunked');
  const own = [...headers].filter(([key]) => key.startsWith('x-amz-meta-'));
  return {
    contentType: requireContentType(
      headers.get('content-type') || getMimeType(name) || 'application/octet-stream',
    ),
    cacheControl: headerValue(headers.get('cache-control') ?? 'no-cache', 'cache-control'),
    contentEncoding: requireEncoding(encodings[0]),
    userMetadata:
      own.length === 0 ? null : Object.fromEntries(own.map(([key, value]) => [key.slice(11), value])),
    tags: tagsOfHeader(headers.get('x-amz-tagging')),
  };
}

export function lengthOf({ headers, isStreaming }: S3Call): number | undefined {
  const length = headers.get(isStreaming ? 'x-amz-decoded-content-length' : 'content-length');
  return length !== null && /^\d{1,15}$/.test(length) ? Number(length) : undefined;
}

/** All bytes that were announced came, and they are those. */
export function checkArrived(call: S3Call, { sizeBytes, md5 }: { sizeBytes: number; md5: string }): void {
  const announced = lengthOf(call);
  if (announced !== undefined && announced !== sizeBytes) throw s3Errors.incompleteBody();
  const given = call.headers.get('content-md5');
  if (given !== null && Buffer.from(given, 'base64').toString('hex') !== md5) throw s3Errors.badDigest();
}

export function md5Of(data: Buffer): string {
  return createHash('md5').update(data).digest('hex');
}

function decodeSource(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw s3Errors.badPayload('x-amz-copy-source cannot be read');
  }
}
