// Speaks to an S3 store: signs, sends, retries what may be retried, and turns error responses into errors.
// Knows requests, not blobs: see s3-store.ts.
import { createReadStream } from 'node:fs';
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { encodeStrictly, sha256, signRequest } from './s3-signature.ts';

export interface S3Options {
  endpoint: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  region: string;
}

export interface S3Request {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  key: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: Buffer | { path: string; start: number; end: number };
}

export class S3Error extends Error {
  readonly status: number;
  readonly s3Code: string;
  constructor(status: number, s3Code: string, message: string) {
    super(`The S3 store answered ${status} ${s3Code}: ${message}`);
    this.name = 'S3Error';
    this.status = status;
    this.s3Code = s3Code;
  }
}

export interface S3Client {
  /** The answer of a request that went well, its body still to be read. */
  send(request: S3Request): Promise<IncomingMessage>;
  /** The same with the body read as text, for the small answers in XML. */
  ask(request: S3Request): Promise<{ text: string; headers: IncomingMessage['headers'] }>;
  close(): void;
}

const silenceMs = 30_000;
const tries = 4;
const maxTextBytes = 1_000_000;

export function createS3Client(options: S3Options): S3Client {
  const isSecure = options.endpoint.startsWith('https:');
  const agent = isSecure ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true });
  const open = isSecure ? httpsRequest : httpRequest;
  const base = options.endpoint.replace(/\/+$/, '');

  function urlOf({ key, query = {} }: S3Request): URL {
    const path = [options.bucket, ...key.split('/')].filter((part) => part !== '').map(encodeStrictly);
    const url = new URL(`${base}/${path.join('/')}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return url;
  }

  function attempt(request: S3Request): Promise<IncomingMessage> {
    const { method, body } = request;
    const url = urlOf(request);
    const isFile = body !== undefined && !Buffer.isBuffer(body);
    const bytes = body === undefined ? 0 : isFile ? body.end - body.start + 1 : body.length;
    const headers = signRequest(
      {
        method,
        url,
        headers: { ...request.headers, ...(body !== undefined && { 'content-length': String(bytes) }) },
        // A file is not read twice only to be signed; its own length and the connection protect it.
        payloadHash: isFile ? 'UNSIGNED-PAYLOAD' : sha256(body ?? ''),
      },
      options,
      new Date(),
    );
    return new Promise((resolve, reject) => {
      const outgoing = open(url, { method, headers, agent }, resolve);
      outgoing.setTimeout(silenceMs, () => outgoing.destroy(new Error('the S3 store sent no data')));
      outgoing.on('error', reject);
      if (!isFile) {
        outgoing.end(body);
        return;
      }
      const file = createReadStream(body.path, {
        start: body.start,
        end: body.end,
        highWaterMark: 256 * 1024,
      });
      file.on('error', (error) => outgoing.destroy(error));
      outgoing.on('close', () => file.destroy());
      file.pipe(outgoing);
    });
  }

  async function send(request: S3Request): Promise<IncomingMessage> {
    for (let tried = 1; ; tried += 1) {
      let failure: unknown;
      try {
        const answer = await attempt(request);
        const { statusCode = 0 } = answer;
        if (statusCode >= 200 && statusCode < 300) return answer;
        const error = await errorOf(answer);
        if (statusCode < 500 && statusCode !== 429) throw error;
        failure = error;
      } catch (error) {
        if (error instanceof S3Error && error.status < 500 && error.status !== 429) throw error;
        failure = error;
      }
      // Every request here may be made twice: bytes under a version are always the same bytes.
      if (tried === tries) throw failure;
      await sleep(100 * 2 ** tried);
    }
  }

  return {
    send,
    async ask(request) {
      const answer = await send(request);
      return { text: await readText(answer), headers: answer.headers };
    },
    close: () => agent.destroy(),
  };
}

async function errorOf(answer: IncomingMessage): Promise<S3Error> {
  const text = await readText(answer);
  return new S3Error(
    answer.statusCode ?? 0,
    textOf(text, 'Code') ?? '',
    textOf(text, 'Message') ?? answer.statusMessage ?? '',
  );
}

async function readText(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of answer) {
    bytes += chunk.length;
    if (bytes > maxTextBytes) throw new Error('the S3 store sent too much data');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** The text of the first element of this name. The answers read here are flat and written by the store. */
export function textOf(xml: string, element: string): string | undefined {
  return new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml)?.[1];
}
