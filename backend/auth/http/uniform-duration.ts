// Holds an answer back until a fixed time has passed, so that its duration does not tell whether an account exists.
// Work that takes longer than the floor is not shortened; keep it well below.
import { setTimeout as sleep } from 'node:timers/promises';
import type { AuthContext } from '../context.ts';

export async function withUniformDuration<Result>(
  auth: AuthContext,
  work: () => Promise<Result>,
): Promise<Result> {
  const floor = sleep(auth.settings.uniformAnswerMs);
  try {
    return await work();
  } finally {
    await floor;
  }
}
