// Runs the jobs of the database's queue. Every part of the program gives the handlers of its own jobs.
import type { Sql } from '#backend/database/driver/sql.ts';
import type { AlarmWebhookConfig } from './alarms/alarm-config.ts';
import { createAlarmJobs } from './alarms/start-alarms.ts';
import { createBookingJobs } from './booking/booking-jobs.ts';
import { contentJobs } from './content/content-jobs.ts';
import { type JobHandlers, type JobRunner, startJobRunner } from './jobs/job-runner.ts';
import type { Logger } from './logger.ts';
import type { DatabaseOutbox } from './mail/database-outbox.ts';
import type { CardSettings } from './payments/card-settings.ts';
import { createPaymentJobs } from './payments/payment-jobs.ts';
import { createRadioJobs } from './radio/radio-jobs.ts';
import { createWebhookJobs, type WebhookSenderOptions } from './radio/webhooks/deliver-webhook.ts';
import { createTeachingJobs } from './teaching/teaching-jobs.ts';

export interface JobOptions {
  sql: Sql;
  outbox: Pick<DatabaseOutbox, 'addWithin'>;
  cards?: Pick<CardSettings, 'current'> | undefined;
  siteUrl: string;
  /** What is absent is not sent. */
  webhooks?: { alarm: AlarmWebhookConfig | undefined; radio: WebhookSenderOptions | undefined };
  log: Logger;
  /** Absent without off-site backups. */
  backupJobs?: JobHandlers | undefined;
}

// Two at once: a receiver that lets one wait does not stop all others.
const LANES = ['main', 'outside', 'outside'] as const;

export async function startJobs(options: JobOptions): Promise<JobRunner> {
  const { sql, outbox, cards, siteUrl, webhooks, backupJobs = {}, log } = options;
  const parts: JobHandlers[] = [
    createBookingJobs({ outbox, siteUrl }),
    createTeachingJobs({ outbox, siteUrl }),
    createRadioJobs({ outbox, siteUrl }),
    createPaymentJobs({ cards }),
    contentJobs,
    createAlarmJobs(webhooks?.alarm),
    webhooks?.radio ? createWebhookJobs(webhooks.radio) : {},
    backupJobs,
  ];
  const handlers: JobHandlers = Object.assign({}, ...parts);
  const runners = await Promise.all(LANES.map((lane) => startJobRunner({ sql, log, handlers, lane })));
  return {
    run: async () => void (await Promise.all(runners.map((runner) => runner.run()))),
    close: async () => void (await Promise.all(runners.map((runner) => runner.close()))),
  };
}
