// Limits wrong codes and passwords per account. Unknown networks share one allowance per account; a network that requested
// the code, or signed in before, has its own. So guessing stays hopeless, and no one can lock the owner out.
// Counted in the database before the code is checked, so that concurrent requests and processes get no more attempts.

import { networkOf } from '../../limits/network-of.ts';
import type { AuthContext, Db } from '../context.ts';
import { errors } from '../errors.ts';
import type { Call } from './call.ts';

interface Allowance {
  count: number;
  /** How long until a used-up allowance is restored; undefined when only a new code restores it. */
  perS?: number;
}

interface GuessRule {
  known: Allowance;
  strangers: Allowance;
  /** How long a network stays known. */
  knownS: number;
}

const rules = {
  // Six digits last an hour: at most 80 attempts by unknown networks, and 5 for each time the code is requested.
  code: { known: { count: 5 }, strangers: { count: 20, perS: 900 }, knownS: 86_400 },
  factor: { known: { count: 10, perS: 300 }, strangers: { count: 10, perS: 300 }, knownS: 90 * 86_400 },
  password: { known: { count: 10, perS: 300 }, strangers: { count: 10, perS: 300 }, knownS: 90 * 86_400 },
} satisfies Record<string, GuessRule>;

type GuessKind = keyof typeof rules;

interface Guesser {
  kind: GuessKind;
  /** The address or number used to sign in or that a code was sent to, or the id of a user. */
  account: string;
}

const strangersHash = '';

/** Uses one attempt; throws when there are none left. */
export async function takeGuess(auth: AuthContext, call: Call, guesser: Guesser): Promise<void> {
  const { sql } = auth;
  const { known, strangers, knownS }: GuessRule = rules[guesser.kind];
  const account = accountHash(auth, guesser);
  const now = auth.now();
  const level = ({ count, perS }: Allowance) => {
    const perSecond = perS === undefined ? 0 : count / perS;
    return sql`greatest(0, g.wrong_count - extract(epoch from ${now}::timestamptz - g.updated_at) * ${perSecond}::float8)`;
  };
  const own = await sql`
    update auth.code_guesses as g set wrong_count = ${level(known)} + 1, updated_at = ${now}
    where g.account_hash = ${account} and g.network_hash = ${networkHash(auth, call)}
      and g.updated_at > ${new Date(now.getTime() - knownS * 1000)} and ${level(known)} + 1 <= ${known.count}`;
  if (own.count > 0) return;
  const shared = await sql`
    insert into auth.code_guesses as g (account_hash, network_hash, wrong_count, updated_at)
    values (${account}, ${strangersHash}, 1, ${now})
    on conflict (account_hash, network_hash) do update
    set wrong_count = ${level(strangers)} + 1, updated_at = ${now}
    where ${level(strangers)} + 1 <= ${strangers.count}`;
  if (shared.count === 0)
    throw errors.overRequestLimit(Math.ceil((strangers.perS ?? knownS) / strangers.count));
}

/** Gives the network of the call its own allowance: it requested the code, or just signed in. */
export async function knowNetwork(auth: AuthContext, sql: Db, call: Call, guesser: Guesser): Promise<void> {
  await sql`
    insert into auth.code_guesses (account_hash, network_hash, wrong_count, updated_at)
    values (${accountHash(auth, guesser)}, ${networkHash(auth, call)}, 0, ${auth.now()})
    on conflict (account_hash, network_hash) do update set wrong_count = 0, updated_at = excluded.updated_at`;
}

/** Resets the counters: the code is used. */
export async function endGuesses(auth: AuthContext, sql: Db, guesser: Guesser): Promise<void> {
  await sql`delete from auth.code_guesses where account_hash = ${accountHash(auth, guesser)}`;
}

function accountHash(auth: AuthContext, { kind, account }: Guesser): string {
  return auth.secrets.keyedHash(`${kind} guesses\n${account}`);
}

function networkHash(auth: AuthContext, { ip }: Call): string {
  return auth.secrets.keyedHash(`network\n${networkOf(ip)}`);
}
