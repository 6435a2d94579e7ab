// What is done with whole files of sound, in a process of its own (docs/decisions/task-processes.md).
import { convertFile } from './library/convert-file.ts';
import { writePacketFile } from './library/encode-packet-file.ts';

export const tasks = {
  convert: ({ from, to }: { from: string; to: string }) => convertFile(from, to),
  writePacketFile,
};
