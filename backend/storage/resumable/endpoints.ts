// The TUS protocol 1.0.0: creation (also with the first bytes), offset, more bytes, end; with expiry.
// https://tus.io/protocols/resumable-upload
import { createHash } from 'node:crypto';
import { currentRequestWrites } from '#backend/database/request-writes.ts';
import { findBucket, requireAllowedType } from '../buckets.ts';
import type { StorageContext } from '../context.ts';
import { wantsUpsert } from '../endpoints/upload.ts';
import { errors, StorageError } from '../errors.ts';
import type { Call } from '../http/call.ts';
import { requireKey } from '../http/names.ts';
import { ownerOf } from '../objects.ts';
import { headerValue, requireContentType } from '../stored-metadata.ts';
import { decodeBase64, metadataOf } from '../uploads/read-upload.ts';
import { checkUploadAllowed, type Destination, storeStaged } from '../uploads/store-upload.ts';
import type { ResumableUpload } from './resumable-uploads.ts';

const protocol = '1.0.0';
const bytesType = 'application/offset+octet-stream';

export async function describeUploads(context: StorageContext): Promise<Response> {
  return answer(204, {
    'tus-version': protocol,
    'tus-extension': 'creation,creation-with-upload,expiration,termination',
    'tus-max-size': String(context.fileSizeLimitBytes),
  });
}

export async function createUpload(context: StorageContext, call: Call): Promise<Response> {
  requireProtocol(call);
  const { headers } = call.request;
  const sizeBytes = byteCount(headers.get('upload-length'), 'Upload-Length');
  const uploadMetadata = headers.get('upload-metadata') ?? '';
  const uploadFields = parseMetadata(uploadMetadata);
  const bucketId = uploadFields.get('bucketName') ?? '';
  const name = requireKey(uploadFields.get('objectName') ?? '');
  const bucket = await findBucket(context, bucketId);
  if (sizeBytes > bucket.fileSizeLimitBytes) throw errors.tooLarge();
  const seconds = uploadFields.get('cacheControl');
  const properties = {
    contentType: requireContentType(uploadFields.get('contentType') || 'application/octet-stream'),
    cacheControl: headerValue(seconds ? `max-age=${seconds}` : 'no-cache', 'cacheControl'),
    contentEncoding: undefined,
    userMetadata: metadataOf(uploadFields.get('metadata')),
  };
  requireAllowedType(bucket, properties.contentType);
  const signedBy = await signerOf(context, call, `${bucketId}/${name}`);
  const upsert = signedBy ? signedBy.upsert : wantsUpsert(call);
  await checkUploadAllowed(context, call, destination({ bucketId, name, upsert }, signedBy), properties);
  const upload = await context.resumable.create({
    bucketId,
    name,
    upsert,
    sizeBytes,
    properties,
    uploadMetadata,
    creator: creatorOf(call, signedBy),
  });
  const location = `/storage/v1${call.path.replace(/\/+$/, '')}/${upload.id}`;
  const offset = await takeFirstBytes(context, call, upload);
  return answer(201, { location, 'upload-offset': String(offset), ...expiry(upload) });
}

export async function uploadOffset(context: StorageContext, call: Call): Promise<Response> {
  requireProtocol(call);
  const { upload, offsetBytes } = await findOwnUpload(context, call);
  // All bytes came, but the object could not be made then: it is made now, or the client gets the reason.
  if (offsetBytes === upload.sizeBytes && !upload.isCompleted) await finish(context, call, upload);
  return answer(200, {
    'upload-offset': String(offsetBytes),
    'upload-length': String(upload.sizeBytes),
    ...(upload.uploadMetadata && { 'upload-metadata': upload.uploadMetadata }),
    ...expiry(upload),
  });
}

export async function appendToUpload(context: StorageContext, call: Call): Promise<Response> {
  requireProtocol(call);
  const { headers, body } = call.request;
  if (headers.get('content-type') !== bytesType) throw errors.tus(415, `Content-Type must be ${bytesType}`);
  const offset = byteCount(headers.get('upload-offset'), 'Upload-Offset');
  const { upload } = await findOwnUpload(context, call);
  if (upload.isCompleted) throw errors.tus(409, 'Upload-Offset conflict');
  const reached = await context.resumable.append(upload, offset, body);
  if (reached === upload.sizeBytes) await finish(context, call, upload);
  return answer(204, { 'upload-offset': String(reached), ...expiry(upload) });
}

export async function endUpload(context: StorageContext, call: Call): Promise<Response> {
  requireProtocol(call);
  const { upload } = await findOwnUpload(context, call);
  await context.resumable.alone(upload.id, async () => {
    currentRequestWrites()?.requireOpen();
    await context.resumable.remove(upload.id);
  });
  return answer(204, {});
}

async function takeFirstBytes(context: StorageContext, call: Call, upload: ResumableUpload): Promise<number> {
  const { headers, body } = call.request;
  const brings = headers.get('content-type') === bytesType && body;
  const reached = brings ? await context.resumable.append(upload, 0, body) : 0;
  if (reached === upload.sizeBytes) await finish(context, call, upload);
  return reached;
}

async function finish(context: StorageContext, call: Call, upload: ResumableUpload): Promise<void> {
  const signedBy = await signerOf(context, call, `${upload.bucketId}/${upload.name}`);
  await context.resumable.alone(upload.id, async () => {
    const present = await context.resumable.fileOf(upload);
    try {
      await storeStaged(
        context,
        call,
        destination(upload, signedBy),
        upload.properties,
        present,
        eTagOf(upload),
      );
    } catch (error) {
      // What will never be allowed need not wait for another try.
      if (error instanceof StorageError && error.statusCode < 500) await context.resumable.remove(upload.id);
      throw error;
    }
    await context.resumable.complete(upload);
  });
}

/** Not hashed: reading gigabytes once more would only hold up the answer. It is new with every upload all the same. */
function eTagOf({ id }: ResumableUpload): string {
  return `"${createHash('md5').update(id).digest('hex')}-1"`;
}

/** Whether its object was made already, by a process that ended before it could note that. */
async function isStored({ sql }: StorageContext, upload: ResumableUpload): Promise<boolean> {
  const rows = await sql`
    select from storage.objects where bucket_id = ${upload.bucketId} and name = ${upload.name}
      and metadata ->> 'eTag' = ${eTagOf(upload)}`;
  return rows.length > 0;
}

async function findOwnUpload(
  context: StorageContext,
  call: Call,
): Promise<{ upload: ResumableUpload; offsetBytes: number }> {
  const found = await context.resumable.find(call.params.id ?? '');
  if (!found) throw errors.noSuchUpload();
  const { upload } = found;
  const signedBy = await signerOf(context, call, `${upload.bucketId}/${upload.name}`);
  const isOwn = call.caller.role === 'service_role' || creatorOf(call, signedBy) === upload.creator;
  if (!isOwn) throw errors.accessDenied('This upload belongs to someone else');
  const { offsetBytes = upload.sizeBytes } = found;
  if (!upload.isCompleted && offsetBytes === upload.sizeBytes && (await isStored(context, upload))) {
    await context.resumable.complete(upload);
    return { upload: { ...upload, isCompleted: true }, offsetBytes };
  }
  if (found.offsetBytes === undefined) throw errors.noSuchUpload();
  return { upload, offsetBytes };
}

type Signer = { owner: string | null; upsert: boolean } | undefined;

/** Uploads below /upload/resumable/sign come with the token of a signed upload link instead of rights. */
async function signerOf(context: StorageContext, call: Call, url: string): Promise<Signer> {
  if (!call.path.startsWith('/upload/resumable/sign')) return undefined;
  const token = call.request.headers.get('x-signature');
  if (!token) throw errors.tus(400, 'Missing x-signature header');
  const { owner, upsert } = await context.tokens.checkUpload(token, url);
  return { owner: owner ?? null, upsert };
}

function destination(
  { bucketId, name, upsert }: Pick<ResumableUpload, 'bucketId' | 'name' | 'upsert'>,
  signedBy: Signer,
): Destination {
  return { bucketId, name, upsert, operation: 'storage.tus.upload', ...(signedBy && { signedBy }) };
}

function creatorOf(call: Call, signedBy: Signer): string {
  return signedBy ? `signed ${signedBy.owner ?? ''}` : `${call.caller.role} ${ownerOf(call) ?? ''}`;
}

function requireProtocol({ request }: Call): void {
  if (request.headers.get('tus-resumable') !== protocol) throw errors.tus(412, 'Tus-Resumable Required');
}

function byteCount(value: string | null, name: 'Upload-Length' | 'Upload-Offset'): number {
  if (value !== null && /^\d{1,15}$/.test(value)) return Number(value);
  throw name === 'Upload-Offset'
    ? errors.tus(403, 'Upload-Offset header required')
    : errors.tus(400, 'Upload-Length or Upload-Defer-Length header required');
}

function parseMetadata(header: string): Map<string, string> {
  const pairs = new Map<string, string>();
  for (const pair of header.split(',')) {
    const [name = '', value = ''] = pair.trim().split(/\s+/, 2);
    if (name !== '') pairs.set(name, decodeBase64(value) ?? '');
  }
  return pairs;
}

function expiry({ expiresAt }: ResumableUpload): Record<string, string> {
  return { 'upload-expires': new Date(expiresAt).toUTCString() };
}

function answer(status: number, headers: Record<string, string>): Response {
  return new Response(null, {
    status,
    headers: { 'tus-resumable': protocol, 'cache-control': 'no-store', ...headers },
  });
}
