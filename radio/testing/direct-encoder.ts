// Encodes for the small mounts here instead of in a worker, so that a test waits for exactly what it ordered.
import { createPacketEncoder } from '../audio/packet-encoder.ts';
import { PACKET_FORMATS, type PacketEncoder, type PacketFormat } from '../audio/packet-format.ts';
import { createRunSound } from '../mount/run-sound.ts';
import type { SoundEncoder } from '../mount/sound-encoder.ts';

export function createDirectEncoder(): SoundEncoder & { done(): Promise<void>; readonly runs: number } {
  const encoders = new Map<PacketFormat, Promise<PacketEncoder>>();
  let queue: Promise<void> = Promise.resolve();
  let runs = 0;
  let isClosed = false;
  return {
    begin({ format, frames, firstFrame, contentAt, onPackets }) {
      runs++;
      let isCancelled = false;
      const opening = encoders.get(format) ?? createPacketEncoder(format);
      encoders.set(format, opening);
      const order = (work: () => Promise<void>) => {
        queue = queue.then(() => (isClosed ? undefined : work()));
        return queue;
      };
      const { packetSamples } = PACKET_FORMATS[format];
      let sound: Awaited<ReturnType<typeof createRunSound>> | undefined;
      void order(async () => {
        sound = await createRunSound({ encoder: await opening, packetSamples, firstFrame, contentAt });
      });
      const give = (packets: Uint8Array[] | undefined) => {
        if (packets && !isCancelled) onPackets(packets);
      };
      const push = (more: readonly Uint8Array[]) =>
        void order(async () => give(await sound?.push(Buffer.concat(more))));
      push(frames);
      return {
        push,
        end: ({ frames: behind, ...rest }) =>
          order(async () => give(await sound?.end(Buffer.concat(behind), rest))),
        settled: () => queue,
        cancel() {
          isCancelled = true;
        },
      };
    },
    done: () => queue,
    get runs() {
      return runs;
    },
    close() {
      isClosed = true;
      void queue.then(async () => {
        for (const one of encoders.values()) await (await one).close();
      });
    },
  };
}
