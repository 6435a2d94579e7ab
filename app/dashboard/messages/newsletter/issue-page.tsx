// One newsletter issue: the editor with a preview while it is a draft, its figures once it is sent.

import { useEffect } from 'react';
import { data, useRevalidator } from 'react-router';
import { t } from '#app/language/messages.ts';
import { since } from '#app/language/since.ts';
import { siteContext } from '#app/site-context.ts';
import { Button } from '#app/ui/button.tsx';
import { confirm } from '#app/ui/confirm/confirm-store.ts';
import { Link } from '#app/ui/link.tsx';
import { Progress } from '#app/ui/progress.tsx';
import type { IssueFigures } from '#contracts/messages.ts';
import { dashboardMeta } from '../../dashboard-meta.ts';
import { useDatabaseCall } from '../../forms/use-database-call.ts';
import { requireRole } from '../../guard.server.ts';
import { PageHeader, Panel } from '../../layout/page.tsx';
import { useStudio } from '../../use-studio.ts';
import type { Route } from './+types/issue-page.ts';
import { formatStop, formatWritten, type Issue } from './issue.ts';
import { IssueEditor } from './issue-editor.tsx';
import { IssuePreview } from './issue-preview.tsx';

const RELOAD_MS = 1500;
const FAILED = 'dashboard.messages.failed_figure';

export async function loader({ request, context, params }: Route.LoaderArgs) {
  await requireRole({ request, context }, 'staff', 'owner');
  const { backend, now } = context.get(siteContext);
  if (!/^[0-9a-f-]{36}$/i.test(params.id)) throw data(null, { status: 404 });
  const [issue, readers] = await Promise.all([
    backend.from('newsletter_issues').select('*').eq('id', params.id).maybeSingle(),
    backend
      .from('newsletter_subscribers')
      .select('id', { count: 'exact', head: true })
      .eq('state', 'confirmed'),
  ]);
  for (const { error } of [issue, readers]) if (error) throw error;
  if (!issue.data) throw data(null, { status: 404 });
  const figures =
    issue.data.state === 'draft' ? null : await backend.rpc('issue_statistics', { issue_id: issue.data.id });
  if (figures?.error) throw figures.error;
  return {
    now: now.toISOString(),
    issue: issue.data,
    readers: readers.count ?? 0,
    figures: figures?.data ?? null,
  };
}

export const meta = dashboardMeta<typeof loader>(
  ({ loaderData }) => loaderData?.issue.subject || t('dashboard.messages.issue_page_title'),
);

export default function IssuePage({ loaderData }: Route.ComponentProps) {
  const { issue, readers, figures } = loaderData;
  return (
    <>
      <p className="dash-back">
        <Link to="/dashboard/messages/newsletter">{t('dashboard.messages.newsletter_heading')}</Link>
      </p>
      {figures ? (
        <SentIssue issue={issue} figures={figures} now={new Date(loaderData.now)} />
      ) : (
        <>
          <PageHeader title={issue.subject || t('dashboard.messages.new_issue')}>
            {t('dashboard.messages.draft_for_subscribers', { count: readers })}
          </PageHeader>
          <IssueEditor key={issue.id} issue={issue} readers={readers} />
        </>
      )}
    </>
  );
}

function SentIssue({ issue, figures, now }: { issue: Issue; figures: IssueFigures; now: Date }) {
  const { zone } = useStudio().studio;
  const { revalidate } = useRevalidator();
  const { call, isBusy } = useDatabaseCall();
  const isSending = issue.state === 'sending' || figures.waiting > 0;
  useEffect(() => {
    if (!isSending) return;
    const timer = setInterval(() => document.visibilityState === 'visible' && void revalidate(), RELOAD_MS);
    return () => clearInterval(timer);
  }, [isSending, revalidate]);
  const stop = () =>
    confirm({
      type: 'destructive',
      title: t('dashboard.messages.confirm_stop_sending'),
      content: formatStop(figures.queued),
      confirmText: t('dashboard.messages.stop_sending'),
      cancelText: t('dashboard.messages.continue_sending'),
      onConfirm: () => call('stop_issue', { issue_id: issue.id }),
    });
  const done = figures.written + figures.skipped;
  return (
    <>
      <PageHeader
        title={issue.subject}
        actions={
          issue.state === 'sending' &&
          figures.queued > 0 && (
            <Button variant="destructive" size="sm" busy={isBusy} onClick={stop}>
              {t('dashboard.messages.stop_sending')}
            </Button>
          )
        }
      >
        {issue.sent_at
          ? t('dashboard.messages.issue_state_when', {
              state: issue.state,
              when: since(new Date(issue.sent_at), now, zone),
            })
          : t('dashboard.messages.issue_state', { state: issue.state })}
      </PageHeader>
      <dl className="pulse">
        {(
          [
            ['dashboard.messages.subscribers_figure', figures.readers],
            ['dashboard.messages.emails_sent_figure', figures.sent],
            [
              'dashboard.messages.waiting_figure',
              figures.waiting + (issue.state === 'sending' ? figures.queued : 0),
            ],
            [FAILED, figures.failed],
            ['dashboard.messages.unsubscribed_since_figure', figures.left_since],
          ] as const
        ).map(([name, value]) => (
          <div key={name} data-hot={(name === FAILED && value > 0) || undefined}>
            <dt>
              {name === FAILED && value > 0 ? (
                <Link to="/dashboard/messages/outbox?state=failed">{t(name)}</Link>
              ) : (
                t(name)
              )}
            </dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {issue.state === 'sending' && (
        <Panel title={t('dashboard.messages.sending_heading')}>
          <Progress value={done} max={figures.readers} label={t('dashboard.messages.emails_created')} />
          <p>{formatWritten(done, figures.readers)}</p>
        </Panel>
      )}
      <div className="dash-reading">
        <IssuePreview subject={issue.subject} blocks={issue.blocks} />
      </div>
    </>
  );
}
