// Takes objects away. Rows go first; their bytes follow.
import type { StorageContext } from '../context.ts';
import { errors } from '../errors.ts';
import { type Call, type Fields, readFields } from '../http/call.ts';
import { renderObject } from '../objects.ts';
import type { ObjectRow } from '../stored-object.ts';

const maxAtOnce = 1000;

export async function deleteObject(context: StorageContext, call: Call): Promise<Response> {
  const { bucket = '', key = '' } = call.params;
  const gone = await removeRows(context, call, bucket, [{ path: key, version: null }]);
  if (gone.length === 0) throw errors.noSuchKey();
  return Response.json({ message: 'Successfully deleted' });
}

export async function deleteObjects(context: StorageContext, call: Call): Promise<Response> {
  const { bucket = '' } = call.params;
  const wanted = readPrefixes(await readFields(call.request));
  const gone = await removeRows(context, call, bucket, wanted);
  return Response.json(gone.map(renderObject));
}

export async function removeRows(
  context: StorageContext,
  call: Call,
  bucketId: string,
  wanted: { path: string; version: string | null }[],
): Promise<ObjectRow[]> {
  const gone = await context.database.write<ObjectRow>(call, {
    operation: wanted.length === 1 ? 'storage.object.delete' : 'storage.object.delete_many',
    text: `delete from storage.objects o
      using jsonb_to_recordset($2::text::jsonb) as w (path text, version text)
      where o.bucket_id = $1 and o.name = w.path and (w.version is null or o.version = w.version)
      returning to_jsonb(o) - 'path_tokens'`,
    values: [bucketId, JSON.stringify(wanted)],
  });
  if (gone.length > 0) context.removals.nudge();
  return gone;
}

function readPrefixes(fields: Fields): { path: string; version: string | null }[] {
  const { prefixes } = fields;
  if (!Array.isArray(prefixes) || prefixes.length === 0 || prefixes.length > maxAtOnce)
    throw errors.invalidRequest(`body/prefixes must be an array of 1 to ${maxAtOnce} items`);
  return prefixes.map((entry: unknown) => {
    if (typeof entry === 'string') return { path: entry, version: null };
    if (typeof entry === 'object' && entry !== null && 'path' in entry && 'versionId' in entry)
      return { path: String(entry.path), version: String(entry.versionId) };
    throw errors.invalidRequest('body/prefixes must hold paths');
  });
}
