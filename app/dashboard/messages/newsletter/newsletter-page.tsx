// The newsletter: its issues, newest first, and how many subscribers it has.

import { useNavigate } from 'react-router';
import { t } from '#app/language/messages.ts';
import { since } from '#app/language/since.ts';
import { siteContext } from '#app/site-context.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { Link } from '#app/ui/link.tsx';
import { dashboardMeta } from '../../dashboard-meta.ts';
import { useDatabaseCall } from '../../forms/use-database-call.ts';
import { requireRole } from '../../guard.server.ts';
import { whenColumn } from '../../list/common-columns.tsx';
import type { ListColumn } from '../../list/list-column.ts';
import { ListPage } from '../../list/list-page.tsx';
import { useStudio } from '../../use-studio.ts';
import type { Route } from './+types/newsletter-page.ts';
import { formatAudience } from './issue.ts';

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
    <ListPage
      title={t('dashboard.messages.newsletter_heading')}
      headerActions={
        <Button variant="primary" size="sm" busy={isBusy} onClick={create}>
          {t('dashboard.messages.new_issue')}
        </Button>
      }
      lead={formatAudience(readers, pending)}
      list="newsletter"
      label={t('dashboard.messages.newsletter_issues')}
      columns={issueColumns({ now: new Date(loaderData.now), zone })}
      rows={issues}
      rowId={({ id }) => id}
      empty={[t('dashboard.messages.no_issues_yet'), t('dashboard.messages.issues_are_sent_to_everyone_who')]}
    />
  );
}

type ListedIssue = Route.ComponentProps['loaderData']['issues'][number];

function issueColumns({ now, zone }: { now: Date; zone: string }): ListColumn<ListedIssue>[] {
  return [
    whenColumn('detail', ({ sent_at, changed_at }) => since(new Date(sent_at ?? changed_at), now, zone)),
    {
      id: 'subject',
      label: t('dashboard.messages.subject'),
      isTitle: true,
      cell: ({ id, subject }) => (
        <Link to={`/dashboard/messages/newsletter/${id}`} prefetch="intent">
          {subject || t('dashboard.messages.no_subject_yet')}
        </Link>
      ),
    },
    {
      id: 'subscribers',
      label: t('dashboard.messages.subscribers_column'),
      width: 'state',
      align: 'end',
      drop: 2,
      cell: ({ state, readers }) => (state === 'draft' ? '' : readers),
    },
    {
      id: 'status',
      label: t('dashboard.common.status'),
      width: 'state',
      phone: 'end',
      cell: ({ state }) => (
        <Badge tone={state === 'sent' ? 'positive' : state === 'stopped' ? 'danger' : 'quiet'}>
          {t(`dashboard.messages.issue_${state}`)}
        </Badge>
      ),
    },
  ];
}
