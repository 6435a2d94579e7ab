// A row of storage.objects, and its metadata.
export interface ObjectMetadata {
  eTag: string;
  size: number;
  mimetype: string;
  cacheControl: string;
  lastModified: string;
  contentLength: number;
  httpStatusCode: number;
  contentEncoding?: string;
  /** Of the S3 protocol. */
  tags?: Record<string, string>;
}

export interface ObjectRow {
  id: string;
  bucket_id: string;
  name: string;
  owner: string | null;
  owner_id: string | null;
  version: string | null;
  created_at: string;
  updated_at: string;
  last_accessed_at: string;
  metadata: ObjectMetadata | null;
  user_metadata: Record<string, unknown> | null;
}

export interface NewObject {
  id: string;
  bucketId: string;
  name: string;
  version: string;
  metadata: ObjectMetadata | null;
  userMetadata: Record<string, unknown> | null;
  ownerId: string | null;
}

/** An object that lies somewhere: the row says where its bytes are. */
export type StoredObject = ObjectRow & { version: string; metadata: ObjectMetadata };
