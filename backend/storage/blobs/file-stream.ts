// A file as a stream that opens it with the first read and closes it with the last. A client that goes away before the
// answer begins leaves a stream that nobody reads or cancels; opened earlier, its file would stay open.
import { type FileHandle, open } from 'node:fs/promises';
import type { ByteRange } from './blob-store.ts';

const READ_BYTES = 256 * 1024;

export function fileStream(path: string, range?: ByteRange): ReadableStream<Uint8Array> {
  let at = range?.start ?? 0;
  const end = range ? range.end + 1 : Number.POSITIVE_INFINITY;
  let handle: FileHandle | undefined;
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          handle ??= await open(path, 'r');
          const buffer = Buffer.allocUnsafeSlow(Math.min(READ_BYTES, end - at));
          const { bytesRead } = await handle.read(buffer, 0, buffer.length, at);
          at += bytesRead;
          if (bytesRead > 0) controller.enqueue(buffer.subarray(0, bytesRead));
          if (bytesRead === 0 || at >= end) {
            await handle.close();
            controller.close();
          }
        } catch (error) {
          await handle?.close().catch(() => undefined);
          throw error;
        }
      },
      cancel: () => handle?.close(),
    },
    { highWaterMark: 0 },
  );
}
