// How often an address may be sent messages. Known and unknown addresses are treated alike, so the wait reveals nothing.
import type { AuthContext, Db } from '../context.ts';
import { errors } from '../errors.ts';
import type { Call } from '../http/call.ts';
import { endGuesses, knowNetwork } from '../http/guess-limits.ts';

type MessagePurpose =
  | 'confirmation'
  | 'link'
  | 'email_change'
  | 'phone_change'
  | 'reauthentication'
  | 'factor';

interface Message {
  medium: 'email' | 'sms';
  /** The key of the wait: the recipient address, or the account where it may choose the address. */
  to: string;
  purpose: MessagePurpose;
  /** The signed-in user who requests it. */
  account?: string;
  /** Where the codes go, if different from the key of the wait. */
  codesTo?: string[];
  /** The recipient, if different from the key of the codes. */
  recipients?: string[];
  /** It may create an account. Depends on the request, never on whether the address is known, which must not be revealed. */
  isNewcomer?: boolean;
}

/** Claims the right to send one message, or returns how many seconds to wait. */
export async function requireMaySend(
  auth: AuthContext,
  call: Call,
  {
    medium,
    to,
    purpose,
    account,
    codesTo = [to],
    recipients = codesTo,
    isNewcomer = purpose === 'confirmation',
  }: Message,
): Promise<void> {
  const gapMs = auth.settings.maxFrequencyS * 1000;
  const now = auth.now();
  const address = auth.secrets.keyedHash(to);
  // A number that is not confirmed gets the same text by sign-up, sign-in and resend: one wait for all of them.
  const wait = medium === 'sms' && purpose === 'confirmation' ? 'link' : purpose;
  const [taken] = await auth.sql`
    insert into auth.message_gaps as gap (address_hash, purpose, sent_at) values (${address}, ${wait}, ${now})
    on conflict (address_hash, purpose) do update set sent_at = excluded.sent_at
    where gap.sent_at <= ${new Date(now.getTime() - gapMs)}
    returning 1`;
  if (!taken) {
    const [last] = await auth.sql<{ sent_at: Date }[]>`
      select sent_at from auth.message_gaps where address_hash = ${address} and purpose = ${wait}`;
    const waitedMs = now.getTime() - (last?.sent_at.getTime() ?? 0);
    throw errors.tooSoon(medium, Math.max(1, Math.ceil((gapMs - waitedMs) / 1000)));
  }
  if (auth.settings.rateLimits) {
    const message = { medium, recipients, address: call.ip, account, isNewcomer };
    const waitS = await auth.messageLimits.take(message);
    if (waitS > 0) throw errors.overMessageLimit(medium, waitS);
  }
  for (const reached of codesTo) await knowNetwork(auth, auth.sql, call, { kind: 'code', account: reached });
}

/** A user who has just confirmed an address need not wait for the next message. */
export async function endMessageGaps(auth: AuthContext, sql: Db, to: string): Promise<void> {
  await sql`
    delete from auth.message_gaps
    where address_hash = ${auth.secrets.keyedHash(to)} and purpose in ('confirmation', 'link', 'factor')`;
  await endGuesses(auth, sql, { kind: 'code', account: to });
}
