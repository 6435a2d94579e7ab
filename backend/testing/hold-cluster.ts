// For the length of a whole run: without a process that stays connected, PostgreSQL would be stopped and started again wherever
// no file happens to use it.
import { joinCluster } from './test-database.ts';

export default function holdCluster(): () => Promise<void> {
  // Files that need no database do not wait for it; those that do join it themselves, and say what is wrong.
  const joined = joinCluster().catch(() => undefined);
  return async () => (await joined)?.leave();
}
