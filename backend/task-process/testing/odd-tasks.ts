// Tasks that go wrong in every way.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

export const tasks = {
  double: async ({ value }: { value: number }) => value * 2,
  lengthOf: async (_input: null, source: Buffer) => source.length,
  fail: async ({ message }: { message: string }): Promise<never> => {
    throw new Error(message);
  },
  crash: async (_input: null): Promise<never> => process.abort(),
  loop: async (_input: null): Promise<never> => {
    for (;;);
  },
  hoard: async ({ mb }: { mb: number }) => Buffer.alloc(mb * 2 ** 20, 1).length,
  hoardObjects: async (_input: null): Promise<number> => {
    const all: number[][] = [];
    for (;;) all.push(Array.from({ length: 100_000 }, (_, i) => i + all.length));
  },
  environment: async (_input: null) => Object.keys(process.env).sort(),
  read: async ({ path }: { path: string }) => readFileSync(path, 'utf8'),
  write: async ({ path }: { path: string }) => writeFileSync(path, 'x'),
  start: async ({ program }: { program: string }) => {
    const { error, status } = spawnSync(program, ['-c', 'exit 0']);
    if (error) throw error;
    return status;
  },
  processId: async (_input: null) => process.pid,
};
