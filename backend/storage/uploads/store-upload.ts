// From bytes that arrive to an object that is there. The order makes every crash harmless: allowed? -> bytes on this
// machine -> note to remove them -> bytes in the store -> row (which strikes the note out). Old bytes go after the row.
import { randomUUID } from 'node:crypto';
import { currentRequestWrites } from '#backend/database/request-writes.ts';
import type { StagedFile } from '../blobs/staging.ts';
import { type BucketLimits, findBucket, requireAllowedType } from '../buckets.ts';
import type { StorageContext } from '../context.ts';
import { errors } from '../errors.ts';
import type { Call } from '../http/call.ts';
import { requireKey } from '../http/names.ts';
import { ownerOf, putObjectQuestion } from '../objects.ts';
import type { NewObject, ObjectMetadata } from '../stored-object.ts';
import { type ReadUpload, readUpload, type UploadProperties } from './read-upload.ts';

export interface Destination {
  bucketId: string;
  name: string;
  upsert: boolean;
  operation: string;
  /** Who signed the link that this comes by: the link itself is the permission. */
  signedBy?: { owner: string | null };
}

export async function storeUpload(context: StorageContext, call: Call, to: Destination) {
  requireKey(to.name);
  const bucket = await findBucket(context, to.bucketId);
  const upload = await readUpload(call.request);
  try {
    return await storeBytes(context, call, to, bucket, upload);
  } finally {
    await upload.release();
  }
}

async function storeBytes(
  context: StorageContext,
  call: Call,
  to: Destination,
  bucket: BucketLimits,
  upload: ReadUpload,
) {
  requireAllowedType(bucket, upload.contentType);
  const maxBytes = bucket.fileSizeLimitBytes;
  if (upload.sizeBytes !== undefined && upload.sizeBytes > maxBytes) throw errors.tooLarge();
  await checkUploadAllowed(context, call, to, upload);
  const staged = await stage(context, call, upload.body, maxBytes);
  try {
    await upload.finish();
    return await storeStaged(context, call, to, upload, staged, `"${staged.md5}"`);
  } finally {
    await context.staging.discard(staged);
  }
}

/** Policies are asked before the first byte is taken, not after the last. */
export async function checkUploadAllowed(
  context: StorageContext,
  call: Call,
  to: Destination,
  properties: UploadProperties,
): Promise<void> {
  const object = newObject(call, to, properties, { sizeBytes: 0, eTag: '' });
  if (!to.signedBy) {
    await context.database.rehearse(call, putObjectQuestion(object, to));
    return;
  }
  if (to.upsert) return;
  const [taken] = await context.sql`
    select from storage.objects where bucket_id = ${to.bucketId} and name = ${to.name}`;
  if (taken) throw errors.keyExists();
}

export async function storeStaged(
  context: StorageContext,
  call: Call,
  to: Destination,
  properties: UploadProperties,
  staged: StagedFile,
  eTag: string,
) {
  const object = newObject(call, to, properties, { sizeBytes: staged.sizeBytes, eTag });
  await context.removals.expect(object.version);
  try {
    currentRequestWrites()?.requireOpen();
    await context.blobs.adopt(object.version, staged);
    await putObject(context, call, object, to);
  } catch (error) {
    await context.removals.giveUp(object.version, error).catch(() => undefined);
    throw error;
  }
  if (to.upsert) context.removals.nudge();
  return { Key: `${to.bucketId}/${to.name}`, Id: await idOf(context, object, to) };
}

export async function putObject(
  context: StorageContext,
  call: Call,
  object: NewObject,
  to: Destination,
): Promise<void> {
  const question = putObjectQuestion(object, to);
  if (!to.signedBy) {
    await context.database.write(call, question);
    return;
  }
  try {
    await context.sql.unsafe(question.text, question.values);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === '23505') throw errors.keyExists();
    throw error;
  }
}

/** A replaced row has the same id. */
async function idOf(context: StorageContext, object: NewObject, { upsert }: Destination): Promise<string> {
  if (!upsert) return object.id;
  const [row] = await context.sql<{ id: string }[]>`
    select id from storage.objects where bucket_id = ${object.bucketId} and name = ${object.name}`;
  return row?.id ?? object.id;
}

async function stage(context: StorageContext, call: Call, body: AsyncIterable<Uint8Array>, maxBytes: number) {
  try {
    return await context.staging.write(body, { maxBytes, tooLarge: errors.tooLarge });
  } catch (error) {
    if (call.request.signal.aborted || isCutOff(error)) throw errors.aborted();
    throw error;
  }
}

function isCutOff(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    /^(ECONNRESET|ERR_STREAM_PREMATURE_CLOSE)$/.test(String(error.code))
  );
}

function newObject(
  call: Call,
  to: Destination,
  properties: UploadProperties,
  bytes: { sizeBytes: number; eTag: string },
): NewObject {
  return {
    id: randomUUID(),
    bucketId: to.bucketId,
    name: to.name,
    version: randomUUID(),
    metadata: metadataFor(properties, bytes),
    userMetadata: properties.userMetadata,
    ownerId: to.signedBy ? to.signedBy.owner : ownerOf(call),
  };
}

function metadataFor(
  properties: Omit<UploadProperties, 'userMetadata'>,
  { sizeBytes, eTag }: { sizeBytes: number; eTag: string },
): ObjectMetadata {
  return {
    eTag,
    size: sizeBytes,
    mimetype: properties.contentType,
    cacheControl: properties.cacheControl,
    lastModified: new Date().toISOString(),
    contentLength: sizeBytes,
    httpStatusCode: 200,
    ...(properties.contentEncoding && { contentEncoding: properties.contentEncoding }),
    ...(properties.tags && { tags: properties.tags }),
  };
}
