// Moves and copies objects, within a bucket or across. A move changes a row only: bytes are not named after objects.
import { randomUUID } from 'node:crypto';
import { findBucket, requireAllowedType } from '../buckets.ts';
import type { StorageContext } from '../context.ts';
import { errors } from '../errors.ts';
import {
  type Call,
  type Fields,
  optionalBoolean,
  optionalText,
  readFields,
  textField,
} from '../http/call.ts';
import { requireKey } from '../http/names.ts';
import { findObject, ownerOf, renderObject } from '../objects.ts';
import { headerValue, requireContentType, requireEncoding } from '../stored-metadata.ts';
import type { NewObject, ObjectMetadata, ObjectRow, StoredObject } from '../stored-object.ts';
import { decodeBase64, metadataOf as userMetadataOf } from '../uploads/read-upload.ts';
import { checkUploadAllowed, type Destination, putObject } from '../uploads/store-upload.ts';
import { wantsUpsert } from './upload.ts';

export async function moveObject(context: StorageContext, call: Call): Promise<Response> {
  const { source, bucketId, name } = await readTransfer(context, call, 'storage.object.move');
  const [moved] = await context.database.write<ObjectRow>(call, {
    operation: 'storage.object.move',
    text: `update storage.objects o set bucket_id = $3, name = $4, updated_at = now()
      where bucket_id = $1 and name = $2 returning to_jsonb(o) - 'path_tokens'`,
    values: [source.bucket_id, source.name, bucketId, name],
  });
  if (!moved) throw errors.accessDenied('new row violates row-level security policy');
  return Response.json({ message: 'Successfully moved', Id: moved.id, Key: `${bucketId}/${name}` });
}

export async function copyObject(context: StorageContext, call: Call): Promise<Response> {
  const { source, bucketId, name, fields } = await readTransfer(context, call, 'storage.object.copy');
  const to = { bucketId, name, upsert: wantsUpsert(call), operation: 'storage.object.copy' };
  const isCopied = optionalBoolean(fields, 'copyMetadata') !== false;
  await storeCopy(context, call, source, to, {
    metadata: metadataOf(source, fields),
    userMetadata: isCopied
      ? source.user_metadata
      : userMetadataOf(decodeBase64(call.request.headers.get('x-metadata'))),
  });
  const [row] = await context.sql<{ row: ObjectRow }[]>`
    select to_jsonb(o) - 'path_tokens' as row from storage.objects o where bucket_id = ${bucketId} and name = ${name}`;
  return Response.json({ Key: `${bucketId}/${name}`, Id: row?.row.id, ...(row && renderObject(row.row)) });
}

/** Makes the copy under all rules of an upload: the bucket's limits, and the policies for a new row. */
export async function storeCopy(
  context: StorageContext,
  call: Call,
  source: StoredObject,
  to: Destination,
  { metadata, userMetadata }: Pick<NewObject, 'userMetadata'> & { metadata: ObjectMetadata },
): Promise<void> {
  const { bucketId, name } = to;
  await requireFit(context, bucketId, { metadata });
  await checkUploadAllowed(context, call, to, {
    contentType: metadata.mimetype,
    cacheControl: metadata.cacheControl,
    contentEncoding: metadata.contentEncoding,
    userMetadata,
  });
  const object = {
    id: randomUUID(),
    bucketId,
    name: requireKey(name),
    version: randomUUID(),
    metadata,
    userMetadata,
    ownerId: ownerOf(call),
  };
  await context.removals.expect(object.version);
  try {
    await context.blobs.copy(source.version, object.version);
    await putObject(context, call, object, to);
  } catch (error) {
    await context.removals.giveUp(object.version, error).catch(() => undefined);
    throw error;
  }
  if (to.upsert) context.removals.nudge();
}

async function readTransfer(context: StorageContext, call: Call, operation: string) {
  const fields = await readFields(call.request);
  const from = textField(fields, 'bucketId');
  const bucketId = optionalText(fields, 'destinationBucket') ?? from;
  const name = requireKey(textField(fields, 'destinationKey'));
  const source = await findObject(context, call, {
    bucketId: from,
    name: textField(fields, 'sourceKey'),
    operation,
  });
  const version = optionalText(fields, 'sourceVersionId');
  if (version !== undefined && version !== source.version) throw errors.noSuchKey();
  if (bucketId !== from) await requireFit(context, bucketId, source);
  return { source, bucketId, name, fields };
}

/** The other bucket's limits hold for what comes from here too. */
async function requireFit(
  context: StorageContext,
  bucketId: string,
  { metadata }: Pick<StoredObject, 'metadata'>,
): Promise<void> {
  const bucket = await findBucket(context, bucketId);
  if (metadata.size > bucket.fileSizeLimitBytes) throw errors.tooLarge();
  requireAllowedType(bucket, metadata.mimetype);
}

function metadataOf(source: StoredObject, fields: Fields): ObjectMetadata {
  const copied: ObjectMetadata = { ...source.metadata, lastModified: new Date().toISOString() };
  if (optionalBoolean(fields, 'copyMetadata') !== false) return copied;
  const given = fields.metadata;
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return copied;
  const field = (name: string) => optionalText(given as Fields, name);
  const type = field('mimetype');
  const cacheControl = field('cacheControl');
  return {
    ...copied,
    mimetype: type === undefined ? copied.mimetype : requireContentType(type),
    cacheControl:
      cacheControl === undefined ? copied.cacheControl : headerValue(cacheControl, 'metadata/cacheControl'),
    contentEncoding: requireEncoding(field('contentEncoding')) ?? copied.contentEncoding,
  };
}
