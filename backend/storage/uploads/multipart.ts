// Reads multipart/form-data as it arrives: one part after the other, a part's bytes as a stream. Never holds more than
// a chunk. The body of a part must be read before the next part is asked for; what is left of it is passed over.
import { errors } from '../errors.ts';

export interface Part {
  name: string;
  filename: string | undefined;
  contentType: string | undefined;
  body: AsyncIterable<Uint8Array>;
}

const maxHeadBytes = 16_384;
const lineEnd = Buffer.from('\r\n');
const headEnd = Buffer.from('\r\n\r\n');

export function boundaryOf(contentType: string): string {
  const match = /;\s*boundary=(?:"([^"]{1,200})"|([^\s;"]{1,200}))/i.exec(contentType);
  const boundary = match?.[1] ?? match?.[2];
  if (!boundary) throw errors.invalidRequest('multipart body without a boundary');
  return boundary;
}

export async function* readParts(
  source: AsyncIterable<Uint8Array>,
  boundary: string,
): AsyncGenerator<Part, void, undefined> {
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  const chunks = source[Symbol.asyncIterator]();
  // The first boundary has no line before it; with one every boundary looks alike.
  let buffer: Buffer = lineEnd;

  async function more(): Promise<void> {
    const { done, value } = await chunks.next();
    if (done) throw errors.invalidRequest('multipart body ends too early');
    buffer = buffer.length === 0 ? asBuffer(value) : Buffer.concat([buffer, value]);
  }

  async function* untilDelimiter(): AsyncGenerator<Uint8Array, void, undefined> {
    for (;;) {
      const at = buffer.indexOf(delimiter);
      if (at >= 0) {
        const last = buffer.subarray(0, at);
        buffer = buffer.subarray(at + delimiter.length);
        if (last.length > 0) yield last;
        return;
      }
      // The end of the chunk may be the beginning of a boundary.
      const safe = buffer.length - delimiter.length + 1;
      if (safe > 0) {
        const ready = buffer.subarray(0, safe);
        buffer = buffer.subarray(safe);
        yield ready;
      }
      await more();
    }
  }

  async function head(): Promise<Map<string, string> | undefined> {
    while (buffer.length < 2) await more();
    if (buffer[0] === 0x2d && buffer[1] === 0x2d) return undefined;
    let end = buffer.indexOf(headEnd);
    while (end < 0) {
      if (buffer.length > maxHeadBytes) throw errors.invalidRequest('multipart part with too long a head');
      await more();
      end = buffer.indexOf(headEnd);
    }
    const text = buffer.subarray(0, end).toString('utf8');
    buffer = buffer.subarray(end + headEnd.length);
    return parseHead(text);
  }

  try {
    for await (const _preamble of untilDelimiter());
    for (;;) {
      const headers = await head();
      if (!headers) break;
      const body = untilDelimiter();
      yield { ...describe(headers), body };
      for await (const _rest of body);
    }
    // Nothing counts after the last boundary, but it was sent.
    while (!(await chunks.next()).done);
  } finally {
    await chunks.return?.();
  }
}

function parseHead(text: string): Map<string, string> {
  const headers = new Map<string, string>();
  for (const line of text.split('\r\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim());
  }
  return headers;
}

function describe(headers: Map<string, string>): Pick<Part, 'name' | 'filename' | 'contentType'> {
  const disposition = headers.get('content-disposition') ?? '';
  return {
    name: /;\s*name="([^"]*)"/i.exec(disposition)?.[1] ?? '',
    filename: /;\s*filename="([^"]*)"/i.exec(disposition)?.[1],
    contentType: headers.get('content-type'),
  };
}

function asBuffer(chunk: Uint8Array): Buffer {
  return Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
}
