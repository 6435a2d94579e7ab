// The store of uploaded files, for commands and jobs beside the backend: the S3 bucket, else the data folder.
import { join } from 'node:path';
import type { BlobStore } from '#backend/storage/blobs/blob-store.ts';
import { openDiskStore } from '#backend/storage/blobs/disk-store.ts';
import type { S3Options } from '#backend/storage/blobs/s3-client.ts';
import { openS3Store } from '#backend/storage/blobs/s3-store.ts';

export function openBlobs({ s3, dataDir }: { s3?: S3Options; dataDir: string }): Promise<BlobStore> {
  return s3 ? openS3Store(s3) : openDiskStore(join(dataDir, 'storage', 'objects'));
}
