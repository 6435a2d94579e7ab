// Uploads in one request: by a caller, or with a signed link.

import { findBucket } from '../buckets.ts';
import type { StorageContext } from '../context.ts';
import { errors } from '../errors.ts';
import type { Call } from '../http/call.ts';
import { requireKey } from '../http/names.ts';
import { ownerOf } from '../objects.ts';
import { checkUploadAllowed, storeUpload } from '../uploads/store-upload.ts';

export async function createObject(context: StorageContext, call: Call): Promise<Response> {
  return Response.json(
    await storeUpload(context, call, {
      ...target(call),
      upsert: wantsUpsert(call),
      operation: 'storage.object.upload',
    }),
  );
}

export async function updateObject(context: StorageContext, call: Call): Promise<Response> {
  return Response.json(
    await storeUpload(context, call, {
      ...target(call),
      upsert: true,
      operation: 'storage.object.upload_update',
    }),
  );
}

export async function signUpload(context: StorageContext, call: Call): Promise<Response> {
  const { bucketId, name } = target(call);
  requireKey(name);
  await findBucket(context, bucketId);
  const upsert = wantsUpsert(call);
  await checkUploadAllowed(
    context,
    call,
    { bucketId, name, upsert, operation: 'storage.object.sign_upload_url' },
    { contentType: '', cacheControl: '', contentEncoding: undefined, userMetadata: null },
  );
  const url = `${bucketId}/${name}`;
  const owner = ownerOf(call);
  const token = await context.tokens.forUpload(
    { url, upsert, ...(owner !== null && { owner }) },
    context.signedUploadS,
  );
  return Response.json({ url: `/object/upload/sign/${encodeURI(url)}?token=${token}`, token });
}

export async function uploadToSignedUrl(context: StorageContext, call: Call): Promise<Response> {
  const { bucketId, name } = target(call);
  const token = call.query.get('token');
  if (!token) throw errors.missingParameter('token');
  const { upsert, owner } = await context.tokens.checkUpload(token, `${bucketId}/${name}`);
  const { Key } = await storeUpload(context, call, {
    bucketId,
    name,
    upsert,
    operation: 'storage.object.upload_signed',
    signedBy: { owner: owner ?? null },
  });
  return Response.json({ Key });
}

export function wantsUpsert({ request }: Call): boolean {
  return request.headers.get('x-upsert')?.toLowerCase() === 'true';
}

function target({ params }: Call): { bucketId: string; name: string } {
  return { bucketId: params.bucket ?? '', name: params.key ?? '' };
}
