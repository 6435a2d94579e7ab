// Encodes what the mounts send and no file holds, in a worker: one run of sound a format at a time.
import { parentPort } from 'node:worker_threads';
import { createPacketEncoder } from '../audio/packet-encoder.ts';
import { PACKET_FORMATS, type PacketEncoder, type PacketFormat } from '../audio/packet-format.ts';
import { createRunSound, type RunSound } from './run-sound.ts';

export type SoundOrder = { run: number; format: PacketFormat } & (
  | { kind: 'begin'; firstFrame: number; contentAt: number }
  | { kind: 'push'; frames: Uint8Array }
  | { kind: 'end'; frames: Uint8Array; count: number; shift: number }
  | { kind: 'cancel' }
);

export type SoundAnswer = { run: number } & (
  | { kind: 'packets'; packets: Uint8Array[]; isLast: boolean }
  | { kind: 'failed'; message: string }
);

interface Line {
  encoder?: PacketEncoder;
  run?: number;
  sound?: RunSound;
  queue: Promise<void>;
}

const lines: Record<PacketFormat, Line> = {
  aac: { queue: Promise.resolve() },
  opus: { queue: Promise.resolve() },
  opus96: { queue: Promise.resolve() },
};
const post = (answer: SoundAnswer) => parentPort?.postMessage(answer);

async function obey(line: Line, order: SoundOrder): Promise<void> {
  if (order.kind === 'begin') {
    line.sound?.close();
    line.encoder ??= await createPacketEncoder(order.format);
    line.run = order.run;
    line.sound = await createRunSound({
      encoder: line.encoder,
      packetSamples: PACKET_FORMATS[order.format].packetSamples,
      firstFrame: order.firstFrame,
      contentAt: order.contentAt,
    });
    return;
  }
  // Of a run that was cancelled or failed.
  if (line.run !== order.run || !line.sound) return;
  const { sound } = line;
  if (order.kind === 'push')
    return post({
      run: order.run,
      kind: 'packets',
      packets: await sound.push(order.frames),
      isLast: false,
    });
  line.sound = undefined;
  if (order.kind === 'end')
    post({ run: order.run, kind: 'packets', packets: await sound.end(order.frames, order), isLast: true });
  sound.close();
}

parentPort?.on('message', (order: SoundOrder) => {
  const line = lines[order.format];
  line.queue = line.queue
    .then(() => obey(line, order))
    .catch((error: unknown) => {
      line.sound = undefined;
      post({
        run: order.run,
        kind: 'failed',
        message: error instanceof Error ? error.message : String(error),
      });
    });
});
