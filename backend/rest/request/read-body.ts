// Reads a request's body into memory, up to a limit.
import { errors } from '../errors.ts';

export async function readBody(request: Request, maxBytes: number): Promise<Uint8Array> {
  const announced = Number(request.headers.get('content-length') ?? 0);
  if (announced > maxBytes) throw errors.bodyTooLarge(maxBytes);
  if (!request.body) return new Uint8Array();
  // With a length announced the server holds the sender to it; without one the bytes are counted here.
  if (announced > 0) return new Uint8Array(await request.arrayBuffer());
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body) {
    size += chunk.byteLength;
    if (size > maxBytes) throw errors.bodyTooLarge(maxBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
