// What content does at its hour: a draft is published, and what lay in the trash for a month is gone.
import type { JobHandler, JobHandlers } from '../jobs/job-runner.ts';

/** Drops cached pages that do not show the newly published content yet. */
const appears: JobHandler = async (payload, within) => {
  await within`select pg_notify('onda_content', ${String(payload.relation)}), private.note_section_content()`;
};

const publish: JobHandler = async ({ relation, ref, at }, within) => {
  await within`select private.publish_due(${String(relation)}, ${String(ref)}, ${String(at)}::timestamptz)`;
};

const purge: JobHandler = async ({ relation, ref }, within) => {
  await within`select private.purge_due(${String(relation)}, ${String(ref)})`;
};

export const contentJobs: JobHandlers = {
  'content.appears': appears,
  'content.publish': publish,
  'content.purge': purge,
};
