// Runs the health checks every minute and notifies the owner by email and webhook when a problem begins and ends.
// One process checks at a time; sent notifications are stored, so that a restart repeats nothing.
import { randomUUID } from 'node:crypto';
import { checkText } from '#app/dashboard/system/check-text.ts';
import type { Sql, TransactionSql } from '#backend/database/driver/sql.ts';
import type { Check } from '../health/checks.ts';
import type { JobHandler } from '../jobs/job-runner.ts';
import { inLanguage } from '../language/current-language.ts';
import type { Logger } from '../logger.ts';
import type { DatabaseOutbox } from '../mail/database-outbox.ts';
import { readMailStudio } from '../mail/templates/mail-studio.ts';
import { sendWebhook } from '../webhooks/send-webhook.ts';
import type { AlarmConfig, AlarmWebhookConfig } from './alarm-config.ts';
import { renderAlarm } from './alarm-email.ts';
import { nextAlarm, type StoredAlarm } from './next-alarm.ts';

export interface AlarmOptions {
  sql: Sql;
  config: AlarmConfig;
  measure(): Promise<Check[]>;
  /** Whether emails leave: without a mail server an alarm would wait in the outbox until it is no longer true. */
  mail: { readonly isConnected: boolean };
  outbox: Pick<DatabaseOutbox, 'addWithin' | 'wake'>;
  siteUrl: string;
  log: Logger;
  everyMs?: number;
  now?: () => number;
}

export interface Alarms {
  /** Looks now. Answers false where another process is looking. */
  look(): Promise<boolean>;
  close(): Promise<void>;
}

const LOOK_EVERY_MS = 60_000;
const WEBHOOK_JOB = 'alarm.webhook';

export function startAlarms(options: AlarmOptions): Alarms {
  const { sql, config, log, everyMs = LOOK_EVERY_MS, now = Date.now } = options;
  const names: readonly string[] = config.names;
  let looking: Promise<unknown> = Promise.resolve();

  async function look(): Promise<boolean> {
    const checks = (await options.measure()).filter(({ name }) => names.includes(name));
    let isNotified = false;
    const isMine = await sql.begin(async (within) => {
      const [lock] =
        await within`select pg_try_advisory_xact_lock(hashtextextended('onda alarms', 0)) as is_mine`;
      if (lock?.is_mine !== true) return false;
      const known = await readAlarms(within);
      for (const check of checks) {
        const before = known.get(check.name);
        const { alarm, notice } = nextAlarm(before, check, now());
        await storeAlarm(within, check.name, alarm);
        const subject = alarm ?? before;
        if (!notice || !subject) continue;
        isNotified = true;
        log.warn({ alarm: check.name, notice, reason: check.message }, 'alarm');
        await notify(within, notice, { ...subject, message: check.message }, check);
      }
      return true;
    });
    // Only now: before the transaction ended there was no email to be seen.
    if (isNotified) options.outbox.wake();
    return isMine;
  }

  async function notify(
    within: TransactionSql,
    notice: 'began' | 'over',
    alarm: StoredAlarm,
    check: Check,
  ): Promise<void> {
    if (options.mail.isConnected) {
      const studio = await readMailStudio(within, options.siteUrl);
      for (const { email: to, language } of await readRecipients(within, config.emails)) {
        const email = inLanguage(language, () => {
          const { message, advice } = checkText(check);
          return renderAlarm(studio, notice, { ...alarm, message, advice });
        });
        await options.outbox.addWithin(within, { kind: 'alarm', to, ...email });
      }
    }
    if (config.webhook) await addWebhookJob(within, notice, alarm);
  }

  async function addWebhookJob(
    within: TransactionSql,
    notice: 'began' | 'over',
    alarm: StoredAlarm,
  ): Promise<void> {
    const body = JSON.stringify({
      type: `alarm.${notice}`,
      timestamp: new Date(now()).toISOString(),
      data: {
        name: alarm.name,
        message: alarm.message,
        advice: notice === 'began' ? (alarm.advice ?? null) : null,
        began_at: new Date(alarm.beganAtMs).toISOString(),
        site: options.siteUrl,
      },
    });
    const payload = JSON.stringify({ id: `msg_${randomUUID()}`, body });
    await within`select private.add_job(${WEBHOOK_JOB}, ${payload}::text::jsonb)`;
  }

  const lookQuietly = () => {
    looking = look().catch((error: unknown) => log.warn({ err: error }, 'the alarms could not be checked'));
  };
  const timer = names.length > 0 ? setInterval(lookQuietly, everyMs).unref() : undefined;

  return {
    look,
    async close() {
      clearInterval(timer);
      await looking;
    },
  };
}

/** Jobs are retried when the receiver does not accept them. */
export function createAlarmJobs(webhook: AlarmWebhookConfig | undefined): Record<string, JobHandler> {
  return {
    async [WEBHOOK_JOB]({ id, body }) {
      // The webhook may have been taken out of the settings since.
      if (webhook) await sendWebhook(webhook, { id: String(id), body: String(body) });
    },
  };
}

interface Row {
  name: string;
  began_at: Date;
  notified_at: Date | null;
  ok_since: Date | null;
  message: string;
  advice: string | null;
}

async function readAlarms(within: TransactionSql): Promise<Map<string, StoredAlarm>> {
  const rows = await within<
    Row[]
  >`select name, began_at, notified_at, ok_since, message, advice from private.alarms`;
  return new Map(
    rows.map((row) => [
      row.name,
      {
        name: row.name,
        beganAtMs: row.began_at.getTime(),
        notifiedAtMs: row.notified_at?.getTime(),
        okSinceMs: row.ok_since?.getTime(),
        message: row.message,
        advice: row.advice ?? undefined,
      },
    ]),
  );
}

async function storeAlarm(
  within: TransactionSql,
  name: string,
  alarm: StoredAlarm | undefined,
): Promise<void> {
  if (!alarm) {
    await within`delete from private.alarms where name = ${name}`;
    return;
  }
  const date = (ms: number | undefined) => (ms === undefined ? null : new Date(ms));
  await within`
    insert into private.alarms (name, began_at, notified_at, ok_since, message, advice)
    values (${name}, ${new Date(alarm.beganAtMs)}, ${date(alarm.notifiedAtMs)}, ${date(alarm.okSinceMs)},
      ${alarm.message}, ${alarm.advice ?? null})
    on conflict (name) do update set notified_at = excluded.notified_at, ok_since = excluded.ok_since,
      message = excluded.message, advice = excluded.advice`;
}

async function readRecipients(
  within: TransactionSql,
  emails: AlarmConfig['emails'],
): Promise<{ email: string; language: string }[]> {
  if (emails !== 'owners') {
    const [row] = await within<{ language: string }[]>`select private.page_language() as language`;
    return emails.map((email) => ({ email, language: row?.language ?? 'en' }));
  }
  return within<{ email: string; language: string }[]>`
    select distinct u.email, private.email_language(u.id) as language from auth.users u join public.roles r on r.user_id = u.id
    where r.role = 'owner' and coalesce(u.email, '') <> ''`;
}
