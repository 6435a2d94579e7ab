// What row policies on realtime.messages allow on a private channel. The policies are asked about rows of the topic
// that exist only inside a transaction that is rolled back; a policy that fails allows nothing.
import type { CallerPool, RawRow } from '../../database/run-as-caller.ts';
import { createShareResolver } from '../../limits/caller-share.ts';
import { TooManyRequests } from '../../queue/fair-queue.ts';
import { isConnectionLoss } from '../changes/connection-loss.ts';
import { errors } from '../errors.ts';
import type { Bearer } from './token.ts';

export type Extension = 'broadcast' | 'presence';

export interface Authorize {
  /** Which of the two may be read. `address` is the requesting network, where known. */
  reads(bearer: Bearer, topic: string, address: string | undefined): Promise<Record<Extension, boolean>>;
  /** A recent result, for rechecks, so that a full channel asks once. */
  readsLately(
    bearer: Bearer,
    topic: string,
    address: string | undefined,
  ): Promise<Record<Extension, boolean>>;
  writes(bearer: Bearer, topic: string, extension: Extension, address: string | undefined): Promise<boolean>;
}

const rollBack = () => 'rollback' as const;
// There are few connections for these checks, and each takes a moment; a school may open the same page at once.
const maxRemembered = 10_000;
const questions = { maxConcurrent: 1, waitingPerPlace: 200 };

export function createAuthorize(
  pool: CallerPool,
  { latelyMs, onError }: { latelyMs: number; onError: (message: string, error: unknown) => void },
): Authorize {
  const shareOf = createShareResolver(questions);
  const asBearer = ({ caller, claims }: Bearer, topic: string, address: string | undefined) => ({
    caller,
    share: shareOf(caller, { address, isInProcess: false }),
    settings: { 'request.jwt.claims': claims, 'realtime.topic': topic },
    isReadOnly: false,
    inspect: rollBack,
  });

  /** undefined when the policies deny or fail. */
  async function ask(question: () => Promise<RawRow[][]>): Promise<RawRow[][] | undefined> {
    try {
      return await question();
    } catch (error) {
      if (error instanceof TooManyRequests) throw errors.tooManyQuestions();
      if (isConnectionLoss(error)) throw errors.databaseAway();
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      // 42501: denied. 22023 and 42704: the role of the token cannot be used.
      if (code !== '42501') onError('a policy of realtime.messages could not be applied', error);
      return undefined;
    }
  }

  const remembered = new Map<string, { atMs: number; reads: Promise<Record<Extension, boolean>> }>();
  const authorize: Authorize = {
    readsLately(bearer, topic, address) {
      const key = `${bearer.caller.role} ${bearer.claims} ${topic}`;
      const known = remembered.get(key);
      if (known && Date.now() - known.atMs < latelyMs) return known.reads;
      const reads = authorize.reads(bearer, topic, address);
      if (remembered.size >= maxRemembered) remembered.clear();
      remembered.set(key, { atMs: Date.now(), reads });
      reads.catch(() => remembered.delete(key));
      return reads;
    },
    async reads(bearer, topic, address) {
      const rows = await ask(() =>
        pool.run({
          ...asBearer(bearer, topic, address),
          before: [{ text: 'select realtime.onda_probe($1)', values: [topic] }],
          statements: [
            {
              text: `select extension from realtime.messages
                where id = nullif(pg_catalog.current_setting('realtime.onda_probe', true), '')::uuid`,
              values: [],
            },
          ],
        }),
      );
      const readable = new Set((rows?.[0] ?? []).map(([extension]) => String(Buffer.from(extension ?? []))));
      return { broadcast: readable.has('broadcast'), presence: readable.has('presence') };
    },
    async writes(bearer, topic, extension, address) {
      const rows = await ask(() =>
        pool.run({
          ...asBearer(bearer, topic, address),
          statements: [
            {
              text: `insert into realtime.messages (topic, extension, event, private, broadcasted_at)
                values ($1, $2, 'probe', true, now())`,
              values: [topic, extension],
            },
          ],
        }),
      );
      return rows !== undefined;
    },
  };
  return authorize;
}
