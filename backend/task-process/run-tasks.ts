// A task process: runs the tasks of the module it was started with, one at a time, as its parent orders them.
import type { FromChild, Tasks, ToChild } from './messages.ts';

const { tasks } = (await import(process.argv[2] ?? '')) as { tasks: Tasks };
let chunks: Uint8Array[] = [];

const answer = (message: FromChild) => process.send?.(message);

// Whose parent is gone, by kill -9 too, has nobody to work for. A signal, because threads may still be at work.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));

// Ctrl-C reaches every process of a terminal; the parent may want this one's work until it has stopped.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);

process.on('message', async (message: ToChild) => {
  if ('chunk' in message) {
    chunks.push(message.chunk);
    return;
  }
  const source = Buffer.concat(chunks);
  chunks = [];
  try {
    const task = tasks[message.name];
    if (!task) throw new Error(`There is no task "${message.name}".`);
    answer({ done: await task(message.input as never, source) });
  } catch (error) {
    answer({ failed: error instanceof Error ? error.message : String(error) });
  }
});
