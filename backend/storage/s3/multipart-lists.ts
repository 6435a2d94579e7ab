// Which uploads are open, and which parts of one have come: page by page.
import { findBucket } from '../buckets.ts';
import type { StorageContext } from '../context.ts';
import { encodingOf, limitOf } from './list-parameters.ts';
import { creatorOf, findOwn } from './multipart.ts';
import type { MultipartUpload } from './multipart-uploads.ts';
import type { S3Call } from './s3-call.ts';
import { s3Errors } from './s3-errors.ts';
import { element, s3Document, xmlResponse } from './xml.ts';

export async function listParts(context: StorageContext, call: S3Call): Promise<Response> {
  const { query } = call;
  const upload = await findOwn(context, call);
  const limit = limitOf(query, 'max-parts');
  const marker = query.get('part-number-marker') ?? '0';
  if (!/^\d{1,9}$/.test(marker)) throw s3Errors.badArgument('part-number-marker must be a number');
  const rest = (await context.multipart.parts(upload.id)).filter(({ number }) => number > Number(marker));
  const page = rest.slice(0, limit);
  const isTruncated = rest.length > limit;
  return xmlResponse(
    s3Document('ListPartsResult', [
      element('Bucket', upload.bucketId),
      element('Key', upload.name),
      element('UploadId', upload.id),
      element('PartNumberMarker', Number(marker)),
      isTruncated ? element('NextPartNumberMarker', page.at(-1)?.number ?? Number(marker)) : undefined,
      element('MaxParts', limit),
      element('IsTruncated', isTruncated),
      ...page.map(({ number, sizeBytes, md5 }) =>
        element('Part', [
          element('PartNumber', number),
          element('ETag', `"${md5}"`),
          element('Size', sizeBytes),
          element('LastModified', upload.begunAt),
        ]),
      ),
    ]),
  );
}

/** An upload, or a folder of them. */
interface Entry {
  key: string;
  upload?: MultipartUpload;
}

export async function listUploads(context: StorageContext, call: S3Call): Promise<Response> {
  const { query } = call;
  const { id: bucketId } = await findBucket(context, call.params.bucket ?? '');
  const [prefix, delimiter, keyMarker] = ['prefix', 'delimiter', 'key-marker'].map(
    (name) => query.get(name) ?? '',
  ) as [string, string, string];
  // Without a key it means nothing.
  const idMarker = keyMarker === '' ? '' : (query.get('upload-id-marker') ?? '');
  const limit = limitOf(query, 'max-uploads');
  const creator = creatorOf(call);
  const own = (await context.multipart.list()).filter(
    (upload) => upload.bucketId === bucketId && upload.creator === creator && upload.name.startsWith(prefix),
  );
  const rest = entriesOf(own, prefix, delimiter).filter(
    ({ key, upload }) =>
      key > keyMarker || (key === keyMarker && upload && idMarker !== '' && upload.id > idMarker),
  );
  const page = rest.slice(0, limit);
  const isTruncated = rest.length > limit;
  const last = page.at(-1);
  const encode = encodingOf(query);
  return xmlResponse(
    s3Document('ListMultipartUploadsResult', [
      element('Bucket', bucketId),
      element('KeyMarker', encode(keyMarker)),
      element('UploadIdMarker', idMarker),
      isTruncated ? element('NextKeyMarker', encode(last?.key ?? keyMarker)) : undefined,
      isTruncated ? element('NextUploadIdMarker', last?.upload?.id ?? '') : undefined,
      element('Prefix', encode(prefix)),
      delimiter === '' ? undefined : element('Delimiter', encode(delimiter)),
      query.has('encoding-type') ? element('EncodingType', 'url') : undefined,
      element('MaxUploads', limit),
      element('IsTruncated', isTruncated),
      ...page.map(({ key, upload }) =>
        upload
          ? element('Upload', [
              element('Key', encode(key)),
              element('UploadId', upload.id),
              element('Initiated', upload.begunAt),
              element('StorageClass', 'STANDARD'),
            ])
          : element('CommonPrefixes', [element('Prefix', encode(key))]),
      ),
    ]),
  );
}

/** Sorted by key, then by id; what has the delimiter after the prefix is one folder. */
function entriesOf(uploads: MultipartUpload[], prefix: string, delimiter: string): Entry[] {
  const folders = new Set<string>();
  const entries = uploads.flatMap((upload): Entry[] => {
    const at = delimiter === '' ? -1 : upload.name.indexOf(delimiter, prefix.length);
    if (at < 0) return [{ key: upload.name, upload }];
    folders.add(upload.name.slice(0, at + delimiter.length));
    return [];
  });
  return [...entries, ...[...folders].map((key): Entry => ({ key }))].sort(
    (left, right) => order(left.key, right.key) || order(left.upload?.id ?? '', right.upload?.id ?? ''),
  );
}

function order(left: string, right: string): number {
  return left < right ? -1 : Number(left > right);
}
