// Makes links with which anyone can read an object until they expire.
import type { StorageContext } from '../context.ts';
import { errors } from '../errors.ts';
import { type Call, type Fields, readFields, textList } from '../http/call.ts';
import { formatTransform, parseTransform } from '../images/transform-options.ts';
import { findObject } from '../objects.ts';

const maxExpiryS = 100 * 365 * 86_400;

export async function signObject(context: StorageContext, call: Call): Promise<Response> {
  const { bucket = '', key = '' } = call.params;
  const fields = await readFields(call.request);
  const expiresInS = expiryOf(fields);
  await findObject(context, call, { bucketId: bucket, name: key, operation: 'storage.object.sign' });
  const { transform } = fields;
  const options =
    typeof transform === 'object' && transform !== null && Object.keys(transform).length > 0
      ? formatTransform(parseTransform((name) => readOption(transform as Fields, name)))
      : undefined;
  const url = `${bucket}/${key}`;
  const token = await context.tokens.forDownload(
    { url, ...(options !== undefined && { transformations: options }) },
    expiresInS,
  );
  const path = options === undefined ? 'object' : 'render/image';
  return Response.json({ signedURL: `/${path}/sign/${url}?token=${token}` });
}

export async function signObjects(context: StorageContext, call: Call): Promise<Response> {
  const { bucket = '' } = call.params;
  const fields = await readFields(call.request);
  const expiresInS = expiryOf(fields);
  const paths = textList(fields, 'paths', { maxItems: 1000 });
  const names = await context.database.read<string>(call, {
    operation: 'storage.object.sign_many',
    text: `select to_jsonb(name) from storage.objects
      where bucket_id = $1 and name in (select jsonb_array_elements_text($2::text::jsonb))`,
    values: [bucket, JSON.stringify(paths)],
  });
  const known = new Set(names);
  const answers = paths.map(async (path) => {
    if (!known.has(path)) {
      const error = 'Either the object does not exist or you do not have access to it';
      return { error, path, signedURL: null };
    }
    const url = `${bucket}/${path}`;
    const token = await context.tokens.forDownload({ url }, expiresInS);
    return { error: null, path, signedURL: `/object/sign/${url}?token=${token}` };
  });
  return Response.json(await Promise.all(answers));
}

function expiryOf({ expiresIn }: Fields): number {
  if (expiresIn === undefined) throw errors.invalidRequest("body must have required property 'expiresIn'");
  if (
    typeof expiresIn !== 'number' ||
    !Number.isInteger(expiresIn) ||
    expiresIn < 1 ||
    expiresIn > maxExpiryS
  )
    throw errors.invalidRequest('body/expiresIn must be a whole number of seconds above zero');
  return expiresIn;
}

function readOption(transform: Fields, name: string): string | undefined {
  const value = transform[name];
  return value === undefined || value === null ? undefined : String(value);
}
