// Reads a request's body into memory, up to a limit.
import { errors, RestError } from '../errors.ts';

export async function readBody(request: Request, maxBytes: number): Promise<Uint8Array> {
  try {
    return await readWithin(request, maxBytes);
  } catch (error) {
    // A sender who hangs up half-way is no fault of the service.
    if (error instanceof RestError || !request.signal.aborted) throw error;
    throw errors.bodyCutOff();
  }
}

async function readWithin(request: Request, maxBytes: number): Promise<Uint8Array> {
  const announced = request.headers.get('content-length');
  if (announced !== null) {
    if (Number(announced) > maxBytes) throw errors.bodyTooLarge(maxBytes);
    // The server holds the sender to the length. Asking for `request.body` would build a stream for nothing.
    return new Uint8Array(await request.arrayBuffer());
  }
  if (!request.body) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body) {
    size += chunk.byteLength;
    if (size > maxBytes) throw errors.bodyTooLarge(maxBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
