// All jobs of teaching: emails to teachers about changed sessions and substitutes.
import type { JobHandlers } from '../jobs/job-runner.ts';
import { createHandoverJobs } from './handover-jobs.ts';
import { createSubstituteJobs, type TeachingJobOptions } from './substitute-jobs.ts';

export function createTeachingJobs(options: TeachingJobOptions): JobHandlers {
  return { ...createSubstituteJobs(options), ...createHandoverJobs(options) };
}
