// An upload by form: the browser of someone else sends what a signed policy allows. Everything that steers it is a
// field that the policy names; its headers and its address decide nothing but the bucket.
import type { IdentifyCaller } from '#backend/gateway/identify-caller.ts';
import { collectWithin } from '#backend/gateway/read-within.ts';
import type { StorageContext } from '../context.ts';
import { errors } from '../errors.ts';
import { requireKey } from '../http/names.ts';
import { bodyOf } from '../http/request-body.ts';
import { boundaryOf, type Part, readParts } from '../uploads/multipart.ts';
import { callerOf, findSecret, type S3Access } from './authenticate.ts';
import { propertiesOf, storeBody } from './objects.ts';
import { checkPolicy } from './post-policy.ts';
import type { S3Call } from './s3-call.ts';
import { s3Errors } from './s3-errors.ts';
import { tagsOfXml } from './tags.ts';
import { ALGORITHM, isSame, readCredential, requireTime, signatureOf } from './verify-signature.ts';
import { element, xmlResponse } from './xml.ts';

const maxFields = 50;
const maxFieldBytes = 20_000;
/** Fields that become headers of the object. */
const PROPERTY = /^(content-type|content-encoding|cache-control|x-amz-meta-[\w-]+)$/;

export function isForm(request: Request, key: string): boolean {
  const type = request.headers.get('content-type') ?? '';
  return request.method === 'POST' && key === '' && /^multipart\/form-data\b/i.test(type);
}

export async function postObject(
  context: StorageContext,
  { request, path, bucketId }: { request: Request; path: string; bucketId: string },
  who: { access: S3Access; identifyCaller: IdentifyCaller; now: Date },
): Promise<Response> {
  const source = bodyOf(request);
  if (!source) throw s3Errors.badArgument('The form has no file');
  const parts = readParts(source, boundaryOf(request.headers.get('content-type') ?? ''));
  try {
    const fields = new Map<string, string>();
    const file = await readFields(parts, fields);
    fields.set('bucket', bucketId);
    const key = (fields.get('key') ?? '').replaceAll(/\$\{filename\}/g, () => nameOf(file));
    fields.set('key', key);
    const sessionToken = checkSignature(fields, who.access);
    const allowed = checkPolicy(fields.get('policy') ?? '', fields, who.now);
    const call: S3Call = {
      request,
      path,
      query: new URLSearchParams(),
      params: { bucket: bucketId, key },
      caller: await callerOf(sessionToken, who.identifyCaller),
      headers: headersOf(fields),
      body: untilEnd(file, parts),
      isStreaming: false,
    };
    const tagging = fields.get('tagging');
    const properties = { ...propertiesOf(call.headers, key), ...(tagging && { tags: tagsOfXml(tagging) }) };
    const etag = await storeBody(context, call, { bucketId, name: requireKey(key), properties, allowed });
    return answer(fields, { bucketId, key, etag });
  } finally {
    await parts.return();
  }
}

/** The file counts once the whole form has come. */
async function* untilEnd(file: Part, parts: AsyncGenerator<Part, void>): AsyncGenerator<Uint8Array> {
  yield* file.body;
  for await (const rest of parts) void rest;
}

/** All fields before the file; what follows it does not count. */
async function readFields(parts: AsyncGenerator<Part, void>, fields: Map<string, string>): Promise<Part> {
  for (;;) {
    const { done, value: part } = await parts.next();
    if (done) throw s3Errors.badArgument('The form has no file');
    const name = part.name.toLowerCase();
    if (name === 'file') return part;
    // Of two fields of one name the policy could mean the other.
    if (fields.has(name) || fields.size >= maxFields)
      throw s3Errors.badArgument('The form has too many fields');
    fields.set(name, (await collectWithin(part.body, maxFieldBytes, errors.bodyTooLarge)).toString('utf8'));
  }
}

function checkSignature(fields: ReadonlyMap<string, string>, access: S3Access): string | null {
  const field = (name: string) => fields.get(name) ?? '';
  if (!fields.has('policy') || !fields.has('x-amz-signature')) throw s3Errors.unsigned();
  if (field('x-amz-algorithm') !== ALGORITHM) throw s3Errors.badAuthorization();
  const { accessKeyId, scope } = readCredential(field('x-amz-credential'));
  requireTime(field('x-amz-date'), scope);
  const sessionToken = fields.get('x-amz-security-token') ?? null;
  findSecret({ accessKeyId, sessionToken }, access, (secret) => {
    if (!isSame(signatureOf([field('policy')], secret, scope), field('x-amz-signature')))
      throw s3Errors.signatureMismatch();
  });
  return sessionToken;
}

function headersOf(fields: ReadonlyMap<string, string>): Headers {
  const headers = new Headers();
  for (const [name, value] of fields) {
    if (!PROPERTY.test(name)) continue;
    if (!/^[\x20-\x7e]*$/.test(value)) throw s3Errors.badArgument(`${name} cannot be a header`);
    headers.set(name, value);
  }
  return headers;
}

/** Browsers of old sent the whole path. */
function nameOf({ filename = '' }: Part): string {
  return /[^/\\]*$/.exec(filename)?.[0] ?? '';
}

function answer(
  fields: ReadonlyMap<string, string>,
  { bucketId, key, etag }: Record<'bucketId' | 'key' | 'etag', string>,
): Response {
  const status = fields.get('success_action_status');
  if (status !== '201')
    return new Response(null, { status: status === '200' ? 200 : 204, headers: { etag } });
  const body = element('PostResponse', [
    element('Bucket', bucketId),
    element('Key', key),
    element('ETag', etag),
  ]);
  return xmlResponse(body, { status: 201, headers: { etag } });
}
