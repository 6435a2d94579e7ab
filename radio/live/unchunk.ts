// Removes chunked transfer coding from a body that arrives in chunks.
const MAX_SIZE_LINE_BYTES = 4096;
/** No sign, no prefix, at most 4 GB. */
const SIZE = /^[\da-f]{1,8}(?=$|[\s;])/i;

export function createUnchunker(): (bytes: Buffer) => Buffer {
  let waiting: Buffer = Buffer.alloc(0);
  let left = 0;
  let isEnded = false;
  return (bytes) => {
    waiting = waiting.length === 0 ? bytes : Buffer.concat([waiting, bytes]);
    const body: Buffer[] = [];
    while (waiting.length > 0 && !isEnded) {
      if (left > 0) {
        const part = waiting.subarray(0, left);
        body.push(part);
        left -= part.length;
        waiting = waiting.subarray(part.length);
        continue;
      }
      // Each size stands on a line of its own, behind the end of the chunk before it.
      const start = waiting[0] === 0x0d ? 2 : 0;
      const end = waiting.indexOf('\r\n', start);
      if (end < 0) {
        // A size has no end that long: what still comes is no sound.
        isEnded = waiting.length > MAX_SIZE_LINE_BYTES;
        break;
      }
      const size = SIZE.exec(waiting.toString('latin1', start, end))?.[0];
      left = size === undefined ? 0 : Number.parseInt(size, 16);
      waiting = waiting.subarray(end + 2);
      isEnded = left === 0;
    }
    if (isEnded) waiting = Buffer.alloc(0);
    return Buffer.concat(body);
  };
}
