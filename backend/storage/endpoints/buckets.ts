// Buckets: listed, looked at, made, changed, emptied and taken away as the caller, under the policies of
// storage.buckets and storage.objects.
import type { Question } from '../caller-database.ts';
import type { StorageContext } from '../context.ts';
import { errors } from '../errors.ts';
import {
  type Call,
  type Fields,
  optionalBoolean,
  optionalText,
  readFields,
  textField,
  wholeNumber,
} from '../http/call.ts';
import { requireBucketName } from '../http/names.ts';
import { isoTime, ownerOf } from '../objects.ts';

interface BucketRow {
  id: string;
  name: string;
  owner: string | null;
  public: boolean;
  type: string;
  file_size_limit: number | null;
  allowed_mime_types: string[] | null;
  created_at: string;
  updated_at: string;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const MIME_PATTERN = /^[a-z*][\w.+*-]{0,126}\/[\w.+*-]{1,127}$/i;
const sortColumns = ['id', 'name', 'created_at', 'updated_at'];
const emptyBatch = 1000;

export async function listBuckets({ database }: StorageContext, call: Call): Promise<Response> {
  const { query } = call;
  const limit = wholeNumber(query.get('limit'), 'querystring/limit', {
    min: 1,
    max: 10_000,
    fallback: 10_000,
  });
  const offset = wholeNumber(query.get('offset'), 'querystring/offset', {
    min: 0,
    max: 2 ** 31,
    fallback: 0,
  });
  const column = query.get('sortColumn') ?? 'name';
  const order = query.get('sortOrder') ?? 'asc';
  if (!sortColumns.includes(column))
    throw errors.invalidRequest('querystring/sortColumn must be equal to one of the allowed values');
  if (order !== 'asc' && order !== 'desc')
    throw errors.invalidRequest('querystring/sortOrder must be equal to one of the allowed values');
  const rows = await database.read<BucketRow>(call, {
    operation: 'storage.bucket.list',
    text: `select to_jsonb(b) from (select * from storage.buckets
      where $1 = '' or position(lower($1) in lower(name)) > 0
      order by ${column} ${order} limit $2::int offset $3::int) b`,
    values: [query.get('search') ?? '', String(limit), String(offset)],
  });
  return Response.json(rows.map((row) => ({ ...render(row), type: row.type })));
}

export async function getBucket({ database }: StorageContext, call: Call): Promise<Response> {
  const [row] = await database.read<BucketRow>(call, findQuestion(bucketOf(call), 'storage.bucket.get'));
  if (!row) throw errors.noSuchBucket();
  return Response.json(render(row));
}

export async function createBucket(context: StorageContext, call: Call): Promise<Response> {
  const fields = await readFields(call.request);
  const id = requireBucketName(optionalText(fields, 'id') ?? textField(fields, 'name'));
  const name = requireBucketName(optionalText(fields, 'name') ?? id);
  const type = optionalText(fields, 'type') ?? 'STANDARD';
  if (type !== 'STANDARD') throw errors.featureNotEnabled(`${type.toLowerCase()} buckets`);
  requireNoVersions(fields);
  const owner = ownerOf(call);
  try {
    await context.database.write(call, {
      operation: 'storage.bucket.create',
      text: `insert into storage.buckets (id, name, owner, owner_id, public, file_size_limit, allowed_mime_types)
        values ($1, $2, $3::text::uuid, $4, $5::text::boolean, $6::text::bigint,
          (select array_agg(value) from jsonb_array_elements_text($7::text::jsonb)))`,
      values: [
        id,
        name,
        owner !== null && UUID.test(owner) ? owner : null,
        owner,
        String(optionalBoolean(fields, 'public') ?? false),
        sizeLimit(context, fields) ?? null,
        mimeTypes(fields) ?? null,
      ],
    });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === '23505') throw errors.bucketExists();
    throw error;
  }
  return Response.json({ name });
}

export async function updateBucket(context: StorageContext, call: Call): Promise<Response> {
  const fields = await readFields(call.request);
  requireNoVersions(fields);
  const isPublic = optionalBoolean(fields, 'public');
  const limit = sizeLimit(context, fields);
  const types = mimeTypes(fields);
  const rows = await context.database.write<string>(call, {
    operation: 'storage.bucket.update',
    text: `update storage.buckets set public = coalesce($2::text::boolean, public),
        file_size_limit = case when $3 = 'set' then $4::text::bigint else file_size_limit end,
        allowed_mime_types = case when $5 = 'set'
          then (select array_agg(value) from jsonb_array_elements_text($6::text::jsonb)) else allowed_mime_types end,
        updated_at = now()
      where id = $1 returning to_jsonb(id)`,
    values: [
      bucketOf(call),
      isPublic === undefined ? null : String(isPublic),
      limit === undefined ? 'unchanged' : 'set',
      limit ?? null,
      types === undefined ? 'unchanged' : 'set',
      types ?? null,
    ],
  });
  if (rows.length === 0) throw errors.noSuchBucket();
  return Response.json({ message: 'Successfully updated' });
}

export async function emptyBucket(context: StorageContext, call: Call): Promise<Response> {
  const { database, removals } = context;
  const id = bucketOf(call);
  const [bucket] = await database.read<BucketRow>(call, findQuestion(id, 'storage.bucket.empty'));
  if (!bucket) throw errors.noSuchBucket();
  for (;;) {
    const gone = await database.write<string>(call, {
      operation: 'storage.bucket.empty',
      text: `delete from storage.objects where id in
        (select id from storage.objects where bucket_id = $1 limit ${emptyBatch}) returning to_jsonb(id)`,
      values: [id],
    });
    removals.nudge();
    if (gone.length < emptyBatch) break;
  }
  return Response.json({ message: 'Empty bucket has been queued. Completion may take up to an hour.' });
}

export async function deleteBucket(context: StorageContext, call: Call): Promise<Response> {
  const id = bucketOf(call);
  const [bucket] = await context.database.read<BucketRow>(call, findQuestion(id, 'storage.bucket.delete'));
  if (!bucket) throw errors.noSuchBucket();
  const [object] = await context.sql`select from storage.objects where bucket_id = ${id} limit 1`;
  if (object) throw errors.bucketNotEmpty();
  const gone = await context.database
    .write<string>(call, {
      operation: 'storage.bucket.delete',
      text: 'delete from storage.buckets where id = $1 returning to_jsonb(id)',
      values: [id],
    })
    .catch((error: unknown) => {
      // An object came in between.
      if (error instanceof Error && 'code' in error && error.code === '23503') throw errors.bucketNotEmpty();
      throw error;
    });
  if (gone.length === 0) throw errors.noSuchBucket();
  return Response.json({ message: 'Successfully deleted' });
}

/** Versions of objects are not stored, so there are none to expire. */
export async function bucketLifecycle({ database }: StorageContext, call: Call): Promise<Response> {
  const [bucket] = await database.read(call, findQuestion(bucketOf(call), 'storage.bucket.lifecycle'));
  if (!bucket) throw errors.noSuchBucket();
  throw errors.featureNotEnabled('lifecycle');
}

function requireNoVersions(fields: Fields): void {
  const status = optionalText(fields, 'versioning_status');
  if (status !== undefined && status !== 'DISABLED') throw errors.featureNotEnabled('versioning');
}

function bucketOf(call: Call): string {
  return call.params.bucket ?? '';
}

function findQuestion(id: string, operation: string): Question {
  return { operation, text: 'select to_jsonb(b) from storage.buckets b where id = $1', values: [id] };
}

function render({ type: _type, ...row }: BucketRow): Record<string, unknown> {
  return {
    id: row.id,
    name: row.name,
    owner: row.owner ?? '',
    public: row.public,
    file_size_limit: row.file_size_limit,
    allowed_mime_types: row.allowed_mime_types,
    created_at: isoTime(row.created_at),
    updated_at: isoTime(row.updated_at),
  };
}

const units: Record<string, number> = { '': 1, b: 1, kb: 1e3, mb: 1e6, gb: 1e9, tb: 1e12 };

/** Undefined: not said. Null: no limit of its own. */
function sizeLimit(context: StorageContext, fields: Fields): string | null | undefined {
  const value = fields.file_size_limit;
  if (value === undefined || value === null) return value;
  const parts = /^(\d+(?:\.\d+)?)\s*([a-z]*)$/i.exec(String(value).trim());
  const unit = parts ? units[(parts[2] ?? '').toLowerCase()] : undefined;
  if (!parts || unit === undefined) throw errors.invalidFileSizeLimit();
  const bytes = Math.floor(Number(parts[1]) * unit);
  if (bytes > context.fileSizeLimitBytes) throw errors.tooLarge();
  return String(bytes);
}

function mimeTypes(fields: Fields): string | null | undefined {
  const value = fields.allowed_mime_types;
  if (value === undefined || value === null) return value;
  if (!Array.isArray(value) || value.length > 1000)
    throw errors.invalidRequest('body/allowed_mime_types must be an array of at most 1000 types');
  for (const type of value) {
    if (typeof type !== 'string' || !MIME_PATTERN.test(type)) throw errors.invalidMimeType(String(type));
  }
  return JSON.stringify(value);
}
