// A set-up for a whole test run: keeps the test cluster running from the first test file to the last, so that none of
// them waits for it to start. Tests work without it, one start slower each.
import { joinCluster } from './test-database.ts';

export default async function keepCluster(): Promise<() => Promise<void>> {
  const cluster = await joinCluster();
  return () => cluster.leave();
}
