// Delays a response to a fixed minimum, so that its duration does not reveal whether an account exists.
// Work that takes longer than the minimum is not shortened, so it must stay well below.
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
