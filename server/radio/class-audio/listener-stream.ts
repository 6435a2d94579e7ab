// What a mount writes for one listener, as the body of a response. A listener who reads too slowly fills the writable
// side, where the mount notices; an end from either side ends the other.
import { Writable } from 'node:stream';

const READ_AHEAD_BYTES = 16_384;

export function createListenerStream(): { socket: Writable; body: ReadableStream<Uint8Array> } {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  let goOn: (() => void) | undefined;
  const socket = new Writable({
    write(chunk: Buffer, _encoding, done) {
      if (chunk.length > 0) controller?.enqueue(chunk);
      if ((controller?.desiredSize ?? 0) > 0) done();
      else goOn = done;
    },
    destroy(_error, done) {
      try {
        controller?.close();
      } catch {
        // The reader has gone.
      }
      done(null);
    },
  });
  const body = new ReadableStream<Uint8Array>(
    {
      start(opened) {
        controller = opened;
      },
      pull() {
        const done = goOn;
        goOn = undefined;
        done?.();
      },
      cancel() {
        socket.destroy();
      },
    },
    new ByteLengthQueuingStrategy({ highWaterMark: READ_AHEAD_BYTES }),
  );
  return { socket, body };
}
