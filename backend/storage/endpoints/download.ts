// Reading an object: as a caller, from a public bucket, or by a signed link; its bytes or what is known about it.
import { findBucket } from '../buckets.ts';
import type { StorageContext } from '../context.ts';
import { errors } from '../errors.ts';
import type { Call } from '../http/call.ts';
import { sendObject } from '../http/send-object.ts';
import { findObject, findObjectAsService, isoTime } from '../objects.ts';
import type { StoredObject } from '../stored-object.ts';

export async function getObject(context: StorageContext, call: Call): Promise<Response> {
  const object = await objectOfCaller(context, call, 'storage.object.get_authenticated');
  return sendObject(context, object, call);
}

export async function getPublicObject(context: StorageContext, call: Call): Promise<Response> {
  const { object } = await publicObject(context, call);
  return sendObject(context, object, call);
}

export async function getSignedObject(context: StorageContext, call: Call): Promise<Response> {
  const { object, transformations } = await objectOfLink(context, call);
  // The link is for the picture in one size; the address may not make it one for the original.
  if (transformations !== undefined) throw errors.invalidSignature();
  return sendObject(context, object, call);
}

export async function objectInfo(context: StorageContext, call: Call): Promise<Response> {
  return info(context, await objectOfCaller(context, call, 'storage.object.info_authenticated'), call);
}

export async function publicObjectInfo(context: StorageContext, call: Call): Promise<Response> {
  return info(context, (await publicObject(context, call)).object, call);
}

export function objectOfCaller(
  context: StorageContext,
  call: Call,
  operation: string,
): Promise<StoredObject> {
  const { bucket = '', key = '' } = call.params;
  return findObject(context, call, { bucketId: bucket, name: key, operation });
}

export async function publicObject(context: StorageContext, call: Call) {
  const { bucket: id = '', key = '' } = call.params;
  const bucket = await findBucket(context, id);
  // A bucket that is not public is not there for the public.
  if (!bucket.public) throw errors.noSuchBucket();
  return { bucket, object: await findObjectAsService(context, call, id, key) };
}

export async function objectOfLink(context: StorageContext, call: Call) {
  const { bucket = '', key = '' } = call.params;
  const token = call.query.get('token');
  if (!token) throw errors.missingParameter('token');
  const { transformations } = await context.tokens.checkDownload(token, `${bucket}/${key}`);
  return { object: await findObjectAsService(context, call, bucket, key), transformations };
}

/** Without a body, what is known about an object is in the headers, as for the object itself. */
async function info(context: StorageContext, object: StoredObject, call: Call): Promise<Response> {
  if (call.request.method === 'HEAD') return sendObject(context, object, call);
  const { metadata } = object;
  return Response.json({
    id: object.id,
    name: object.name,
    version: object.version,
    bucket_id: object.bucket_id,
    size: metadata.size,
    content_type: metadata.mimetype,
    content_encoding: metadata.contentEncoding ?? null,
    cache_control: metadata.cacheControl,
    etag: metadata.eTag,
    metadata: object.user_metadata ?? {},
    last_modified: isoTime(metadata.lastModified),
    created_at: isoTime(object.created_at),
  });
}
