// The stream of changes on a real database whose replication slots are all taken.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectionTarget } from '../../database/run-as-caller.ts';
import { openTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { createChangeFeed } from './change-feed.ts';
import { createReplicationSlot, type ReplicationSlot } from './replication-slot.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  await database.sql`create publication feed_test for all tables`;
});
afterAll(() => database.drop());

/** A slot as it is where killed processes left all the others: it can be made once one of theirs was dropped. */
function slotWhereAllAreTaken(swept: boolean[]): ReplicationSlot {
  const own = createReplicationSlot({ node: 'feed_test', publication: 'feed_test', lifetime: 'temporary' });
  return {
    isLasting: false,
    startCommand: own.startCommand,
    drop: own.drop,
    isBehind: own.isBehind,
    giveUp: own.giveUp,
    async prepare(connection) {
      if (!swept.includes(true))
        throw Object.assign(new Error('all replication slots are in use'), { code: '53400' });
      return own.prepare(connection);
    },
    async sweep(_, { isNoneLeft = false } = {}) {
      swept.push(isNoneLeft);
      return isNoneLeft ? ['onda_realtime_killed'] : [];
    },
  };
}

test('a feed sweeps before it makes its slot, and takes the place of a killed process when none is left', async () => {
  const swept: boolean[] = [];
  const feed = createChangeFeed({
    target: connectionTarget(database.sql, 'feed test'),
    slot: slotWhereAllAreTaken(swept),
    onChanges: async () => undefined,
    onRelation: () => undefined,
    onMissed: () => undefined,
    onError: () => undefined,
  });
  await feed.start();
  expect(swept).toEqual([false, true]);
  await feed.close();
});
