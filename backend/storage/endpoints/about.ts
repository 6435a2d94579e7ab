// Whether the service is there, what a cache should forget, and what this host does not offer.
import { findBucket } from '../buckets.ts';
import type { StorageContext } from '../context.ts';
import { errors } from '../errors.ts';
import type { Call } from '../http/call.ts';
import { requireKey } from '../http/names.ts';

export async function status(): Promise<Response> {
  return new Response(null, { status: 200 });
}

export async function health({ sql }: StorageContext): Promise<Response> {
  await sql`select 1`;
  return Response.json({ healthy: true });
}

export async function version({ version: text }: StorageContext): Promise<Response> {
  return new Response(text);
}

/** The only cached copies of this host are pictures in other sizes. */
export async function purgeCache(context: StorageContext, call: Call): Promise<Response> {
  const { bucket = '', key } = call.params;
  if (call.caller.role !== 'service_role') throw errors.accessDenied('Only the service may purge caches');
  await findBucket(context, bucket);
  if (key !== undefined) requireKey(key);
  const rows = await context.sql<{ version: string }[]>`
    select version from storage.objects
    where bucket_id = ${bucket} and version is not null and (${key ?? null}::text is null or name = ${key ?? null})`;
  await context.renders.forget(rows.map(({ version }) => version));
  return Response.json({ message: 'success' });
}

export async function noAnalytics(): Promise<Response> {
  throw errors.featureNotEnabled('analytics buckets');
}

export async function noVectors(): Promise<Response> {
  throw errors.featureNotEnabled('vector buckets');
}
