// Codes and link tokens: created, stored as keyed hashes, used once. The link's token is not derived from the short
// code alone: six digits could be guessed by anyone who knows the address.
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { AuthContext, Db } from '../context.ts';

export type TokenType =
  | 'confirmation_token'
  | 'recovery_token'
  | 'email_change_token_new'
  | 'email_change_token_current'
  | 'phone_change_token'
  | 'reauthentication_token';

/** Marks the links of clients that will exchange a code: GET /verify answers them with `?code=`. */
export const pkcePrefix = 'pkce_';

export interface NewToken {
  userId: string;
  type: TokenType;
  /** The address or number that the code goes to. */
  relatesTo: string;
  code: string;
  lifeS: number;
  isPkce?: boolean;
}

export interface UsedToken {
  userId: string;
  type: TokenType;
  relatesTo: string;
}

/** Stores a code, replacing an earlier one of the same kind, and returns its link token. */
export async function createOneTimeToken(auth: AuthContext, sql: Db, token: NewToken): Promise<string> {
  const digest = createHash('sha224')
    .update(token.relatesTo)
    .update(token.code)
    .update(randomBytes(16))
    .digest('hex');
  const linkToken = token.isPkce ? pkcePrefix + digest : digest;
  const now = auth.now();
  const expiresAt = new Date(now.getTime() + token.lifeS * 1000);
  await sql`
    insert into auth.one_time_tokens (
      id, user_id, token_type, token_hash, relates_to, created_at, updated_at, code_hash, expires_at
    ) values (
      ${randomUUID()}, ${token.userId}, ${token.type}, ${auth.secrets.keyedHash(linkToken)}, ${token.relatesTo},
      ${now}, ${now}, ${codeHash(auth, token)}, ${expiresAt}
    )
    on conflict (user_id, token_type) do update set
      token_hash = excluded.token_hash, relates_to = excluded.relates_to, updated_at = excluded.updated_at,
      code_hash = excluded.code_hash, expires_at = excluded.expires_at`;
  return linkToken;
}

/** Consumes a link token; undefined when it is unknown, used or expired. */
export async function consumeLinkToken(
  auth: AuthContext,
  sql: Db,
  linkToken: string,
  types: TokenType[],
): Promise<UsedToken | undefined> {
  const [used] = await sql<UsedToken[]>`
    delete from auth.one_time_tokens
    where token_hash = ${auth.secrets.keyedHash(linkToken)} and token_type in ${sql(types)}
      and expires_at > ${auth.now()}
    returning user_id as "userId", token_type as "type", relates_to as "relatesTo"`;
  return used;
}

/** Consumes a code sent to an address; undefined when it is wrong, used or expired. */
export async function consumeCode(
  auth: AuthContext,
  sql: Db,
  { relatesTo, code, types }: { relatesTo: string; code: string; types: TokenType[] },
): Promise<UsedToken | undefined> {
  const waiting = await sql<(UsedToken & { id: string })[]>`
    select id, user_id as "userId", token_type as "type", relates_to as "relatesTo" from auth.one_time_tokens
    where updated_at > ${oldestCode(auth)} and relates_to = ${relatesTo} and token_type in ${sql(types)}`;
  for (const token of waiting) {
    const [used] = await sql<UsedToken[]>`
      delete from auth.one_time_tokens
      where id = ${token.id} and code_hash = ${codeHash(auth, { ...token, code })} and expires_at > ${auth.now()}
      returning user_id as "userId", token_type as "type", relates_to as "relatesTo"`;
    if (used) return used;
  }
  return undefined;
}

/** A link may be valid longer than its code: six digits for a week could be guessed. */
function oldestCode({ settings, now }: AuthContext): Date {
  return new Date(now().getTime() - Math.max(settings.emailCodeLifeS, settings.smsCodeLifeS) * 1000);
}

function codeHash(
  auth: AuthContext,
  token: Pick<NewToken, 'userId' | 'type' | 'relatesTo' | 'code'>,
): string {
  return auth.secrets.keyedHash([token.type, token.userId, token.relatesTo, token.code].join('\n'));
}
