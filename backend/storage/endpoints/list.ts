// Lists what a caller may see of a bucket: one folder at a time (v1), or the objects under a prefix page by page (v2).
import type { StorageContext } from '../context.ts';
import { errors } from '../errors.ts';
import {
  type Call,
  type Fields,
  optionalBoolean,
  optionalText,
  readFields,
  wholeNumber,
} from '../http/call.ts';
import { isoTime } from '../objects.ts';
import { listedMetadata } from '../stored-metadata.ts';
import type { ObjectRow } from '../stored-object.ts';

const v1Columns = ['name', 'updated_at', 'created_at', 'last_accessed_at'];
const v2Columns = ['name', 'updated_at', 'created_at'];

export async function listFolder({ database }: StorageContext, call: Call): Promise<Response> {
  const fields = await readFields(call.request);
  if (asksForVersionsOnly(fields)) return Response.json([]);
  const isExact = optionalBoolean(fields, 'exactMatch') ?? false;
  const given = optionalText(fields, 'prefix') ?? '';
  const prefix = given === '' || given.endsWith('/') || isExact ? given : `${given}/`;
  const { column, order } = sortOf(fields, v1Columns);
  // Folders have no times of their own: they come first, by name.
  const byTime = column === 'name' ? '' : `is_folder desc, ${column} ${order},`;
  const rows = await database.read<Partial<ObjectRow> & { name: string }>(call, {
    operation: 'storage.object.list',
    text: `with inside as (
        select o.*, substr(o.name, length($2) + 1) as rest from storage.objects o
        where o.bucket_id = $1 and o.name collate "C" >= $2 and o.name collate "C" < $3
      ), entries as (
        select split_part(rest, '/', 1) as entry, true as is_folder, null::uuid as id, null::timestamptz as updated_at,
          null::timestamptz as created_at, null::timestamptz as last_accessed_at, null::jsonb as metadata, null::text as version
        from inside where position('/' in rest) > 0 group by split_part(rest, '/', 1)
        union all
        select case when $7 = 'exact' then storage.filename(name) else rest end, false, id, updated_at, created_at,
          last_accessed_at, metadata, version
        from inside where position('/' in rest) = 0
      )
      select jsonb_build_object('name', entry, 'id', id, 'updated_at', updated_at, 'created_at', created_at,
        'last_accessed_at', last_accessed_at, 'metadata', metadata, 'version', version)
      from entries where $4 = '' or entry ilike $4 || '%'
      order by ${byTime} entry collate "C" ${order} limit $5::int offset $6::int`,
    values: [
      call.params.bucket ?? '',
      prefix,
      endOf(prefix, { isExact }),
      (optionalText(fields, 'search') ?? '').replace(/[\\%_]/g, '\\$&'),
      String(wholeNumber(fields.limit, 'body/limit', { min: 1, max: 10_000, fallback: 100 })),
      String(wholeNumber(fields.offset, 'body/offset', { min: 0, max: 2 ** 31 - 1, fallback: 0 })),
      isExact ? 'exact' : 'folder',
    ],
  });
  return Response.json(rows.map(renderEntry));
}

interface Page {
  entry: string;
  is_folder: boolean;
  at: string | null;
  row: ObjectRow | null;
}

interface Cursor {
  entry: string;
  at: string | null;
  column: string;
  order: 'asc' | 'desc';
}

export async function listUnderPrefix({ database }: StorageContext, call: Call): Promise<Response> {
  const fields = await readFields(call.request);
  if (asksForVersionsOnly(fields)) return Response.json({ hasNext: false, folders: [], objects: [] });
  const given = optionalText(fields, 'cursor');
  const cursor = given === undefined || given === '' ? undefined : readCursor(given);
  const { column, order } = cursor ?? sortOf(fields, v2Columns);
  const prefix = optionalText(fields, 'prefix') ?? '';
  const limit = wholeNumber(fields.limit, 'body/limit', { min: 1, max: 1000, fallback: 1000 });
  const isExact = optionalBoolean(fields, 'exactMatch') ?? false;
  const isFolded = (optionalBoolean(fields, 'with_delimiter') ?? false) && !isExact;
  const beyond = order === 'asc' ? '>' : '<';
  const [at, after] =
    column === 'name'
      ? ['null::timestamptz', `($6::text is null and entry collate "C" ${beyond} $4)`]
      : [
          order === 'asc' ? `min(${column})` : `max(${column})`,
          `(at, entry collate "C") ${beyond} ($6::text::timestamptz, $4)`,
        ];
  const rows = await database.read<Page>(call, {
    operation: 'storage.object.list_v2',
    text: `with inside as (
        select o.*, ${isFolded ? `position('/' in substr(o.name, length($2) + 1))` : '0'} as cut from storage.objects o
        where o.bucket_id = $1 and o.name collate "C" >= $2 and o.name collate "C" < $3
      ), entries as (
        select case when cut > 0 then left(name, length($2) + cut) else name end as entry, cut > 0 as is_folder,
          ${at} as at, (array_agg(to_jsonb(i) - 'path_tokens' - 'cut') filter (where cut = 0))[1] as row
        from inside i group by 1, 2
      )
      select to_jsonb(e) from entries e where ($7 = 'first' or ${after})
      order by ${column === 'name' ? '' : `at ${order},`} entry collate "C" ${order} limit $5::int`,
    values: [
      call.params.bucket ?? '',
      prefix,
      endOf(prefix, { isExact }),
      cursor?.entry ?? '',
      String(limit + 1),
      cursor?.at ?? null,
      cursor ? 'next' : 'first',
    ],
  });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const hasNext = rows.length > limit;
  return Response.json({
    hasNext,
    ...(hasNext && last && { nextCursor: writeCursor({ entry: last.entry, at: last.at, column, order }) }),
    folders: page.filter((one) => one.is_folder).map(({ entry }) => ({ name: entry, key: lastPart(entry) })),
    objects: page.flatMap(({ row, entry }) =>
      row ? [{ ...renderV2(row), name: entry, key: lastPart(entry) }] : [],
    ),
  });
}

function renderV2({ id, updated_at, created_at, last_accessed_at, metadata, version }: ObjectRow) {
  return {
    id,
    version,
    updated_at: isoTime(updated_at),
    created_at: isoTime(created_at),
    last_accessed_at: isoTime(last_accessed_at),
    metadata: listedMetadata(metadata),
  };
}

function renderEntry(row: Partial<ObjectRow> & { name: string }): Record<string, unknown> {
  const time = (value: string | null | undefined) => (value ? isoTime(value) : null);
  return {
    ...row,
    ...(row.metadata && { metadata: listedMetadata(row.metadata) }),
    updated_at: time(row.updated_at),
    created_at: time(row.created_at),
    last_accessed_at: time(row.last_accessed_at),
  };
}

function lastPart(entry: string): string {
  return entry.replace(/\/$/, '').split('/').at(-1) ?? entry;
}

/**
 * The first name, in byte order, that a prefix does not reach; nothing lies beyond the end of an empty one. Exactly
 * one name lies before its own continuation by the smallest character that names may have.
 */
export function endOf(prefix: string, { isExact }: { isExact: boolean }): string {
  if (isExact) return `${prefix} `;
  if (prefix === '') return '\u{10ffff}';
  return prefix.slice(0, -1) + String.fromCodePoint(prefix.charCodeAt(prefix.length - 1) + 1);
}

function sortOf(fields: Fields, columns: string[]): { column: string; order: 'asc' | 'desc' } {
  const sortBy = fields.sortBy ?? {};
  if (typeof sortBy !== 'object' || sortBy === null)
    throw errors.invalidRequest('body/sortBy must be object');
  const column = optionalText(sortBy as Fields, 'column') ?? 'name';
  const order = (optionalText(sortBy as Fields, 'order') ?? 'asc').toLowerCase();
  if (!columns.includes(column))
    throw errors.invalidRequest('body/sortBy/column must be equal to one of the allowed values');
  if (order !== 'asc' && order !== 'desc')
    throw errors.invalidRequest('body/sortBy/order must be equal to one of the allowed values');
  return { column, order };
}

/** Versions and delete markers are not stored, so a list of nothing else is empty. */
function asksForVersionsOnly(fields: Fields): boolean {
  return fields.noncurrentVersions === 'only' || fields.deleteMarkers === 'only';
}

function writeCursor(cursor: Cursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64url');
}

function readCursor(text: string): Cursor {
  try {
    const { entry, at, column, order } = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    const isWhole =
      typeof entry === 'string' &&
      v2Columns.includes(column) &&
      (order === 'asc' || order === 'desc') &&
      (column === 'name' ? at === null : typeof at === 'string' && Number.isFinite(Date.parse(at)));
    if (isWhole) return { entry, at, column, order };
  } catch {}
  throw errors.invalidParameter('continuation token');
}
