// Rows of storage.objects: how they are found, made, replaced and taken away, as the caller or as the service itself.
import type { Question } from './caller-database.ts';
import type { StorageContext } from './context.ts';
import { errors } from './errors.ts';
import type { Call } from './http/call.ts';
import { listedMetadata, readMetadata } from './stored-metadata.ts';
import type { NewObject, ObjectRow, StoredObject } from './stored-object.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const row = "to_jsonb(o) - 'path_tokens'";

export function ownerOf(call: Call): string | null {
  return typeof call.caller.claims.sub === 'string' ? call.caller.claims.sub : null;
}

/** Makes a row, or with upsert lets it take the place of the one with its name. Wants no right to read. */
export function putObjectQuestion(
  object: NewObject,
  options: { upsert: boolean; operation: string },
): Question {
  const { id, bucketId, name, version, metadata, userMetadata, ownerId } = object;
  return {
    operation: options.operation,
    text: `insert into storage.objects as o (id, bucket_id, name, version, metadata, user_metadata, owner, owner_id)
      values ($1::text::uuid, $2::text, $3::text, $4::text, $5::text::jsonb, $6::text::jsonb, $7::text::uuid, $8::text)${
        options.upsert
          ? ` on conflict (bucket_id, name) do update set version = excluded.version, metadata = excluded.metadata,
        user_metadata = excluded.user_metadata, owner = excluded.owner, owner_id = excluded.owner_id, updated_at = now()`
          : ''
      }`,
    values: [
      id,
      bucketId,
      name,
      version,
      metadata && JSON.stringify(metadata),
      userMetadata && JSON.stringify(userMetadata),
      ownerId !== null && UUID.test(ownerId) ? ownerId : null,
      ownerId,
    ],
  };
}

/** The object as its caller may see it; what may not be seen is not there. */
export async function findObject(
  context: StorageContext,
  call: Call,
  key: { bucketId: string; name: string; operation: string },
): Promise<StoredObject> {
  const [found] = await context.database.read<ObjectRow>(call, {
    operation: key.operation,
    text: `select ${row} from storage.objects o where bucket_id = $1 and name = $2`,
    values: [key.bucketId, key.name],
  });
  if (found) return requireStored(found, call);
  await requireBucket(context, key.bucketId);
  throw errors.noSuchKey();
}

/** The object as the service itself sees it: for public buckets and signed links. */
export async function findObjectAsService(
  context: StorageContext,
  call: Call,
  bucketId: string,
  name: string,
): Promise<StoredObject> {
  const [found] = await context.sql<{ found: ObjectRow }[]>`
    select to_jsonb(o) - 'path_tokens' as found from storage.objects o where bucket_id = ${bucketId} and name = ${name}`;
  if (!found) throw errors.noSuchKey();
  return requireStored(found.found, call);
}

async function requireBucket(context: StorageContext, id: string): Promise<void> {
  const [bucket] = await context.sql`select from storage.buckets where id = ${id}`;
  if (!bucket) throw errors.noSuchBucket();
}

/** Versions are not stored: asking for one finds the object only while it is the present one. */
function requireStored(found: ObjectRow, call: Call): StoredObject {
  const wanted = call.query.get('versionId');
  if (!found.version || !found.metadata || (wanted !== null && wanted !== found.version))
    throw errors.noSuchKey();
  const { version, created_at: createdAt } = found;
  return { ...found, version, metadata: readMetadata(found.metadata, { version, createdAt }) };
}

/** A row as clients read it. */
export function renderObject(object: ObjectRow): Record<string, unknown> {
  return {
    ...object,
    metadata: listedMetadata(object.metadata),
    created_at: isoTime(object.created_at),
    updated_at: isoTime(object.updated_at),
    last_accessed_at: isoTime(object.last_accessed_at),
  };
}

export function isoTime(time: string): string {
  return new Date(time).toISOString();
}
