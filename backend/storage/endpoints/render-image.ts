// Sends a picture in the size that was asked for.
import type { StorageContext } from '../context.ts';
import type { Call } from '../http/call.ts';
import { setTypeHeaders } from '../http/send-object.ts';
import {
  formatTransform,
  parseImgproxyOptions,
  parseTransform,
  type Transform,
} from '../images/transform-options.ts';
import type { StoredObject } from '../stored-object.ts';
import { objectOfCaller, objectOfLink, publicObject } from './download.ts';

export async function renderForCaller(context: StorageContext, call: Call): Promise<Response> {
  const object = await objectOfCaller(context, call, 'storage.render.image_authenticated');
  return send(context, call, object, transformOf(call));
}

export async function renderPublic(context: StorageContext, call: Call): Promise<Response> {
  const { object, bucket } = await publicObject(context, call);
  return send(context, call, object, transformOf(call), bucket.offersAvif);
}

/** The link says how; the address may not. */
export async function renderByLink(context: StorageContext, call: Call): Promise<Response> {
  const { object, transformations } = await objectOfLink(context, call);
  return send(context, call, object, parseImgproxyOptions(transformations ?? ''));
}

function transformOf({ query }: Call): Transform {
  return parseTransform((name) => query.get(name) ?? undefined);
}

async function send(
  context: StorageContext,
  { request, query }: Call,
  object: StoredObject,
  transform: Transform,
  offersAvif = false,
): Promise<Response> {
  const { bytes, contentType, etag } = await context.renders.render(object, transform, {
    accept: request.headers.get('accept') ?? '',
    offersAvif,
  });
  const headers = new Headers({
    'content-length': String(bytes.length),
    'cache-control': object.metadata.cacheControl,
    etag,
    'last-modified': new Date(object.metadata.lastModified).toUTCString(),
    'x-transformations': formatTransform(transform),
    'x-robots-tag': 'none',
    vary: 'accept',
  });
  setTypeHeaders(headers, contentType, query, { isStorageOrigin: context.isStorageOrigin(request) });
  if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers });
  return new Response(request.method === 'HEAD' ? null : new Uint8Array(bytes), { headers });
}
