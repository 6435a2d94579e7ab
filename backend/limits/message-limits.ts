// How many emails and text messages anonymous visitors may cause: per address, account and recipient, to new recipients
// together, and in total. Decided in PostgreSQL, where the product's functions use the same limits: see schema/. Messages
// of staff and of the program's own jobs are not limited, so that a flood never delays them.
import type { Sql } from '../database/driver/sql.ts';
import type { LimiterLog } from './rate-limiter.ts';

export interface StrangersMessage {
  medium: 'email' | 'sms';
  recipients: string[];
  address: string;
  account?: string;
  /** Half of all messages are reserved for people with an account: a flood of sign-ups must not lock them out. */
  isNewcomer: boolean;
}

export interface MessageLimits {
  /** Claims the right to send one message. Seconds to wait, or 0 when claimed. */
  take(message: StrangersMessage): Promise<number>;
}

/** Messages an hour. */
export interface MessageFigures {
  emails: number;
  emailsPerAddress: number;
  emailsPerAccount: number;
  emailsPerRecipient: number;
  sms: number;
}

export function createMessageLimits({
  sql,
  log,
  now,
}: {
  sql: Sql;
  log?: LimiterLog;
  /** The database's own clock unless given. */
  now?: () => Date;
}): MessageLimits {
  const loggedUntilMs = new Map<string, number>();
  return {
    async take({ medium, recipients, address, account = null, isNewcomer }) {
      const at = now ? sql`${now()}::timestamptz` : sql`clock_timestamp()`;
      const [verdict] = await sql<{ wait_s: number; scope: string | null }[]>`
        select * from rate_limits.take_message(${medium}, ${recipients}::text[], ${address}, ${account}::uuid, ${isNewcomer}, ${at})`;
      const waitS = verdict?.wait_s ?? 0;
      const name = `${medium} by ${verdict?.scope}`;
      if (waitS > 0 && Date.now() >= (loggedUntilMs.get(name) ?? 0)) {
        loggedUntilMs.set(name, Date.now() + waitS * 1000);
        log?.warn({ limit: name, wait_s: waitS }, 'rate limit reached');
      }
      return waitS;
    },
  };
}

/** Writes the limits where every process and database function reads them; none: there is no limit. */
export async function saveMessageLimits(sql: Sql, figures: MessageFigures | undefined): Promise<void> {
  const rows: [medium: string, scope: string, max: number | undefined, perS?: number][] = [
    ['email', 'address', figures?.emailsPerAddress],
    ['email', 'account', figures?.emailsPerAccount],
    ['email', 'recipient', figures?.emailsPerRecipient],
    ['email', 'newcomers', half(figures?.emails)],
    ['email', 'all', figures?.emails],
    ['sms', 'address', figures && Math.min(20, figures.sms)],
    ['sms', 'account', figures && Math.min(10, figures.sms)],
    ['sms', 'recipient', figures && Math.min(6, figures.sms)],
    ['sms', 'newcomers', half(figures?.sms)],
    ['sms', 'all', figures?.sms],
    // A booking takes a place, which is scarce; emails about one are limited by recipient.
    ['order', 'address', figures && figures.emailsPerAddress * 2],
    ['order', 'account', figures && figures.emailsPerAccount * 3],
    ['order', 'recipient', figures && figures.emailsPerRecipient * 3],
    // Not a message, but counted in the same way: places held by guests of one network.
    ['hold', 'address', figures && 60, 900],
  ];
  const limits = rows.map(([medium, scope, max, perS = 3600]) => ({
    medium,
    scope,
    max_count: max ?? null,
    per_seconds: perS,
  }));
  await sql`
    insert into rate_limits.message_limits ${sql(limits)}
    on conflict (medium, scope) do update set max_count = excluded.max_count, per_seconds = excluded.per_seconds`;
}

function half(count: number | undefined): number | undefined {
  return count && Math.ceil(count / 2);
}
