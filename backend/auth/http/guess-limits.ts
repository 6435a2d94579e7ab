// How many wrong codes and passwords an account takes. Strangers share one allowance per account; a network that asked for the code, or
// proved itself before, has its own. So guessing stays hopeless, and nobody can use up the owner's tries or end their code.
// Counted in the database before the code is looked at: several processes and requests at once get no more.

import { networkOf } from '../../limits/network-of.ts';
import type { AuthContext, Db } from '../context.ts';
import { errors } from '../errors.ts';
import type { Call } from './call.ts';

interface Allowance {
  count: number;
  /** How long until a used-up allowance is whole again; undefined when only a new code brings it back. */
  perS?: number;
}

interface GuessRule {
  known: Allowance;
  strangers: Allowance;
  /** How long a network stays known. */
  knownS: number;
}

const rules = {
  // Six digits last an hour: at most 80 tries by strangers, and 5 for each time the code is asked for.
  code: { known: { count: 5 }, strangers: { count: 20, perS: 900 }, knownS: 86_400 },
  factor: { known: { count: 10, perS: 300 }, strangers: { count: 10, perS: 300 }, knownS: 90 * 86_400 },
  password: { known: { count: 10, perS: 300 }, strangers: { count: 10, perS: 300 }, knownS: 90 * 86_400 },
} satisfies Record<string, GuessRule>;

export type GuessKind = keyof typeof rules;

interface Guesser {
  kind: GuessKind;
  /** The address or number that is signed in with or that a code was sent to, or the id of a person. */
  account: string;
}

const strangersHash = '';

/** Takes one try; refuses when there are none left. */
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

/** Gives the network of the call an allowance of its own: it asked for the code, or just proved itself. */
export async function knowNetwork(auth: AuthContext, sql: Db, call: Call, guesser: Guesser): Promise<void> {
  await sql`
    insert into auth.code_guesses (account_hash, network_hash, wrong_count, updated_at)
    values (${accountHash(auth, guesser)}, ${networkHash(auth, call)}, 0, ${auth.now()})
    on conflict (account_hash, network_hash) do update set wrong_count = 0, updated_at = excluded.updated_at`;
}

/** Forgets what was counted: the code is used up. */
export async function endGuesses(auth: AuthContext, sql: Db, guesser: Guesser): Promise<void> {
  await sql`delete from auth.code_guesses where account_hash = ${accountHash(auth, guesser)}`;
}

function accountHash(auth: AuthContext, { kind, account }: Guesser): string {
  return auth.secrets.keyedHash(`${kind} guesses\n${account}`);
}

function networkHash(auth: AuthContext, { ip }: Call): string {
  return auth.secrets.keyedHash(`network\n${networkOf(ip)}`);
}
