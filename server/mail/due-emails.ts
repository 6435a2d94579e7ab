// Which messages of the outbox are due now, and which have been due for so long that staff decide about them.
import type { Sql } from '#backend/database/driver/sql.ts';
import type { Mail } from './mail.ts';
import { smsKinds } from './transport.ts';

export interface DueEmail extends Mail {
  id: string;
  attempts: number;
  created_at: Date;
}

interface Transports {
  mail: boolean;
  sms: boolean;
}

/** Links and codes live an hour; what is older is often out of date and no longer expected. */
const OVERDUE_MIN = 30;

/**
 * Holds what has been due for half an hour without a transport: called when a mail server is connected and at
 * the start, never while messages only wait for their turn.
 */
export async function holdOverdue(sql: Sql, transports: Transports): Promise<void> {
  await sql`
    update public.outbox set state = 'held'
    where state = 'waiting' and next_attempt_at < now() - make_interval(mins => ${OVERDUE_MIN})
      and case when kind = any(${smsKinds as string[]}) then ${transports.sms} else ${transports.mail} end`;
}

/** Takes one message for five minutes, longer than any try lasts: if this process dies, another finds it due again. */
export async function takeDue(
  sql: Sql,
  { mail, sms, except }: Transports & { except: string[] },
): Promise<DueEmail | undefined> {
  const [due] = await sql<DueEmail[]>`
    update public.outbox as o set attempts = o.attempts + 1, next_attempt_at = now() + interval '5 minutes'
    where o.id = (
      select id from public.outbox
      where state = 'waiting' and next_attempt_at <= now() and to_address <> all (${except})
        and case when kind = any(${smsKinds as string[]}) then ${sms} else ${mail} end
      order by next_attempt_at, created_at, id limit 1
      for update skip locked
    )
    returning o.id, o.kind, o.to_address as to, o.subject, o.text_body as text, o.html_body as html, o.attempts,
      o.created_at, o.attachments, o.headers`;
  return due;
}
