// What every endpoint is given: the database as its caller and as the service itself, the bytes, the limits.
import type { Sql } from '../database/driver/sql.ts';
import type { BlobStore } from './blobs/blob-store.ts';
import type { Staging } from './blobs/staging.ts';
import type { CallerDatabase } from './caller-database.ts';
import type { SignedTokens } from './http/signed-tokens.ts';
import type { Renders } from './images/renders.ts';
import type { Removals } from './removals.ts';
import type { ResumableUploads } from './resumable/resumable-uploads.ts';
import type { MultipartUploads } from './s3/multipart-uploads.ts';

export interface StorageContext {
  /** The service's own login: for what a caller need not be allowed to see, such as the limits of a bucket. */
  sql: Sql;
  database: CallerDatabase;
  blobs: BlobStore;
  staging: Staging;
  removals: Removals;
  resumable: ResumableUploads;
  renders: Renders;
  multipart: MultipartUploads;
  /** What this host calls its version. */
  version: string;
  tokens: SignedTokens;
  /** Whether a request came to the origin that serves only uploads. */
  isStorageOrigin(request: Request): boolean;
  fileSizeLimitBytes: number;
  signedUploadS: number;
}
