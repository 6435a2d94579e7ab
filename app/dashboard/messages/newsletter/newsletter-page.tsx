// The newsletter: its issues, newest first, and how many subscribers it has.

import { useNavigate } from 'react-router';
import { t } from '#app/language/messages.ts';
import { since } from '#app/language/since.ts';
import { siteContext } from '#app/site-context.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Link } from '#app/ui/link.tsx';
import { Table, TableBody, TableCell, TableRow } from '#app/ui/table.tsx';
import { dashboardMeta } from '../../dashboard-meta.ts';
import { useDatabaseCall } from '../../forms/use-database-call.ts';
import { requireRole } from '../../guard.server.ts';
import { Columns } from '../../layout/columns.tsx';
import { PageHeader } from '../../layout/page.tsx';
import { useStudio } from '../../use-studio.ts';
import type { Route } from './+types/newsletter-page.ts';
import { formatAudience, issueLabels } from './issue.ts';

const SHOWN = 100;

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireRole({ request, context }, 'staff', 'owner');
  const { backend, now } = context.get(siteContext);
  const countOf = (state: 'confirmed' | 'pending') =>
    backend.from('newsletter_subscribers').select('id', { count: 'exact', head: true }).eq('state', state);
  const [issues, confirmed, pending] = await Promise.all([
    backend
      .from('newsletter_issues')
      .select('id,subject,state,changed_at,sent_at,readers')
      .order('created_at', { ascending: false })
      .order('id')
      .limit(SHOWN),
    countOf('confirmed'),
    countOf('pending'),
  ]);
  for (const { error } of [issues, confirmed, pending]) if (error) throw error;
  return {
    now: now.toISOString(),
    issues: issues.data ?? [],
    readers: confirmed.count ?? 0,
    pending: pending.count ?? 0,
  };
}

export const meta = dashboardMeta(() => t('dashboard.messages.newsletter_page_title'));

export default function NewsletterPage({ loaderData }: Route.ComponentProps) {
  const { issues, readers, pending } = loaderData;
  const { zone } = useStudio().studio;
  const now = new Date(loaderData.now);
  const navigate = useNavigate();
  const { call, isBusy } = useDatabaseCall();
  const create = async () => {
    const created = await call('save_issue', {
      subject: '',
      blocks: [{ kind: 'text', text: '' }],
    });
    if (created) await navigate(`/dashboard/messages/newsletter/${created.data.id}`);
  };
  return (
    <>
      <PageHeader
        title={t('dashboard.messages.newsletter_heading')}
        actions={
          <Button variant="primary" size="sm" busy={isBusy} onClick={create}>
            {t('dashboard.messages.new_issue')}
          </Button>
        }
      >
        {formatAudience(readers, pending)}
      </PageHeader>
      {issues.length === 0 ? (
        <EmptyState level={2} title={t('dashboard.messages.no_issues_yet')}>
          {t('dashboard.messages.issues_are_sent_to_everyone_who')}
        </EmptyState>
      ) : (
        <Table label={t('dashboard.messages.newsletter_issues')} className="mails">
          <Columns
            of={[
              t('dashboard.common.when'),
              t('dashboard.messages.subject'),
              { wideEnd: t('dashboard.messages.subscribers_column') },
              { end: t('dashboard.common.status') },
            ]}
          />
          <TableBody>
            {issues.map((issue) => (
              <TableRow key={issue.id}>
                <TableCell className="dash-quiet mail-when">
                  {since(new Date(issue.sent_at ?? issue.changed_at), now, zone)}
                </TableCell>
                <TableCell className="mail-subject">
                  <Link to={`/dashboard/messages/newsletter/${issue.id}`} prefetch="intent">
                    {issue.subject || t('dashboard.messages.no_subject_yet')}
                  </Link>
                </TableCell>
                <TableCell align="end" className="dash-wide dash-amount">
                  {issue.state === 'draft' ? '' : issue.readers}
                </TableCell>
                <TableCell align="end">
                  <Badge
                    tone={
                      issue.state === 'sent' ? 'positive' : issue.state === 'stopped' ? 'danger' : 'quiet'
                    }
                  >
                    {t(issueLabels[issue.state])}
                  </Badge>
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      )}
    </>
  );
}
