// Runs the jobs of the database's queue. Every part of the program gives the handlers of its own jobs.
import type { Sql } from 'postgres';
import type { AlarmWebhookConfig } from './alarms/alarm-config.ts';
import { createAlarmJobs } from './alarms/start-alarms.ts';
import { createBookingJobs } from './booking/booking-jobs.ts';
import { contentJobs } from './content/content-jobs.ts';
import { type JobHandlers, type JobRunner, startJobRunner } from './jobs/job-runner.ts';
import type { Logger } from './logger.ts';
import type { DatabaseOutbox } from './mail/database-outbox.ts';
import { createPaymentJobs } from './payments/payment-jobs.ts';
import type { Stripe } from './payments/stripe.ts';
import { createTeachingJobs } from './teaching/teaching-jobs.ts';

export interface JobOptions {
  sql: Sql;
  outbox: Pick<DatabaseOutbox, 'addWithin'>;
  stripe: Stripe | undefined;
  siteUrl: string;
  alarmWebhook?: AlarmWebhookConfig | undefined;
  log: Logger;
  /** Absent without off-site backups. */
  backupJobs?: JobHandlers | undefined;
}

export function startJobs(options: JobOptions): Promise<JobRunner> {
  const { sql, outbox, stripe, siteUrl, alarmWebhook, backupJobs = {}, log } = options;
  const handlers: JobHandlers[] = [
    createBookingJobs({ outbox, siteUrl }),
    createTeachingJobs({ outbox, siteUrl }),
    createPaymentJobs({ stripe }),
    contentJobs,
    createAlarmJobs(alarmWebhook),
    backupJobs,
  ];
  return startJobRunner({ sql, log, handlers: Object.assign({}, ...handlers) });
}
