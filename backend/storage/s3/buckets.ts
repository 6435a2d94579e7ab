// Buckets of the S3 protocol, and lists of what is in them, as the caller may see it.
import { findBucket } from '../buckets.ts';
import type { StorageContext } from '../context.ts';
import { endOf } from '../endpoints/list.ts';
import { errors } from '../errors.ts';
import { requireBucketName } from '../http/names.ts';
import { isoTime } from '../objects.ts';
import type { ObjectMetadata } from '../stored-object.ts';
import { encodingOf, limitOf } from './list-parameters.ts';
import type { S3Call } from './s3-call.ts';
import { s3Errors } from './s3-errors.ts';
import { element, s3Document, type Xml, xmlResponse } from './xml.ts';

const owner = () => element('Owner', [element('ID', 'onda'), element('DisplayName', 'onda')]);

export async function listBuckets(context: StorageContext, call: S3Call): Promise<Response> {
  const rows = await context.database.read<{ name: string; created_at: string }>(call, {
    operation: 'storage.s3.bucket.list',
    text: `select jsonb_build_object('name', name, 'created_at', created_at) from storage.buckets order by name`,
    values: [],
  });
  const buckets = rows.map(({ name, created_at }) =>
    element('Bucket', [element('Name', name), element('CreationDate', isoTime(created_at))]),
  );
  return xmlResponse(s3Document('ListAllMyBucketsResult', [owner(), element('Buckets', buckets)]));
}

export async function createBucket(context: StorageContext, call: S3Call): Promise<Response> {
  const name = requireBucketName(call.params.bucket ?? '');
  const isPublic = call.headers.get('x-amz-acl') === 'public-read';
  try {
    await context.database.write(call, {
      operation: 'storage.s3.bucket.create',
      text: 'insert into storage.buckets (id, name, public) values ($1, $1, $2::text::boolean)',
      values: [name, String(isPublic)],
    });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === '23505') throw errors.bucketExists();
    throw error;
  }
  return new Response(null, { headers: { location: `/${name}` } });
}

export async function deleteBucket(context: StorageContext, call: S3Call): Promise<Response> {
  const { id } = await findBucket(context, call.params.bucket ?? '');
  const [object] = await context.sql`select from storage.objects where bucket_id = ${id} limit 1`;
  if (object) throw errors.bucketNotEmpty();
  const gone = await context.database.write(call, {
    operation: 'storage.s3.bucket.delete',
    text: 'delete from storage.buckets b where id = $1 returning to_jsonb(b.id)',
    values: [id],
  });
  if (gone.length === 0) throw errors.accessDenied('The bucket may not be deleted');
  return new Response(null, { status: 204 });
}

export async function headBucket(context: StorageContext, call: S3Call): Promise<Response> {
  const { id } = await findBucket(context, call.params.bucket ?? '');
  const [seen] = await context.database.read(call, {
    operation: 'storage.s3.bucket.get',
    text: 'select to_jsonb(id) from storage.buckets where id = $1',
    values: [id],
  });
  if (seen === undefined) throw errors.accessDenied('The bucket may not be seen');
  return new Response(null, { headers: { 'x-amz-bucket-region': 'us-east-1' } });
}

export async function bucketLocation(context: StorageContext, call: S3Call): Promise<Response> {
  await headBucket(context, call);
  return xmlResponse(s3Document('LocationConstraint', []));
}

export async function bucketVersioning(context: StorageContext, call: S3Call): Promise<Response> {
  await headBucket(context, call);
  return xmlResponse(s3Document('VersioningConfiguration', []));
}

interface Listed {
  entry: string;
  is_folder: boolean;
  metadata: ObjectMetadata | null;
  updated_at: string | null;
}

/** Both versions of the list; they differ in how the next page is asked for. */
export async function listObjects(context: StorageContext, call: S3Call): Promise<Response> {
  const { query } = call;
  const { id } = await findBucket(context, call.params.bucket ?? '');
  const isV2 = query.get('list-type') === '2';
  const prefix = query.get('prefix') ?? '';
  const delimiter = query.get('delimiter') ?? '';
  const limit = limitOf(query, 'max-keys');
  const token = isV2 ? query.get('continuation-token') : null;
  const after = token === null ? (query.get(isV2 ? 'start-after' : 'marker') ?? '') : decodeToken(token);
  const rows = limit === 0 ? [] : await readPage(context, call, { id, prefix, delimiter, after, limit });
  const page = rows.slice(0, limit);
  const isTruncated = rows.length > limit;
  const last = page.at(-1)?.entry ?? '';
  const encode = encodingOf(query);
  const next = isV2
    ? element('NextContinuationToken', Buffer.from(last).toString('base64url'))
    : element('NextMarker', encode(last));
  return xmlResponse(
    s3Document('ListBucketResult', [
      element('Name', id),
      element('Prefix', encode(prefix)),
      ...(isV2
        ? [
            element('KeyCount', page.length),
            token === null ? undefined : element('ContinuationToken', token),
            query.has('start-after')
              ? element('StartAfter', encode(query.get('start-after') ?? ''))
              : undefined,
          ]
        : [element('Marker', encode(after))]),
      element('MaxKeys', limit),
      delimiter === '' ? undefined : element('Delimiter', encode(delimiter)),
      query.has('encoding-type') ? element('EncodingType', 'url') : undefined,
      element('IsTruncated', isTruncated),
      isTruncated ? next : undefined,
      ...page.map((row) => entryXml(row, encode)),
    ]),
  );
}

function readPage(
  context: StorageContext,
  call: S3Call,
  {
    id,
    prefix,
    delimiter,
    after,
    limit,
  }: Record<'id' | 'prefix' | 'delimiter' | 'after', string> & { limit: number },
): Promise<Listed[]> {
  return context.database.read<Listed>(call, {
    operation: 'storage.s3.object.list',
    text: `with inside as (
        select o.name, o.metadata, o.updated_at,
          case when $4 = '' then 0 else position($4 in substr(o.name, length($2) + 1)) end as cut
        from storage.objects o
        where o.bucket_id = $1 and o.name collate "C" >= $2 and o.name collate "C" < $3
      ), entries as (
        select case when cut > 0 then left(name, length($2) + cut - 1 + length($4)) else name end as entry, cut > 0 as is_folder,
          (array_agg(metadata) filter (where cut = 0))[1] as metadata, max(updated_at) as updated_at
        from inside group by 1, 2
      )
      select to_jsonb(e) from entries e where $5 = '' or entry collate "C" > $5
      order by entry collate "C" limit $6::int`,
    values: [id, prefix, endOf(prefix, { isExact: false }), delimiter, after, String(limit + 1)],
  });
}

function entryXml(row: Listed, encode: (text: string) => string): Xml {
  if (row.is_folder) return element('CommonPrefixes', [element('Prefix', encode(row.entry))]);
  return element('Contents', [
    element('Key', encode(row.entry)),
    element('LastModified', isoTime(row.updated_at ?? new Date(0).toISOString())),
    element('ETag', row.metadata?.eTag ?? ''),
    element('Size', row.metadata?.size ?? 0),
    element('StorageClass', 'STANDARD'),
  ]);
}

function decodeToken(token: string): string {
  const text = Buffer.from(token, 'base64url').toString('utf8');
  if (text.includes('\u0000')) throw s3Errors.badPayload('The continuation token cannot be read');
  return text;
}
