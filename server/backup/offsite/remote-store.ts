// The place of off-site copies: files under one prefix of an S3 bucket, sent in parts while they are made and read as
// streams. Only names that this program gives are listed, and nothing else is ever touched. Knows bytes, not keys.

import { createS3Client, S3Error, type S3Request, textOf } from '#backend/storage/blobs/s3-client.ts';
import type { S3Config } from '../../outside-services.ts';

interface RemoteFile {
  name: string;
  sizeBytes: number;
}

export interface RemoteStore {
  /** Where it is, for people, without keys. */
  label: string;
  /** The file exists when all of it has arrived, and not before. Answers how many bytes it has there. */
  send(name: string, source: AsyncIterable<Uint8Array>, options: SendOptions): Promise<number>;
  /** Undefined when there is no such file. */
  open(name: string): Promise<AsyncIterable<Uint8Array> | undefined>;
  /** The copies of this program, oldest first. */
  list(): Promise<RemoteFile[]>;
  remove(name: string): Promise<void>;
  close(): void;
}

interface SendOptions {
  /** About how many bytes will come: it decides how large the parts are. */
  sizeBytes: number;
  onBytes?: (bytes: number) => void;
  signal?: AbortSignal;
}

const COPY_NAME = /^onda-\d{8}-\d{6}-[0-9a-f]{8}\.zip\.age$/;
// Stores take parts from 5 MiB and at most 10,000 of them. One part at a time is in memory.
const MIN_PART_BYTES = 8 * 2 ** 20;
const MAX_PARTS = 9_000;

export function openRemoteStore(options: S3Config & { prefix: string; names?: RegExp }): RemoteStore {
  const names = options.names ?? COPY_NAME;
  const client = createS3Client(options);
  const keyOf = (name: string) => {
    if (!names.test(name)) throw new Error(`${name} is not a valid name in this store.`);
    return options.prefix + name;
  };

  async function sizeOf(key: string): Promise<number> {
    const { headers } = await client.ask({ method: 'HEAD', key });
    return Number(headers['content-length']);
  }

  /** What an earlier try left behind: parts without a file cost money and are visible nowhere. */
  async function abortUploads(key: string): Promise<void> {
    const { text } = await client.ask({ method: 'GET', key: '', query: { uploads: '', prefix: key } });
    for (const [, upload = ''] of text.matchAll(/<Upload>(.*?)<\/Upload>/gs)) {
      const uploadId = textOf(upload, 'UploadId');
      if (textOf(upload, 'Key') === key && uploadId)
        await client.ask({ method: 'DELETE', key, query: { uploadId } }).catch(ignoreMissing);
    }
  }

  async function sendInParts(
    key: string,
    parts: AsyncIterator<Buffer>,
    first: Buffer,
    signal: AbortSignal | undefined,
  ): Promise<number> {
    const begun = await client.ask({ method: 'POST', key, query: { uploads: '' } });
    const uploadId = textOf(begun.text, 'UploadId');
    if (!uploadId) throw new Error('The S3 store returned no upload ID.');
    try {
      const etags: string[] = [];
      let sentBytes = 0;
      for (let part: Buffer | undefined = first; part; ) {
        signal?.throwIfAborted();
        const query = { partNumber: String(etags.length + 1), uploadId };
        const { headers } = await client.ask({ method: 'PUT', key, query, body: part });
        etags.push(headers.etag ?? '');
        sentBytes += part.length;
        const next = await parts.next();
        part = next.done ? undefined : next.value;
      }
      await ask(completion(key, uploadId, etags));
      return sentBytes;
    } catch (error) {
      await client.ask({ method: 'DELETE', key, query: { uploadId } }).catch(() => undefined);
      throw error;
    }
  }

  /** A failure after the first byte of the response has status 200. */
  async function ask(request: S3Request): Promise<string> {
    const { text } = await client.ask(request);
    if (/<Error>/.test(text))
      throw new S3Error(500, textOf(text, 'Code') ?? '', textOf(text, 'Message') ?? '');
    return text;
  }

  return {
    label: `${new URL(options.endpoint).host}/${options.bucket}/${options.prefix}`,
    async send(name, source, { sizeBytes, onBytes, signal }) {
      const key = keyOf(name);
      await abortUploads(key);
      const partBytes = Math.max(MIN_PART_BYTES, Math.ceil(sizeBytes / MAX_PARTS));
      const parts = gather(source, { partBytes, onBytes, signal });
      const first = (await parts.next()).value ?? Buffer.alloc(0);
      let sentBytes = first.length;
      if (first.length < partBytes) await client.ask({ method: 'PUT', key, body: first });
      else sentBytes = await sendInParts(key, parts, first, signal);
      const arrivedBytes = await sizeOf(key);
      if (arrivedBytes !== sentBytes)
        throw new Error(`Only ${arrivedBytes} of ${sentBytes} bytes arrived in the S3 store.`);
      return arrivedBytes;
    },
    async open(name) {
      try {
        return await client.send({ method: 'GET', key: keyOf(name) });
      } catch (error) {
        if (error instanceof S3Error && error.status === 404) return undefined;
        throw error;
      }
    },
    async list() {
      const files: RemoteFile[] = [];
      let token: string | undefined;
      do {
        const query: Record<string, string> = { 'list-type': '2', prefix: options.prefix };
        if (token) query['continuation-token'] = token;
        const text = await ask({ method: 'GET', key: '', query });
        for (const [, contents = ''] of text.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
          const name = (textOf(contents, 'Key') ?? '').slice(options.prefix.length);
          if (names.test(name)) files.push({ name, sizeBytes: Number(textOf(contents, 'Size')) });
        }
        token = textOf(text, 'NextContinuationToken');
      } while (token);
      return files.sort((one, other) => (one.name < other.name ? -1 : 1));
    },
    async remove(name) {
      await client.ask({ method: 'DELETE', key: keyOf(name) }).catch(ignoreMissing);
    },
    close: () => client.close(),
  };
}

function ignoreMissing(error: unknown): void {
  if (!(error instanceof S3Error && error.status === 404)) throw error;
}

function completion(key: string, uploadId: string, etags: string[]): S3Request {
  const parts = etags.map(
    (etag, index) =>
      `<Part><PartNumber>${index + 1}</PartNumber><ETag>${etag.replace(/[<>&]/g, '')}</ETag></Part>`,
  );
  const body = Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`);
  return { method: 'POST', key, query: { uploadId }, body };
}

async function* gather(
  source: AsyncIterable<Uint8Array>,
  { partBytes, onBytes, signal }: { partBytes: number } & Pick<SendOptions, 'onBytes' | 'signal'>,
): AsyncGenerator<Buffer, undefined> {
  let waiting: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of source) {
    signal?.throwIfAborted();
    waiting.push(chunk);
    bytes += chunk.length;
    onBytes?.(chunk.length);
    if (bytes < partBytes) continue;
    yield Buffer.concat(waiting, bytes);
    waiting = [];
    bytes = 0;
  }
  if (bytes > 0) yield Buffer.concat(waiting, bytes);
}
