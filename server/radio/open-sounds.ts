// Whole files of sound are decoded and encoded in processes of their own: uploads at once, one after the other; what can
// wait in another one, and every other process goes first.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { openTaskProcess, TaskError, type TaskProcess } from '#backend/task-process/open-task-process.ts';
import type { Conversion } from '#radio/library/convert-file.ts';
import type { tasks } from '#radio/sound-tasks.ts';
import { ApiError } from '../http-kit/api-error.ts';

type SoundProcess = TaskProcess<typeof tasks>;

export interface Sounds {
  /** One task after the other, uploads too. */
  foreground: SoundProcess;
  background: SoundProcess;
  /** Writes the track beside the file that was uploaded. */
  convert(draft: string): Promise<Conversion>;
  /** Uploads that wait for it or are converted now. */
  readonly converting: number;
  close(): void;
}

const TASKS = new URL('../../radio/sound-tasks.ts', import.meta.url);
const MEMORY_MB = 500;
/** Four hours of sound, decoded twice and encoded, on a slow machine. */
const MAX_TASK_MS = 30 * 60_000;

export async function openSounds(folder: string): Promise<Sounds> {
  const [uploads, tracks] = [join(folder, 'uploads'), join(folder, 'tracks')];
  for (const each of [uploads, tracks]) await mkdir(each, { recursive: true });
  const shared = { tasks: TASKS, memoryMb: MEMORY_MB, maxTaskMs: MAX_TASK_MS };
  // Only ffmpeg, where it is installed, reads some MP4 files.
  const foreground: SoundProcess = openTaskProcess({ ...shared, folders: [uploads], mayStartPrograms: true });
  const background: SoundProcess = openTaskProcess({
    ...shared,
    folders: [tracks],
    mayStartThreads: true,
    hasLowPriority: true,
  });
  let converting = 0;
  return {
    foreground,
    background,
    async convert(draft) {
      converting++;
      try {
        return await foreground.run('convert', { from: draft, to: `${draft}.mp3` });
      } catch (error) {
        throw error instanceof TaskError ? (unusable(error) ?? error) : error;
      } finally {
        converting--;
      }
    },
    get converting() {
      return converting;
    },
    close() {
      foreground.close();
      background.close();
    },
  };
}

/** A full disk and a program that stops are not the file's fault. */
function unusable(error: TaskError): ApiError | undefined {
  const { failure, message } = error;
  if (failure === 'unavailable' || isDiskFull(error)) return undefined;
  const reasons = {
    rejected: message,
    crashed: 'The file needs too much memory or cannot be decoded.',
    tooSlow: 'The file takes too long to decode.',
  };
  return new ApiError(422, 'unusable_file', reasons[failure]);
}

/** A task reports its errors only as text. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && /\b(ENOSPC|EDQUOT|EFBIG)\b/.test(error.message);
}
