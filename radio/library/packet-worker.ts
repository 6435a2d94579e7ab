// Encodes tracks to the small formats, one order after the other, and lets every other thread go first.
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { parentPort } from 'node:worker_threads';
import type { PacketFormat } from '../audio/packet-format.ts';
import { encodePacketFile } from './encode-packet-file.ts';
import { lowerPriority } from './lower-priority.ts';

export interface PacketOrder {
  from: string;
  to: string;
  format: PacketFormat;
}

/** Empty when the file is there. */
export interface PacketAnswer {
  failed?: string;
}

lowerPriority();

parentPort?.on('message', async ({ from, to, format }: PacketOrder) => {
  const answer = (message: PacketAnswer) => parentPort?.postMessage(message);
  // Written whole or not at all: after a crash the track is simply encoded again.
  const draft = `${to}.part`;
  try {
    await writeFile(draft, await encodePacketFile(await readFile(from), format));
    await rename(draft, to);
    answer({});
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined);
    answer({ failed: error instanceof Error ? error.message : String(error) });
  }
});
