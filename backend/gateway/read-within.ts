// Reads a request's body into memory, up to a limit.

/** Rejects with `tooLarge()`. Reads no further than the limit: a body without a length could be endless. */
export async function readWithin(request: Request, maxBytes: number, tooLarge: () => Error): Promise<Buffer> {
  const announced = request.headers.get('content-length');
  if (announced !== null) {
    if (Number(announced) > maxBytes) throw tooLarge();
    // Asking for `request.body` would build a stream for nothing.
    const bytes = Buffer.from(await request.arrayBuffer());
    if (bytes.byteLength > maxBytes) throw tooLarge();
    return bytes;
  }
  return collectWithin(request.body ?? [], maxBytes, tooLarge);
}

export async function collectWithin(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  maxBytes: number,
  tooLarge: () => Error,
): Promise<Buffer> {
  const collected: Uint8Array[] = [];
  let total = 0;
  for await (const chunk of chunks) {
    total += chunk.byteLength;
    if (total > maxBytes) throw tooLarge();
    collected.push(chunk);
  }
  return Buffer.concat(collected);
}
