// Pictures are decoded and encoded in processes of their own, which may read nothing but this program's code.
import { openTaskProcess, type TaskProcess } from '../task-process/open-task-process.ts';
import type { tasks } from './picture-tasks.ts';

export type Pictures = TaskProcess<typeof tasks>;

/** Each takes a core. */
export const PICTURES_AT_ONCE = 2;
// The largest picture that is let in, as pixels, twice, with room for its encoder.
const MEMORY_MB = 700;
const MAX_TASK_MS = 60_000;

export function openPictures(): Pictures {
  return openTaskProcess({
    tasks: new URL('./picture-tasks.ts', import.meta.url),
    memoryMb: MEMORY_MB,
    maxTaskMs: MAX_TASK_MS,
    maxProcesses: PICTURES_AT_ONCE,
  });
}
