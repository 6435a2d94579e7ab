// Messages from the contact form, until staff have handled them.

import { useSearchParams } from 'react-router';
import { t } from '#app/language/messages.ts';
import { since } from '#app/language/since.ts';
import { siteContext } from '#app/site-context.ts';
import { Badge } from '#app/ui/badge.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Link } from '#app/ui/link.tsx';
import { Table, TableBody, TableCell, TableRow } from '#app/ui/table.tsx';
import type { ListedMessage } from '#contracts/lists.ts';
import { dashboardMeta } from '../../dashboard-meta.ts';
import { SearchForm } from '../../forms/search-form.tsx';
import { requireRole } from '../../guard.server.ts';
import { Columns } from '../../layout/columns.tsx';
import { FilterTabs } from '../../layout/filter-tabs.tsx';
import { PageHeader } from '../../layout/page.tsx';
import { KeysetLinks } from '../../pagination/page-links.tsx';
import { pageOf, readCursor } from '../../pagination/time-cursor.ts';
import { useLiveReload } from '../../realtime/use-live-reload.ts';
import { useStudio } from '../../use-studio.ts';
import type { Route } from './+types/inbox-page.ts';
import { type MessageState, messageStates, stateLabels } from './message.ts';

const SIZE = 40;
const SHOWN = ['all', 'mine', ...messageStates] as const;
type Shown = (typeof SHOWN)[number];

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireRole({ request, context }, 'staff', 'owner');
  const { backend, now } = context.get(siteContext);
  const query = new URL(request.url).searchParams;
  const shown: Shown = SHOWN.find((known) => known === query.get('show')) ?? 'open';
  const searchText = (query.get('search') ?? '').trim().slice(0, 200);
  const cursor = readCursor(query);
  const { data, error } = await backend.rpc('list_contact_messages', {
    query: searchText,
    only_state: shown === 'all' || shown === 'mine' ? null : shown,
    mine: shown === 'mine',
    ...cursor,
    max_rows: SIZE + 1,
  });
  if (error) throw error;
  return {
    now: now.toISOString(),
    page: pageOf(data ?? [], {
      size: SIZE,
      cursor,
      mark: ({ received_at, id }) => ({ at: received_at, id }),
    }),
    shown,
    searchText,
  };
}

export const meta = dashboardMeta(() => t('dashboard.messages.inbox_page_title'));

const filterLabels = {
  all: 'dashboard.messages.all_messages_filter',
  mine: 'dashboard.messages.my_messages_filter',
  ...stateLabels,
} as const satisfies Record<Shown, string>;
const order: readonly Shown[] = ['open', 'mine', 'answered', 'done', 'all', 'spam'];
const emptyLabels = {
  open: 'dashboard.messages.no_open_messages',
  mine: 'dashboard.messages.no_messages_assigned_to_you',
  answered: 'dashboard.messages.no_answered_messages_yet',
  done: 'dashboard.messages.no_messages_done_yet',
  all: 'dashboard.messages.no_messages_yet',
  spam: 'dashboard.messages.no_spam',
} as const satisfies Record<Shown, string>;

export default function InboxPage({ loaderData }: Route.ComponentProps) {
  const { page, shown, searchText } = loaderData;
  const [search] = useSearchParams();
  const now = new Date(loaderData.now);
  useLiveReload({ table: 'contact_messages' });
  return (
    <>
      <PageHeader title={t('dashboard.messages.inbox_heading')}>
        {t('dashboard.messages.messages_from_the_contact_page_newest')}
      </PageHeader>
      <FilterTabs
        label={t('dashboard.common.status')}
        choices={order.map((one) => ({
          to: `/dashboard/messages/inbox${one === 'open' ? '' : `?show=${one}`}`,
          label: t(filterLabels[one]),
          isChosen: one === shown,
        }))}
      />
      <SearchForm
        key={search.toString()}
        label={t('dashboard.messages.find_by_name_email_or_text')}
        query={searchText}
        maxLength={200}
        filter={{ name: 'show', value: shown === 'open' ? null : shown }}
      />
      {page.rows.length === 0 ? (
        <EmptyState
          level={2}
          title={
            searchText
              ? t('dashboard.messages.no_messages_found_for_search_text', { searchText })
              : t(emptyLabels[shown])
          }
        >
          {t('dashboard.messages.new_messages_appear_here_as_soon')}
        </EmptyState>
      ) : (
        <MessageTable messages={page.rows} now={now} />
      )}
      <KeysetLinks newer={page.newer} older={page.older} />
    </>
  );
}

function MessageTable({ messages, now }: { messages: ListedMessage[]; now: Date }) {
  const { zone } = useStudio().studio;
  return (
    <Table label={t('dashboard.messages.messages_table')} className="mails">
      <Columns
        of={[
          t('dashboard.common.when'),
          t('dashboard.common.sender'),
          { wide: t('dashboard.messages.assigned_to') },
          { end: t('dashboard.common.status') },
        ]}
      />
      <TableBody>
        {messages.map((message) => (
          <TableRow key={message.id}>
            <TableCell className="dash-quiet mail-when">
              {since(new Date(message.received_at), now, zone)}
            </TableCell>
            <TableCell className="mail-subject">
              <Link to={`/dashboard/messages/inbox/${message.id}`} prefetch="intent">
                {message.name}
              </Link>
              <span className="dash-quiet message-excerpt">{message.opening}</span>
            </TableCell>
            <TableCell className="dash-wide dash-quiet">{message.assigned_name}</TableCell>
            <TableCell align="end">
              <MessageBadge state={message.state} />
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

function MessageBadge({ state }: { state: MessageState }) {
  return (
    <Badge tone={state === 'open' ? 'default' : state === 'answered' ? 'positive' : 'quiet'}>
      {t(stateLabels[state])}
    </Badge>
  );
}
