// The bytes of a request that may be rejected half-way. What is left of them is drained before the answer: a
// connection with unread bytes would be cut, sometimes before the client has seen why. Draining takes bytes away: what is
// read of an answered request has holes, so nothing is read of it any more.
import { currentRequestWrites, type RequestWrites } from '#backend/database/request-writes.ts';
import { errors } from '../errors.ts';

const maxBytes = 16 * 2 ** 20;
const maxMs = 5_000;

/** All bytes that were announced, or an error. A reader that stops leaves the rest to be drained. */
export function bodyOf(request: Request): AsyncIterable<Uint8Array> | undefined {
  const { body } = request;
  if (!body) return undefined;
  return wholeBody(body, {
    announced: request.headers.get('content-length'),
    writes: currentRequestWrites(),
  });
}

async function* wholeBody(
  body: ReadableStream<Uint8Array>,
  { announced, writes }: { announced: string | null; writes: RequestWrites | undefined },
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  writes?.requireOpen();
  for await (const chunk of body.values({ preventCancel: true })) {
    writes?.requireOpen();
    bytes += chunk.byteLength;
    yield chunk;
  }
  writes?.requireOpen();
  if (announced !== null && bytes !== Number(announced)) throw errors.aborted();
}

/** Whether all of it is read. A large rest is not worth the reading: then the connection must end. */
export async function readAway(request: Request): Promise<boolean> {
  const { body } = request;
  if (!body) return true;
  if (body.locked) return false;
  const reader = body.getReader();
  const late = Date.now() + maxMs;
  let bytes = 0;
  try {
    while (bytes <= maxBytes && Date.now() < late) {
      const { done, value } = await withLimit(reader.read(), late - Date.now());
      if (done) return true;
      bytes += value?.byteLength ?? 0;
    }
    return false;
  } catch {
    return false;
  } finally {
    reader.releaseLock();
  }
}

async function withLimit<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('too slow')), ms);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}
