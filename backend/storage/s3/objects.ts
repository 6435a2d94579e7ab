// Objects of the S3 protocol: put, copy, get, delete one or many. Rights, limits and bytes are those of the other
// endpoints.
import { createHash } from 'node:crypto';
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
import type { S3Call } from './s3-call.ts';
import { s3Errors } from './s3-errors.ts';
import { element, readElements, s3Document, xmlResponse } from './xml.ts';

const maxXmlBytes = 2_000_000;
const maxDeleted = 1000;

export async function putObject(context: StorageContext, call: S3Call): Promise<Response> {
  const { headers } = call.request;
  const { bucketId, name } = targetOf(call);
  const bucket = await findBucket(context, bucketId);
  const properties = propertiesOf(headers);
  requireAllowedType(bucket, properties.contentType);
  const sizeBytes = lengthOf(call);
  if (sizeBytes !== undefined && sizeBytes > bucket.fileSizeLimitBytes) throw errors.tooLarge();
  // "If-None-Match: *" asks for a name that is free.
  const to = {
    bucketId,
    name,
    upsert: headers.get('if-none-match') !== '*',
    operation: 'storage.s3.object.upload',
  };
  await checkUploadAllowed(context, call, to, properties);
  const staged = await context.staging.write(call.body, {
    maxBytes: bucket.fileSizeLimitBytes,
    tooLarge: errors.tooLarge,
  });
  try {
    checkMd5(headers, staged.md5);
    const etag = `"${staged.md5}"`;
    await storeStaged(context, call, to, properties, staged, etag);
    return new Response(null, { headers: { etag } });
  } finally {
    await context.staging.discard(staged);
  }
}

export async function copyObject(context: StorageContext, call: S3Call): Promise<Response> {
  const { headers } = call.request;
  const { bucketId, name } = targetOf(call);
  const source = await findSource(context, call);
  const isReplaced = headers.get('x-amz-metadata-directive')?.toUpperCase() === 'REPLACE';
  const lastModified = new Date().toISOString();
  const given = isReplaced ? propertiesOf(headers) : undefined;
  const metadata = {
    ...source.metadata,
    lastModified,
    ...(given && {
      mimetype: given.contentType,
      cacheControl: given.cacheControl,
      contentEncoding: given.contentEncoding,
    }),
  };
  await storeCopy(
    context,
    call,
    source,
    { bucketId, name, upsert: true, operation: 'storage.s3.object.copy' },
    { metadata, userMetadata: given ? given.userMetadata : source.user_metadata },
  );
  return xmlResponse(
    s3Document('CopyObjectResult', [
      element('ETag', source.metadata.eTag),
      element('LastModified', lastModified),
    ]),
  );
}

/** The object that x-amz-copy-source names, as the caller may read it. */
export async function findSource(context: StorageContext, call: S3Call): Promise<StoredObject> {
  const given = call.request.headers.get('x-amz-copy-source') ?? '';
  const [, bucketId = '', key = ''] = /^\/?([^/]+)\/([^?]+)/.exec(decodeSource(given)) ?? [];
  if (bucketId === '' || key === '') throw s3Errors.badPayload('x-amz-copy-source must be /bucket/key');
  return findObject(context, call, { bucketId, name: key, operation: 'storage.s3.object.copy' });
}

export async function getObject(context: StorageContext, call: S3Call): Promise<Response> {
  const { bucketId, name } = targetOf(call);
  const object = await findObject(context, call, { bucketId, name, operation: 'storage.s3.object.get' });
  const answer = await sendObject(context, object, call);
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

export function propertiesOf(headers: Headers): UploadProperties {
  const encodings = (headers.get('content-encoding') ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '' && one !== 'aws-chunked');
  const own = [...headers].filter(([name]) => name.startsWith('x-amz-meta-'));
  return {
    contentType: requireContentType(headers.get('content-type') || 'application/octet-stream'),
    cacheControl: headerValue(headers.get('cache-control') ?? 'no-cache', 'cache-control'),
    contentEncoding: requireEncoding(encodings[0]),
    userMetadata:
      own.length === 0 ? null : Object.fromEntries(own.map(([name, value]) => [name.slice(11), value])),
  };
}

export function lengthOf({ request, isStreaming }: S3Call): number | undefined {
  const length = request.headers.get(isStreaming ? 'x-amz-decoded-content-length' : 'content-length');
  return length !== null && /^\d{1,15}$/.test(length) ? Number(length) : undefined;
}

export function checkMd5(headers: Headers, md5: string): void {
  const given = headers.get('content-md5');
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
