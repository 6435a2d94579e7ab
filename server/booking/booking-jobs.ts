// All jobs of bookings: emails about them, the newsletter, replies to contact messages.
import type { JobHandlers } from '../jobs/job-runner.ts';
import { createContactReplyJobs } from './contact-reply-jobs.ts';
import { createMailJobs, type MailJobOptions } from './mail-jobs.ts';
import { createNewsletterJobs } from './newsletter-jobs.ts';

export function createBookingJobs(options: MailJobOptions): JobHandlers {
  return {
    ...createMailJobs(options),
    ...createNewsletterJobs(options),
    ...createContactReplyJobs(options),
  };
}
