// Keeps every mail in public.outbox and sends what is due, if there is a mail server; else mails wait there to be read.
// Several processes share the table: each takes a mail for a few minutes, and one that dies gives it back by silence.
// A mail goes out at least once, under one Message-ID. Text messages are kept here too and have a carrier of their own.
import type { Sql, TransactionSql } from 'postgres';
import { hideSecrets } from '../hide-secrets.ts';
import type { Logger } from '../logger.ts';
import { type CarrierOptions, carrierOf, smsKinds } from './carrier.ts';
import { checkMail, type Mail, type Outbox } from './mail.ts';
import { openCarriers } from './open-carriers.ts';

export interface DatabaseOutboxOptions extends CarrierOptions {
  sql: Sql;
  log: Logger;
  /** How often to look for mails that are due, besides looking after each new one. */
  lookEveryMs?: number;
}

export interface DatabaseOutbox extends Outbox {
  /** Adds the mail in somebody's transaction: it exists if and only if that transaction does. */
  addWithin(within: TransactionSql, mail: Mail): Promise<void>;
  /** Makes a waiting or failed message due now, its tries forgotten. */
  retry(id: string): Promise<'due' | 'missing' | 'no carrier'>;
}

interface DueMail extends Mail {
  id: string;
  attempts: number;
  created_at: Date;
}

const sendersAtOnce = 4;
const closeMs = 5000;
const keptDays = 90;
const tidyEveryMs = 6 * 3600 * 1000;

export function createDatabaseOutbox(options: DatabaseOutboxOptions): DatabaseOutbox {
  const { sql, log, lookEveryMs = 15_000 } = options;
  const carriers = openCarriers(options);
  const kinds = { mail: carriers.mail !== undefined, sms: carriers.sms !== undefined };
  let isClosed = false;
  let isWoken = false;
  let round: Promise<void> | undefined;

  async function sendOne(mail: DueMail): Promise<void> {
    const carrier = carrierOf(carriers, mail);
    if (!carrier) return;
    try {
      await carrier.send(mail, { id: mail.id, createdAt: mail.created_at });
    } catch (error) {
      const { sentence, isPermanent } = carrier.describe(error);
      const waitS = carrier.waitsS[mail.attempts - 1];
      const isLast = isPermanent || waitS === undefined;
      log.warn(
        { mail: mail.id, kind: mail.kind, attempt: mail.attempts, isLast, reason: sentence },
        'mail not sent',
      );
      await sql`
        update public.outbox
        set last_error = ${hideSecrets(sentence)}, state = ${isLast ? 'failed' : 'waiting'},
          next_attempt_at = now() + make_interval(secs => ${waitS ?? 0})
        where id = ${mail.id} and state = 'waiting'`;
      return;
    }
    await sql`update public.outbox set state = 'sent', sent_at = now(), last_error = null where id = ${mail.id}`;
    log.info({ mail: mail.id, kind: mail.kind }, 'mail sent');
  }

  async function sendDue(): Promise<void> {
    while (!isClosed) {
      const mail = await takeDue(sql, kinds);
      if (!mail) return;
      await sendOne(mail);
    }
  }

  async function work(): Promise<void> {
    do {
      isWoken = false;
      const senders = Array.from({ length: sendersAtOnce }, sendDue);
      for (const { reason } of (await Promise.allSettled(senders)).filter(
        (one) => one.status === 'rejected',
      )) {
        log.error({ err: reason }, 'the outbox could not be read');
      }
    } while (isWoken && !isClosed);
  }

  function wake(): void {
    if ((!kinds.mail && !kinds.sms) || isClosed) return;
    // A mail added while the last look was under way might have been missed by it.
    isWoken = true;
    round ??= work().finally(() => {
      round = undefined;
    });
  }

  const tidy = () =>
    sql`delete from public.outbox where created_at < now() - make_interval(days => ${keptDays})`.catch(
      (error: unknown) => log.error({ err: error }, 'old mails could not be removed'),
    );

  const look = setInterval(wake, lookEveryMs).unref();
  const tidying = setInterval(tidy, tidyEveryMs).unref();
  wake();

  return {
    async add(mail) {
      await insertMail(sql, mail);
      wake();
    },
    addWithin: (within, mail) => insertMail(within, mail),
    async retry(id) {
      const [row] = await sql<{ kind: string }[]>`
        select kind from public.outbox where id = ${id} and state in ('waiting', 'failed')`;
      if (!row) return 'missing';
      if (!carrierOf(carriers, row)) return 'no carrier';
      await sql`
        update public.outbox set state = 'waiting', attempts = 0, next_attempt_at = now(), last_error = null
        where id = ${id} and state in ('waiting', 'failed')`;
      wake();
      return 'due';
    },
    async close() {
      isClosed = true;
      clearInterval(look);
      clearInterval(tidying);
      await Promise.race([round, new Promise((resolve) => setTimeout(resolve, closeMs).unref())]);
      carriers.mail?.close();
      carriers.sms?.close();
    },
  };
}

async function insertMail(into: Sql | TransactionSql, mail: Mail): Promise<void> {
  const { id, kind, to, subject, text, html, userId, attachments, headers } = checkMail(mail);
  await into`
    insert into public.outbox (id, kind, to_address, subject, text_body, html_body, user_id, attachments, headers)
    values (coalesce(${id ?? null}::uuid, gen_random_uuid()), ${kind}, ${to}, ${subject}, ${text}, ${html}, ${userId ?? null}, ${JSON.stringify(attachments ?? [])}::text::jsonb,
      ${JSON.stringify(headers ?? {})}::text::jsonb)`;
}

/** Takes one mail for five minutes, longer than any try lasts: if this process dies, another finds it due again. */
async function takeDue(sql: Sql, kinds: { mail: boolean; sms: boolean }): Promise<DueMail | undefined> {
  const [mail] = await sql<DueMail[]>`
    update public.outbox as o set attempts = o.attempts + 1, next_attempt_at = now() + interval '5 minutes'
    where o.id = (
      select id from public.outbox
      where state = 'waiting' and next_attempt_at <= now()
        and case when kind = any(${smsKinds as string[]}) then ${kinds.sms} else ${kinds.mail} end
      order by next_attempt_at limit 1
      for update skip locked
    )
    returning o.id, o.kind, o.to_address as to, o.subject, o.text_body as text, o.html_body as html, o.attempts,
      o.created_at, o.attachments, o.headers`;
  return mail;
}
