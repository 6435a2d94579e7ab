// The one-time set-up link for the owner's account. Only the token's hash is stored, in private.setup.
// Each start gives a new link and makes the old one void, until one was used; then never again.
import { createHash, randomBytes } from 'node:crypto';
import type { Sql } from '#backend/database/driver/sql.ts';

export function hashSetupToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** The token of this start, or undefined when the owner has been set up. */
export async function issueSetupToken(
  sql: Sql,
  { setupToken }: { setupToken: string | undefined },
): Promise<string | undefined> {
  const token = setupToken ?? randomBytes(32).toString('base64url');
  return sql.begin(async (transaction) => {
    // Two starts at once must not leave two valid links.
    await transaction`lock table private.setup in share row exclusive mode`;
    const [used] = await transaction`select from private.setup where used_at is not null limit 1`;
    if (used) return undefined;
    await transaction`delete from private.setup`;
    await transaction`insert into private.setup (token_hash) values (${hashSetupToken(token)})`;
    return token;
  });
}
