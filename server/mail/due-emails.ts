// Which messages of the outbox are due now, and which have been due for so long that staff decide about them.
import type { Sql } from '#backend/database/driver/sql.ts';
import type { Mail } from './mail.ts';
import { smsKinds } from './transport.ts';

export interface DueEmail extends Mail {
  id: string;
  has_secrets: boolean;
  /** The whole of it, encrypted, while there is one. */
  sealed: string | null;
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
      o.created_at, o.attachments, o.headers, o.has_secrets,
      (select s.contents from private.sealed_emails s where s.email_id = o.id) as sealed`;
  return due;
}

/** Codes and links that are over are deleted; without them an email that was never sent is of no use. */
export async function dropExpired(sql: Sql): Promise<void> {
  await sql`
    with over as (delete from private.sealed_emails where valid_until <= now() returning email_id)
    update public.outbox o set state = case when o.attempts > 0 then 'failed' else 'discarded' end
    from over where o.id = over.email_id and o.state in ('waiting', 'held')`;
}
