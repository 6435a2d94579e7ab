// Scheduled and failed jobs; a failed job can be retried or cancelled.

import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { clockTime, shortDate } from '#app/language/format-time.ts';
import { t } from '#app/language/messages.ts';
import { since } from '#app/language/since.ts';
import { siteContext } from '#app/site-context.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { confirm, describeReason } from '#app/ui/confirm/confirm-store.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Link } from '#app/ui/link.tsx';
import { Table, TableBody, TableCell, TableHeader, TableRow } from '#app/ui/table.tsx';
import { toast } from '#app/ui/toast/toast-store.ts';
import type { Job } from '#contracts/lists.ts';
import { dashboardMeta } from '../dashboard-meta.ts';
import { callDatabase } from '../forms/call-database.ts';
import { requireRole } from '../guard.server.ts';
import { Columns } from '../layout/columns.tsx';
import { PageHeader } from '../layout/page.tsx';
import { useStudio } from '../use-studio.ts';
import type { Route } from './+types/jobs-page.ts';

const PAGE_SIZE = 50;

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireRole({ request, context }, 'owner');
  const { backend: client, now } = context.get(siteContext);
  const query = new URL(request.url).searchParams;
  const onlyFailed = query.get('state') === 'failed';
  const before = Number(query.get('before')) || null;
  const { data, error } = await client.rpc('list_jobs', {
    only_failed: onlyFailed,
    before,
    max_rows: PAGE_SIZE,
  });
  if (error) throw error;
  return { jobs: data, onlyFailed, isFirst: before === null, now: now.toISOString() };
}

export const meta = dashboardMeta(() => t('dashboard.system.jobs_page_title'));

export default function JobsPage({ loaderData }: Route.ComponentProps) {
  const { jobs, onlyFailed, isFirst } = loaderData;
  const now = new Date(loaderData.now);
  const last = jobs.at(-1)?.id;
  const base = '/dashboard/system/jobs';
  return (
    <>
      <PageHeader title={t('dashboard.system.jobs')}>
        {t('dashboard.system.emails_reminders_refunds_and_other')}
      </PageHeader>
      <p className="owner-choice">
        <Link to={base} aria-current={onlyFailed ? undefined : 'true'}>
          {t('dashboard.system.all')}
        </Link>
        <Link to={`${base}?state=failed`} aria-current={onlyFailed ? 'true' : undefined}>
          {t('dashboard.system.failed_jobs_filter')}
        </Link>
      </p>
      {jobs.length === 0 ? (
        <EmptyState
          level={2}
          title={onlyFailed ? t('dashboard.system.no_failed_jobs') : t('dashboard.system.no_jobs')}
        >
          {t('dashboard.system.jobs_appear_here_with_the_next')}
        </EmptyState>
      ) : (
        <JobTable jobs={jobs} now={now} />
      )}
      <p className="owner-choice">
        {!isFirst && (
          <Link to={onlyFailed ? `${base}?state=failed` : base}>{t('dashboard.system.newest')}</Link>
        )}
        {jobs.length === PAGE_SIZE && (
          <Link
            to={`${base}?${new URLSearchParams({ ...(onlyFailed && { state: 'failed' }), before: String(last) })}`}
          >
            {t('dashboard.system.older')}
          </Link>
        )}
      </p>
    </>
  );
}

function JobTable({ jobs, now }: { jobs: Job[]; now: Date }) {
  const { studio } = useStudio();
  return (
    <Table label={t('dashboard.system.jobs')}>
      <Columns
        of={[
          t('dashboard.system.due'),
          t('dashboard.system.job'),
          { end: t('dashboard.system.attempts') },
          { end: t('dashboard.common.state') },
        ]}
      />
      <TableBody>
        {jobs.map((job) => (
          <TableRow key={job.id}>
            <TableCell className="dash-quiet dash-when">{formatDue(job, now, studio.zone)}</TableCell>
            <TableHeader scope="row">
              {job.kind}
              {job.last_error && <span className="dash-quiet job-error">{job.last_error}</span>}
            </TableHeader>
            <TableCell align="end">{job.attempts}</TableCell>
            <TableCell align="end">
              {job.failed_at ? (
                <FailedJob job={job} />
              ) : (
                <Badge tone="quiet">{t('dashboard.system.scheduled')}</Badge>
              )}
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
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
      toast({ variant: 'success', title: t('dashboard.system.job_restarted') });
    } catch (reason) {
      toast({
        variant: 'destructive',
        title: t('dashboard.common.that_did_not_work'),
        description: describeReason(reason),
      });
    } finally {
      setBusy(false);
    }
  };
  const giveUp = () =>
    confirm({
      title: t('dashboard.system.cancel_job_question', { kind: job.kind }),
      content: t('dashboard.system.it_will_not_run_again_and'),
      type: 'destructive',
      confirmText: t('dashboard.system.cancel_job'),
      onConfirm: () => call('delete_job'),
    });
  return (
    <span className="dash-row-actions">
      <Badge tone="danger">{t('dashboard.system.failed')}</Badge>
      <Button
        variant="link"
        size="sm"
        busy={isBusy}
        aria-label={t('dashboard.system.try_again_kind_number_id', { kind: job.kind, id: job.id })}
        onClick={() => void retry()}
      >
        {t('dashboard.common.try_again')}
      </Button>
      <Button
        variant="link"
        size="sm"
        aria-label={t('dashboard.system.cancel_job_kind_number_id', { kind: job.kind, id: job.id })}
        onClick={giveUp}
      >
        {t('dashboard.system.cancel_job')}
      </Button>
    </span>
  );
}
