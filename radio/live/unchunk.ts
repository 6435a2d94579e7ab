// Removes chunked transfer coding from a body that arrives in chunks.
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
      if (end < 0) break;
      left = Number.parseInt(waiting.toString('latin1', start, end), 16) || 0;
      waiting = waiting.subarray(end + 2);
      isEnded = left === 0;
    }
    return Buffer.concat(body);
  };
}
