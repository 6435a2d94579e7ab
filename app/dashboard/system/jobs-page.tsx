// Scheduled and failed jobs; a failed job can be retried or cancelled.

import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { dataOf } from '#app/backend/data-of.ts';
import { RowAction } from '#app/dashboard/forms/row-action.tsx';
import { clockTime, shortDate } from '#app/language/format-time.ts';
import { findText, questionText, t } from '#app/language/messages.ts';
import { since } from '#app/language/since.ts';
import { siteContext } from '#app/site-context.ts';
import { Badge } from '#app/ui/badge.tsx';
import { LinkButton } from '#app/ui/button.tsx';
import { confirm } from '#app/ui/confirm/confirm-store.ts';
import { toastSuccess } from '#app/ui/toast/toast-store.ts';
import type { Job } from '#contracts/lists.ts';
import { dashboardMeta } from '../dashboard-meta.ts';
import { callDatabase } from '../forms/call-database.ts';
import { reportFailure } from '../forms/report-failure.ts';
import { requireRole } from '../guard.server.ts';
import type { ListColumn } from '../list/list-column.ts';
import { ListPage } from '../list/list-page.tsx';
import { NewestAndOlder } from '../pagination/page-links.tsx';
import { useStudio } from '../use-studio.ts';
import type { Route } from './+types/jobs-page.ts';

const PAGE_SIZE = 50;

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireRole({ request, context }, 'owner');
  const { backend: client, now } = context.get(siteContext);
  const query = new URL(request.url).searchParams;
  const onlyFailed = query.get('state') === 'failed';
  const before = Number(query.get('before')) || null;
  const data = await dataOf(
    client.rpc('list_jobs', {
      only_failed: onlyFailed,
      before,
      max_rows: PAGE_SIZE,
    }),
  );
  return { jobs: data, onlyFailed, isFirst: before === null, now: now.toISOString() };
}

export const meta = dashboardMeta(() => t('dashboard.system.jobs_page_title'));

export default function JobsPage({ loaderData }: Route.ComponentProps) {
  const { jobs, onlyFailed, isFirst } = loaderData;
  const { zone } = useStudio().studio;
  return (
    <ListPage
      title={t('dashboard.system.jobs')}
      lead={t('dashboard.system.emails_reminders_refunds_and_other')}
      list="jobs"
      isReadOnly
      views={[
        { label: t('dashboard.system.all'), filter: '' },
        { label: t('dashboard.system.failed_jobs_filter'), filter: 'state=failed' },
      ]}
      columns={jobColumns({ now: new Date(loaderData.now), zone })}
      rows={jobs}
      rowId={({ id }) => String(id)}
      empty={[
        onlyFailed ? t('dashboard.system.no_failed_jobs') : t('dashboard.system.no_jobs'),
        t('dashboard.system.jobs_appear_here_with_the_next'),
      ]}
      pages={
        <NewestAndOlder isFirst={isFirst} older={jobs.length === PAGE_SIZE ? jobs.at(-1)?.id : undefined} />
      }
    />
  );
}

function jobColumns({ now, zone }: { now: Date; zone: string }): ListColumn<Job>[] {
  return [
    {
      id: 'due',
      label: t('dashboard.system.due'),
      width: 'when',
      phone: 'detail',
      className: 'dash-quiet',
      cell: (job) => formatDue(job, now, zone),
    },
    {
      id: 'job',
      label: t('dashboard.system.job'),
      isTitle: true,
      cell: ({ kind, last_error }) => (
        <>
          {jobName(kind)}
          {last_error && <span className="dash-quiet job-error">{last_error}</span>}
        </>
      ),
    },
    {
      id: 'attempts',
      label: t('dashboard.system.attempts'),
      width: 'money',
      align: 'end',
      drop: 2,
      cell: ({ attempts }) => attempts,
    },
    {
      id: 'state',
      label: t('dashboard.common.state'),
      width: 'actions',
      phone: 'end',
      cell: (job) =>
        job.failed_at ? (
          <FailedJob job={job} />
        ) : (
          <Badge tone="quiet">{t('dashboard.system.scheduled')}</Badge>
        ),
    },
  ];
}

/** A job that only another version of the program knows has no name here. */
function jobName(kind: string): string {
  return findText(`dashboard.jobs.${kind.replace('.', '_')}`, {}) ?? kind;
}

function formatDue({ run_at }: Job, now: Date, zone: string): string {
  const due = new Date(run_at);
  if (due <= now) return since(due, now, zone);
  return `${shortDate(due, zone)}, ${clockTime(due, zone)}`;
}

function FailedJob({ job }: { job: Job }) {
  const { revalidate } = useRevalidator();
  const [isBusy, setBusy] = useState(false);
  const call = async (name: 'retry_job' | 'delete_job') => {
    await callDatabase(name, { job: job.id });
    await revalidate();
  };
  const retry = async () => {
    setBusy(true);
    try {
      await call('retry_job');
      toastSuccess(t('dashboard.system.job_restarted'));
    } catch (reason) {
      reportFailure(reason);
    } finally {
      setBusy(false);
    }
  };
  const giveUp = () =>
    confirm({
      ...questionText('dashboard.system.cancel_job', { kind: jobName(job.kind) }),
      type: 'destructive',
      onConfirm: () => call('delete_job'),
    });
  return (
    <span className="dash-row-actions">
      <Badge tone="danger">{t('dashboard.system.failed')}</Badge>
      <LinkButton
        busy={isBusy}
        aria-label={t('dashboard.system.try_again_kind_number_id', { kind: jobName(job.kind), id: job.id })}
        onClick={() => void retry()}
      >
        {t('dashboard.common.try_again')}
      </LinkButton>
      <RowAction
        label={t('dashboard.system.cancel_job')}
        name={t('dashboard.system.cancel_job_kind_number_id', { kind: jobName(job.kind), id: job.id })}
        onClick={giveUp}
      />
    </span>
  );
}
