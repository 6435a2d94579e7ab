// Stores every email in public.outbox and sends what is due if there is a mail server; otherwise emails stay there.
// Several processes share the table: each takes a mail for a few minutes, and one that dies gives it back by silence.
// A mail goes out at least once, under one Message-ID. Text messages are stored here too and have their own transport.

import type { Sql, TransactionSql } from '#backend/database/driver/sql.ts';
import { outsideRequest } from '#backend/database/request-writes.ts';
import { inSpan } from '#contracts/spans.ts';
import { hideSecrets } from '../hide-secrets.ts';
import type { Logger } from '../logger.ts';
import { deliveryText, englishText } from './delivery-text.ts';
import { type DueEmail, dropExpired, holdOverdue, takeDue } from './due-emails.ts';
import { checkMail, type Mail, type Outbox } from './mail.ts';
import { openMailTransport } from './open-transports.ts';
import { createEmailSeal, type EmailContents, type EmailSeal } from './seal-email.ts';
import { createSmsWebhook } from './sms-webhook.ts';
import { type MailRoute, type TransportOptions, type Transports, transportFor } from './transport.ts';

export interface DatabaseOutboxOptions {
  sql: Sql;
  log: Logger;
  /** Read before each round: the mail server may be set while the program runs. */
  mail: { read(): Promise<MailRoute> };
  smsWebhook?: TransportOptions['smsWebhook'];
  /** Codes and links of emails are encrypted with it until they are sent. */
  secret: string;
  /** How often to look for mails that are due, besides looking after each new one. */
  lookEveryMs?: number;
}

export interface DatabaseOutbox extends Outbox {
  /** Adds the email in the caller's transaction: it is sent only if that transaction commits. */
  addWithin(within: TransactionSql, mail: Mail): Promise<void>;
  /** Makes a waiting, held or failed message due now, its tries forgotten. */
  retry(id: string): Promise<'due' | 'missing' | 'no carrier'>;
  /** What staff decided about messages that were held: the oldest leaves first. Answers how many there were. */
  decideHeld(decision: 'send' | 'discard', ids?: string[]): Promise<number>;
  /**
   * The whole of an email that waits where nothing can send it: its codes and links are read out of the outbox there.
   * Undefined for every other one.
   */
  readUnsendable(id: string): Promise<EmailContents | undefined>;
  /** Looks at the mail server's settings again. */
  wake(): void;
}

const sendersAtOnce = 4;
const closeMs = 5000;
const retentionDays = 90;
const tidyEveryMs = 6 * 3600 * 1000;

export function createDatabaseOutbox(options: DatabaseOutboxOptions): DatabaseOutbox {
  const { sql, log, lookEveryMs = 15_000 } = options;
  const seal = createEmailSeal(options.secret);
  const transports: Transports = {
    mail: undefined,
    sms: options.smsWebhook && createSmsWebhook(options.smsWebhook),
  };
  const kinds = () => ({ mail: transports.mail !== undefined, sms: transports.sms !== undefined });
  /** The addresses that something is on its way to. */
  const sending = new Set<string>();
  let route = '';
  let isFirstLook = true;
  let isClosed = false;
  let isWoken = false;
  let round: Promise<void> | undefined;
  let taking: Promise<unknown> = Promise.resolve();

  async function followSettings(): Promise<void> {
    const current = await options.mail.read();
    const { smtpUrl, from, replyTo } = current;
    const next = JSON.stringify([smtpUrl, from, replyTo]);
    if (next === route) return;
    // Before a transport is connected, or they would be sent first.
    if (isFirstLook || transports.mail === undefined)
      await holdOverdue(sql, { mail: smtpUrl !== undefined, sms: kinds().sms });
    isFirstLook = false;
    transports.mail?.close();
    transports.mail = openMailTransport({ smtpUrl, from, replyTo });
    route = next;
  }

  /** One after the other: two emails to one address leave in their order. */
  function takeNext() {
    const taken = taking.then(async () => {
      const mail = isClosed ? undefined : await takeDue(sql, { ...kinds(), except: [...sending] });
      if (mail) sending.add(mail.to);
      return mail;
    });
    taking = taken.catch(() => undefined);
    return taken;
  }

  async function sendOne(mail: DueEmail): Promise<void> {
    const transport = transportFor(transports, mail);
    if (!transport) return;
    const whole = mail.sealed === null ? undefined : seal.open(mail.sealed);
    if (mail.has_secrets && !whole) return failForGood(mail);
    try {
      const attributes = { 'onda.mail.id': mail.id, 'onda.mail.attempt': mail.attempts };
      await inSpan({ name: `send ${mail.kind}`, kind: 'client', isRoot: true, attributes }, () =>
        transport.send({ ...mail, ...whole }, { id: mail.id, createdAt: mail.created_at }),
      );
    } catch (error) {
      const { reason, isPermanent } = transport.describe(error);
      const waitS = transport.waitsS[mail.attempts - 1];
      const isLast = isPermanent || waitS === undefined;
      log.warn(
        { mail: mail.id, kind: mail.kind, attempt: mail.attempts, isLast, reason: englishText(reason) },
        'email could not be sent',
      );
      await sql`
        update public.outbox
        set last_error = ${hideSecrets(JSON.stringify(reason))}::text::jsonb, state = ${isLast ? 'failed' : 'waiting'},
          next_attempt_at = now() + make_interval(secs => ${waitS ?? 0})
        where id = ${mail.id} and state = 'waiting'`;
      return;
    }
    await sql`update public.outbox set state = 'sent', sent_at = now(), last_error = null where id = ${mail.id}`;
    log.info({ mail: mail.id, kind: mail.kind }, 'email sent');
  }

  /** Its codes and links are over, or were encrypted with the key of another installation. */
  async function failForGood({ id, kind }: DueEmail): Promise<void> {
    log.warn({ mail: id, kind }, 'the codes and links of an email are gone, it was not sent');
    await sql`
      update public.outbox set state = 'failed', last_error = ${JSON.stringify(deliveryText('text_message_expired'))}::text::jsonb
      where id = ${id} and state = 'waiting'`;
  }

  async function sendDue(): Promise<void> {
    while (!isClosed) {
      const mail = await takeNext();
      if (!mail) return;
      try {
        await sendOne(mail);
      } finally {
        sending.delete(mail.to);
      }
    }
  }

  async function work(): Promise<void> {
    do {
      isWoken = false;
      try {
        await followSettings();
        await dropExpired(sql);
      } catch (error) {
        log.error({ err: error }, 'the mail settings could not be read');
        return;
      }
      const senders = Array.from({ length: sendersAtOnce }, sendDue);
      for (const { reason } of (await Promise.allSettled(senders)).filter(
        (one) => one.status === 'rejected',
      )) {
        log.error({ err: reason }, 'the outbox could not be read');
      }
    } while (isWoken && !isClosed);
  }

  function wake(): void {
    if (isClosed) return;
    // A mail added while the last look was under way might have been missed by it.
    isWoken = true;
    round ??= outsideRequest(work).finally(() => {
      round = undefined;
    });
  }

  const tidy = () =>
    sql`delete from public.outbox where created_at < now() - make_interval(days => ${retentionDays})`.catch(
      (error: unknown) => log.error({ err: error }, 'old emails could not be deleted'),
    );

  const look = setInterval(wake, lookEveryMs).unref();
  const tidying = setInterval(tidy, tidyEveryMs).unref();
  wake();

  return {
    async add(mail) {
      await insertMail(sql, seal, mail);
      wake();
    },
    addWithin: (within, mail) => insertMail(within, seal, mail),
    async retry(id) {
      await followSettings();
      const [row] = await sql<{ kind: string }[]>`
        select kind from public.outbox where id = ${id} and state in ('waiting', 'held', 'failed')`;
      if (!row) return 'missing';
      if (!transportFor(transports, row)) return 'no carrier';
      await sql`
        update public.outbox set state = 'waiting', attempts = 0, next_attempt_at = now(), last_error = null
        where id = ${id} and state in ('waiting', 'held', 'failed')`;
      wake();
      return 'due';
    },
    async decideHeld(decision, ids) {
      const rows = await sql`
        update public.outbox set state = ${decision === 'send' ? 'waiting' : 'discarded'}, attempts = 0, next_attempt_at = now()
        where state = 'held' and (${ids === undefined} or id::text = any (${ids ?? []}))`;
      wake();
      return rows.count;
    },
    async readUnsendable(id) {
      await followSettings();
      const [row] = await sql<{ kind: string; contents: string }[]>`
        select o.kind, s.contents from public.outbox o join private.sealed_emails s on s.email_id = o.id
        where o.id = ${id} and o.state = 'waiting' and (s.valid_until is null or s.valid_until > now())`;
      return row && !transportFor(transports, row) ? seal.open(row.contents) : undefined;
    },
    wake,
    async close() {
      isClosed = true;
      clearInterval(look);
      clearInterval(tidying);
      await Promise.race([round, new Promise((resolve) => setTimeout(resolve, closeMs).unref())]);
      transports.mail?.close();
      transports.sms?.close();
    },
  };
}

async function insertMail(into: Sql | TransactionSql, seal: EmailSeal, mail: Mail): Promise<void> {
  const checked = checkMail(mail);
  const { id = null, kind, to, userId = null, validS = null } = checked;
  const { readable, sealed = null } = seal.seal(checked);
  const { subject, text, html, attachments, headers } = readable;
  await into`
    with stored as (
      insert into public.outbox (id, kind, to_address, subject, text_body, html_body, user_id, attachments, headers, has_secrets)
      values (coalesce(${id}::uuid, gen_random_uuid()), ${kind}, ${to}, ${subject}, ${text}, ${html}, ${userId},
        ${JSON.stringify(attachments)}::text::jsonb, ${JSON.stringify(headers)}::text::jsonb, ${sealed !== null})
      returning id
    )
    insert into private.sealed_emails (email_id, contents, valid_until)
    select id, ${sealed}, now() + make_interval(secs => ${validS}) from stored where ${sealed}::text is not null`;
}
