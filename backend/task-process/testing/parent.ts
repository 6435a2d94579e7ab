// A program with a task process, for a test that kills it: prints the process of its task.
import { openTaskProcess } from '../open-task-process.ts';
import type { tasks } from './odd-tasks.ts';

const one = openTaskProcess<typeof tasks>({
  tasks: new URL('./odd-tasks.ts', import.meta.url),
  memoryMb: 100,
  maxTaskMs: 60_000,
});
console.log(await one.run('processId', null));
setInterval(() => undefined, 1000);
