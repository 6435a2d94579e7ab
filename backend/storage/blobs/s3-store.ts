// Blobs in a bucket of any S3 store. A blob is sent from the file in which it was staged, large ones in parts, so that
// no more than a chunk of it is in memory and a failed part can be sent again.
import { Readable } from 'node:stream';
import { type BlobStore, requireVersion } from './blob-store.ts';
import { createS3Client, S3Error, type S3Options, textOf } from './s3-client.ts';
import type { StagedFile } from './staging.ts';

// Stores take parts from 5 MiB and at most 10,000 of them.
const smallestPartBytes = 16 * 2 ** 20;
const maxParts = 10_000;
const largestCopyBytes = 5 * 2 ** 30;

export async function openS3Store(options: S3Options): Promise<BlobStore> {
  const client = createS3Client(options);
  const keyOf = (version: string) => `objects/${requireVersion(version)}`;

  async function sendInParts(key: string, file: StagedFile): Promise<void> {
    const begun = await client.ask({ method: 'POST', key, query: { uploads: '' } });
    const uploadId = textOf(begun.text, 'UploadId');
    if (!uploadId) throw new Error('the S3 store returned no upload id');
    try {
      const partBytes = Math.max(smallestPartBytes, Math.ceil(file.sizeBytes / maxParts));
      const etags: string[] = [];
      for (let start = 0; start < file.sizeBytes; start += partBytes) {
        const end = Math.min(start + partBytes, file.sizeBytes) - 1;
        const { headers } = await client.ask({
          method: 'PUT',
          key,
          query: { partNumber: String(etags.length + 1), uploadId },
          body: { path: file.path, start, end },
        });
        etags.push(headers.etag ?? '');
      }
      await complete(key, uploadId, etags);
    } catch (error) {
      await client.ask({ method: 'DELETE', key, query: { uploadId } }).catch(() => undefined);
      throw error;
    }
  }

  async function complete(key: string, uploadId: string, etags: string[]): Promise<void> {
    const parts = etags.map(
      (etag, index) =>
        `<Part><PartNumber>${index + 1}</PartNumber><ETag>${etag.replace(/[<>&]/g, '')}</ETag></Part>`,
    );
    const { text } = await client.ask({
      method: 'POST',
      key,
      query: { uploadId },
      body: Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`),
    });
    // A failure after the first byte of the answer is reported under status 200.
    const code = /<Error>/.test(text) ? textOf(text, 'Code') : undefined;
    if (code) throw new S3Error(500, code, textOf(text, 'Message') ?? '');
  }

  return {
    async adopt(version, file) {
      const key = keyOf(version);
      if (file.sizeBytes > smallestPartBytes) await sendInParts(key, file);
      else if (file.sizeBytes === 0) await client.ask({ method: 'PUT', key, body: Buffer.alloc(0) });
      else {
        const body = { path: file.path, start: 0, end: file.sizeBytes - 1 };
        await client.ask({ method: 'PUT', key, body });
      }
    },
    async read(version, range) {
      try {
        const answer = await client.send({
          method: 'GET',
          key: keyOf(version),
          headers: range && { range: `bytes=${range.start}-${range.end}` },
        });
        return Readable.toWeb(answer) as ReadableStream<Uint8Array>;
      } catch (error) {
        if (error instanceof S3Error && error.status === 404) return undefined;
        throw error;
      }
    },
    async copy(from, to) {
      const { headers } = await client.ask({ method: 'HEAD', key: keyOf(from) });
      if (Number(headers['content-length']) > largestCopyBytes)
        throw new Error('S3 stores copy at most 5 GiB at once');
      const { text } = await client.ask({
        method: 'PUT',
        key: keyOf(to),
        headers: { 'x-amz-copy-source': `/${options.bucket}/${keyOf(from)}` },
      });
      if (/<Error>/.test(text))
        throw new S3Error(500, textOf(text, 'Code') ?? '', textOf(text, 'Message') ?? '');
    },
    async remove(versions) {
      // One by one: removing many at once needs a checksum that not every store understands.
      for (const version of versions) {
        await client.ask({ method: 'DELETE', key: keyOf(version) }).catch((error: unknown) => {
          if (!(error instanceof S3Error && error.status === 404)) throw error;
        });
      }
    },
    async check() {
      await client.ask({ method: 'HEAD', key: '' });
    },
    async close() {
      client.close();
    },
  };
}
