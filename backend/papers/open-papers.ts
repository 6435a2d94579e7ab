// Documents are set as PDF in a process of their own: the typesetter is native code, and what it is given was typed by others.
import { openTaskProcess, type TaskProcess } from '../task-process/open-task-process.ts';
import type { tasks } from './paper-tasks.ts';

export type Papers = TaskProcess<typeof tasks>;

const MEMORY_MB = 200;
const MAX_TASK_MS = 20_000;

export function openPapers(): Papers {
  return openTaskProcess({
    tasks: new URL('./paper-tasks.ts', import.meta.url),
    memoryMb: MEMORY_MB,
    maxTaskMs: MAX_TASK_MS,
  });
}
