// What the business does by itself: jobs that are due, mails about bookings, refunds to cards, content at its hour.
import type { Sql } from 'postgres';
import type { AlarmWebhookConfig } from '../alarms/alarm-config.ts';
import { createAlarmJobs } from '../alarms/start-alarms.ts';
import { contentJobs } from '../content/content-jobs.ts';
import { type JobHandler, type JobRunner, startJobRunner } from '../jobs/job-runner.ts';
import type { Logger } from '../logger.ts';
import type { DatabaseOutbox } from '../mail/database-outbox.ts';
import { createRefundJob } from '../payments/payment-routes.ts';
import type { Stripe } from '../payments/stripe.ts';
import { createHandoverJobs } from '../teaching/handover-jobs.ts';
import { createSubstituteJobs } from '../teaching/substitute-jobs.ts';
import { createContactReplyJobs } from './contact-reply-jobs.ts';
import { createMailJobs } from './mail-jobs.ts';
import { createNewsletterJobs } from './newsletter-jobs.ts';

export interface BusinessOptions {
  sql: Sql;
  outbox: Pick<DatabaseOutbox, 'addWithin'>;
  stripe: Stripe | undefined;
  siteUrl: string;
  alarmWebhook?: AlarmWebhookConfig | undefined;
  log: Logger;
  /** What other parts of the program do by the queue. */
  jobs?: Readonly<Record<string, JobHandler>> | undefined;
}

export function startBusiness(options: BusinessOptions): Promise<JobRunner> {
  const { sql, outbox, stripe, siteUrl, log } = options;
  return startJobRunner({
    sql,
    log,
    handlers: {
      ...createMailJobs({ outbox, siteUrl }),
      ...createNewsletterJobs({ outbox, siteUrl }),
      ...createContactReplyJobs({ outbox, siteUrl }),
      ...createSubstituteJobs({ outbox, siteUrl }),
      ...createHandoverJobs({ outbox, siteUrl }),
      'card.refund': createRefundJob({ stripe }),
      ...contentJobs,
      ...createAlarmJobs(options.alarmWebhook),
      ...options.jobs,
    },
  });
}
