// Buckets as the service itself sees them: what limits uploads, and whether they are public.

import { parseContentType } from '#backend/gateway/content-type.ts';
import type { StorageContext } from './context.ts';
import { errors } from './errors.ts';

export interface BucketLimits {
  id: string;
  public: boolean;
  fileSizeLimitBytes: number;
  allowedMimeTypes: string[] | null;
  /** Readers who take AVIF get pictures in it. */
  offersAvif: boolean;
}

/** Callers need no right to see a bucket in order to use it: policies on objects decide that. */
export async function findBucket(context: StorageContext, id: string): Promise<BucketLimits> {
  const [row] = await context.sql<
    {
      id: string;
      public: boolean;
      file_size_limit: string | null;
      allowed_mime_types: string[] | null;
      avif_autodetection: boolean;
    }[]
  >`select id, public, file_size_limit, allowed_mime_types, avif_autodetection from storage.buckets where id = ${id}`;
  if (!row) throw errors.noSuchBucket();
  const ownLimit = row.file_size_limit === null ? Number.POSITIVE_INFINITY : Number(row.file_size_limit);
  return {
    id: row.id,
    public: row.public,
    fileSizeLimitBytes: Math.min(ownLimit, context.fileSizeLimitBytes),
    allowedMimeTypes: row.allowed_mime_types?.length ? row.allowed_mime_types : null,
    offersAvif: row.avif_autodetection,
  };
}

export function requireAllowedType(bucket: BucketLimits, contentType: string): void {
  if (!bucket.allowedMimeTypes) return;
  const wanted = parseContentType(contentType)?.essence;
  if (wanted === undefined) throw errors.invalidMimeType(contentType.slice(0, 100));
  const isAllowed = bucket.allowedMimeTypes.some((pattern) => {
    const allowed = pattern.toLowerCase().trim();
    if (allowed === '*/*' || allowed === wanted) return true;
    return allowed.endsWith('/*') && wanted.startsWith(allowed.slice(0, -1));
  });
  if (!isAllowed) throw errors.invalidMimeType(contentType);
}
