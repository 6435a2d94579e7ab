// Uploads in parts of the S3 protocol. Rights are asked at the beginning and again when the object is made; the limit of
// the bucket holds for all parts together.
import { Readable } from 'node:stream';
import { currentRequestWrites } from '#backend/database/request-writes.ts';
import { collectWithin } from '#backend/gateway/read-within.ts';
import { findBucket, requireAllowedType } from '../buckets.ts';
import type { StorageContext } from '../context.ts';
import { errors } from '../errors.ts';
import { ownerOf } from '../objects.ts';
import { checkUploadAllowed, storeStaged } from '../uploads/store-upload.ts';
import { wantsFreeName, writeIfAllowed } from './conditions.ts';
import type { MultipartUpload, UploadedPart } from './multipart-uploads.ts';
import { checkArrived, findSource, lengthOf, md5Of, propertiesOf, targetOf } from './objects.ts';
import type { S3Call } from './s3-call.ts';
import { s3Errors } from './s3-errors.ts';
import { element, readElements, s3Document, xmlResponse } from './xml.ts';

const maxXmlBytes = 2_000_000;
const maxParts = 10_000;
const smallestPartBytes = 5 * 2 ** 20;
const operation = 'storage.s3.object.multipart';

export async function beginUpload(context: StorageContext, call: S3Call): Promise<Response> {
  const { bucketId, name } = targetOf(call);
  const bucket = await findBucket(context, bucketId);
  const properties = propertiesOf(call.headers, name);
  requireAllowedType(bucket, properties.contentType);
  await checkUploadAllowed(context, call, { bucketId, name, upsert: true, operation }, properties);
  const upload = await context.multipart.create({ bucketId, name, properties, creator: creatorOf(call) });
  return xmlResponse(
    s3Document('InitiateMultipartUploadResult', [
      element('Bucket', bucketId),
      element('Key', name),
      element('UploadId', upload.id),
    ]),
  );
}

export async function uploadPart(context: StorageContext, call: S3Call): Promise<Response> {
  const upload = await findOwn(context, call);
  const number = partNumberOf(call);
  const maxBytes = await roomFor(context, upload, number);
  const sizeBytes = lengthOf(call);
  if (sizeBytes !== undefined && sizeBytes > maxBytes) throw errors.tooLarge();
  const etag = await addPart(context, upload, number, {
    body: call.body,
    maxBytes,
    check: (staged) => checkArrived(call, staged),
  });
  return new Response(null, { headers: { etag } });
}

/** A part whose bytes are those of an object, or of a range of it. */
export async function copyPart(context: StorageContext, call: S3Call): Promise<Response> {
  const upload = await findOwn(context, call);
  const number = partNumberOf(call);
  const maxBytes = await roomFor(context, upload, number);
  const source = await findSource(context, call);
  const given = call.headers.get('x-amz-copy-source-range');
  const [, start, end] = /^bytes=(\d{1,15})-(\d{1,15})$/.exec(given ?? '') ?? [];
  const range = given === null ? undefined : { start: Number(start), end: Number(end) };
  if (range && !(range.start <= range.end && range.end < source.metadata.size))
    throw errors.invalidRange(source.metadata.size);
  const stream = await context.blobs.read(source.version, range);
  if (!stream) throw errors.noSuchKey();
  const etag = await addPart(context, upload, number, {
    body: Readable.fromWeb(stream),
    maxBytes,
    check: ({ sizeBytes }) => {
      if (sizeBytes !== (range ? range.end + 1 - range.start : source.metadata.size))
        throw s3Errors.incompleteBody();
    },
  });
  return xmlResponse(
    s3Document('CopyPartResult', [element('ETag', etag), element('LastModified', new Date().toISOString())]),
  );
}

export async function completeUpload(context: StorageContext, call: S3Call): Promise<Response> {
  const upload = await findOwn(context, call);
  const isConditional = wantsFreeName(call.headers);
  const xml = (await collectWithin(call.body, maxXmlBytes, errors.bodyTooLarge)).toString('utf8');
  const wanted = readElements(xml, 'Part', ['PartNumber', 'ETag']);
  if (wanted.length === 0 || wanted.length > maxParts) throw s3Errors.malformedXml();
  const chosen = choose(wanted, await context.multipart.parts(upload.id));
  const { bucketId, name, properties } = upload;
  const bucket = await findBucket(context, bucketId);
  const staged = await context.staging.write(context.multipart.read(upload.id, chosen), {
    maxBytes: bucket.fileSizeLimitBytes,
    tooLarge: errors.tooLarge,
  });
  const etag = `"${md5Of(Buffer.from(chosen.map(({ md5 }) => md5).join(''), 'hex'))}-${chosen.length}"`;
  const to = { bucketId, name, upsert: !isConditional, operation };
  try {
    if (staged.sizeBytes !== chosen.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0))
      throw s3Errors.invalidPart();
    await writeIfAllowed(isConditional, () => storeStaged(context, call, to, properties, staged, etag));
  } finally {
    await context.staging.discard(staged);
  }
  await context.multipart.remove(upload.id);
  return xmlResponse(
    s3Document('CompleteMultipartUploadResult', [
      element('Location', `/storage/v1/s3/${bucketId}/${name}`),
      element('Bucket', bucketId),
      element('Key', name),
      element('ETag', etag),
    ]),
  );
}

export async function abortUpload(context: StorageContext, call: S3Call): Promise<Response> {
  const upload = await findOwn(context, call);
  currentRequestWrites()?.requireOpen();
  await context.multipart.remove(upload.id);
  return new Response(null, { status: 204 });
}

async function addPart(
  context: StorageContext,
  upload: MultipartUpload,
  number: number,
  options: {
    body: AsyncIterable<Uint8Array>;
    maxBytes: number;
    check(staged: { sizeBytes: number; md5: string }): void;
  },
): Promise<string> {
  const { body, maxBytes, check } = options;
  const staged = await context.staging.write(body, { maxBytes, tooLarge: errors.tooLarge });
  try {
    check(staged);
    currentRequestWrites()?.requireOpen();
    await context.multipart.addPart(upload.id, number, staged);
  } finally {
    await context.staging.discard(staged);
  }
  return `"${staged.md5}"`;
}

/** What all other parts leave of the bucket's limit. */
async function roomFor(context: StorageContext, upload: MultipartUpload, number: number): Promise<number> {
  const { fileSizeLimitBytes } = await findBucket(context, upload.bucketId);
  const others = (await context.multipart.parts(upload.id)).filter((part) => part.number !== number);
  return fileSizeLimitBytes - others.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
}

function choose(wanted: Record<string, string>[], present: UploadedPart[]): UploadedPart[] {
  const chosen = wanted.map(({ PartNumber, ETag = '' }) => {
    const part = present.find(({ number }) => String(number) === PartNumber);
    if (!part || ETag.replaceAll('"', '') !== part.md5) throw s3Errors.invalidPart();
    return part;
  });
  chosen.forEach((part, index) => {
    const before = chosen[index - 1];
    if (before && before.number >= part.number) throw s3Errors.invalidPartOrder();
    if (index < chosen.length - 1 && part.sizeBytes < smallestPartBytes) throw s3Errors.partTooSmall();
  });
  return chosen;
}

export async function findOwn(context: StorageContext, call: S3Call): Promise<MultipartUpload> {
  const { bucketId, name } = targetOf(call);
  const upload = await context.multipart.find(call.query.get('uploadId') ?? '');
  const isOwn = upload?.bucketId === bucketId && upload.name === name && upload.creator === creatorOf(call);
  if (!upload || !isOwn) throw s3Errors.noSuchUpload();
  return upload;
}

function partNumberOf({ query }: S3Call): number {
  const number = Number(query.get('partNumber'));
  if (!Number.isInteger(number) || number < 1 || number > maxParts)
    throw s3Errors.badPayload(`partNumber must be between 1 and ${maxParts}`);
  return number;
}

export function creatorOf(call: S3Call): string {
  return `${call.caller.role} ${ownerOf(call) ?? ''}`;
}
