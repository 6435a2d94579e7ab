// Messages from the contact form, until staff have handled them.

import { dataOf } from '#app/backend/data-of.ts';
import { t } from '#app/language/messages.ts';
import { since } from '#app/language/since.ts';
import { siteContext } from '#app/site-context.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Link } from '#app/ui/link.tsx';
import type { ListedMessage } from '#contracts/lists.ts';
import { dashboardMeta } from '../../dashboard-meta.ts';
import { callDatabase } from '../../forms/call-database.ts';
import { requireRole } from '../../guard.server.ts';
import type { Bulk, BulkAction } from '../../list/bulk-bar.tsx';
import { statusColumn, whenColumn } from '../../list/common-columns.tsx';
import { EmptyList } from '../../list/empty-list.tsx';
import { SearchFilter } from '../../list/filters.tsx';
import type { ListColumn } from '../../list/list-column.ts';
import { ListPage } from '../../list/list-page.tsx';
import { KeysetLinks } from '../../pagination/page-links.tsx';
import { PAGE_SIZE } from '../../pagination/page-size.ts';
import { pageOf, readCursor } from '../../pagination/time-cursor.ts';
import { useLiveReload } from '../../realtime/use-live-reload.ts';
import { useStudio } from '../../use-studio.ts';
import type { Route } from './+types/inbox-page.ts';
import { type MessageState, messageStates } from './message.ts';

const SHOWN = ['all', 'mine', ...messageStates] as const;
type Shown = (typeof SHOWN)[number];

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireRole({ request, context }, 'staff', 'owner');
  const { backend, now } = context.get(siteContext);
  const query = new URL(request.url).searchParams;
  const shown: Shown = SHOWN.find((known) => known === query.get('show')) ?? 'open';
  const searchText = (query.get('search') ?? '').trim().slice(0, 200);
  const cursor = readCursor(query);
  const data = await dataOf(
    backend.rpc('list_contact_messages', {
      query: searchText,
      only_state: shown === 'all' || shown === 'mine' ? null : shown,
      mine: shown === 'mine',
      ...cursor,
      max_rows: PAGE_SIZE + 1,
    }),
  );
  return {
    now: now.toISOString(),
    page: pageOf(data ?? [], {
      size: PAGE_SIZE,
      cursor,
      mark: ({ received_at, id }) => ({ at: received_at, id }),
    }),
    shown,
    searchText,
  };
}

export const meta = dashboardMeta(() => t('dashboard.messages.inbox_page_title'));

const order: readonly Shown[] = ['open', 'mine', 'answered', 'done', 'all', 'spam'];
export default function InboxPage({ loaderData }: Route.ComponentProps) {
  const { page, shown, searchText } = loaderData;
  const { zone } = useStudio().studio;
  useLiveReload({ table: 'contact_messages' });
  return (
    <ListPage
      title={t('dashboard.messages.inbox_heading')}
      lead={t('dashboard.messages.messages_from_the_contact_page_newest')}
      list="messages"
      label={t('dashboard.messages.messages_table')}
      views={order.map((one) => ({
        label: t(`dashboard.messages.message_${one}`),
        filter: one === 'open' ? '' : `show=${one}`,
      }))}
      filters={<SearchFilter label={t('dashboard.messages.find_by_name_email_or_text')} />}
      columns={messageColumns({ now: new Date(loaderData.now), zone })}
      rows={page.rows}
      rowId={({ id }) => id}
      isQuiet={({ state }) => state === 'done' || state === 'spam'}
      bulk={messageBulk()}
      empty={
        <EmptyList
          notFound={
            searchText !== '' && t('dashboard.messages.no_messages_found_for_search_text', { searchText })
          }
          none={t(`dashboard.messages.none_${shown}`)}
        >
          {t('dashboard.messages.new_messages_appear_here_as_soon')}
        </EmptyList>
      }
      pages={<KeysetLinks newer={page.newer} older={page.older} />}
    />
  );
}

function messageColumns({ now, zone }: { now: Date; zone: string }): ListColumn<ListedMessage>[] {
  return [
    whenColumn('end', ({ received_at }) => since(new Date(received_at), now, zone)),
    {
      id: 'from',
      label: t('dashboard.common.sender'),
      width: 'name',
      isTitle: true,
      cell: ({ id, name }) => (
        <Link to={`/dashboard/messages/inbox/${id}`} prefetch="intent">
          {name}
        </Link>
      ),
    },
    {
      id: 'text',
      label: t('dashboard.messages.message_column'),
      phone: 'detail',
      cell: ({ opening }) => <span className="message-excerpt">{opening}</span>,
    },
    {
      id: 'assigned',
      label: t('dashboard.messages.assigned_to'),
      width: 'name',
      drop: 1,
      className: 'dash-quiet',
      cell: ({ assigned_name }) => assigned_name,
    },
    statusColumn(({ state }) => <MessageBadge state={state} />),
  ];
}

function messageBulk(): Bulk<ListedMessage> {
  const change = (
    state: MessageState,
    label: string,
    done: (count: number) => string,
  ): BulkAction<ListedMessage> => ({
    id: state,
    label,
    accepts: (message) => message.state !== state,
    run: ({ id }) => callDatabase('update_contact_message', { contact_message_id: id, state }),
    done,
  });
  return {
    nameOf: ({ name }) => name,
    actions: [
      change('done', t('dashboard.messages.mark_as_done'), (count) =>
        t('dashboard.messages.messages_done', { count }),
      ),
      change('open', t('dashboard.messages.reopen'), (count) =>
        t('dashboard.messages.messages_reopened', { count }),
      ),
      change('spam', t('dashboard.messages.mark_as_spam'), (count) =>
        t('dashboard.messages.messages_marked_as_spam', { count }),
      ),
    ],
  };
}

function MessageBadge({ state }: { state: MessageState }) {
  return (
    <Badge tone={state === 'open' ? 'default' : state === 'answered' ? 'positive' : 'quiet'}>
      {t(`dashboard.messages.message_${state}`)}
    </Badge>
  );
}
