// Every email and text message that was sent or is waiting. Without a mail server staff read them here.

import { questionText, t } from '#app/language/messages.ts';
import { since } from '#app/language/since.ts';
import { siteContext } from '#app/site-context.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Link } from '#app/ui/link.tsx';
import { deliveryText } from '../coded-text.ts';
import { dashboardMeta } from '../dashboard-meta.ts';
import { requireRole } from '../guard.server.ts';
import { PageHeader } from '../layout/page.tsx';
import type { Bulk } from '../list/bulk-bar.tsx';
import { statusColumn, whenColumn } from '../list/common-columns.tsx';
import { SearchFilter } from '../list/filters.tsx';
import type { ListColumn } from '../list/list-column.ts';
import { ListView } from '../list/list-view.tsx';
import { ownApi } from '../own-api.ts';
import { MOMENT, readColumnCursor, readPage, turnedPage, UUID } from '../pagination/column-cursor.ts';
import { ColumnLinks } from '../pagination/page-links.tsx';
import { PAGE_SIZE } from '../pagination/page-size.ts';
import { useStudio } from '../use-studio.ts';
import type { Route } from './+types/outbox-page.ts';
import { type EmailState, type ListedEmail, recipient } from './email.ts';
import { EmailBadge } from './email-badge.tsx';
import { HeldEmails } from './held-emails.tsx';

const LISTED = 'id,kind,to_address,subject,state,attempts,last_error,next_attempt_at,created_at,sent_at';
const COLUMNS = { created_at: MOMENT, id: UUID };
const STATES: readonly EmailState[] = ['waiting', 'held', 'sent', 'failed', 'discarded'];

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireRole({ request, context }, 'staff', 'owner');
  const { backend, now } = context.get(siteContext);
  const query = new URL(request.url).searchParams;
  const state = STATES.find((known) => known === query.get('state')) ?? null;
  const searchText = (query.get('search') ?? '').trim().slice(0, 80);
  const turn = readColumnCursor(query, COLUMNS);
  const wanted = <Select extends string>(select: Select, options?: { count: 'exact'; head: true }) => {
    let read = backend.from('outbox').select(select, options);
    if (state) read = read.eq('state', state);
    const found = searchFilter(searchText);
    return found ? read.or(found) : read;
  };
  const [mails, counted, held] = await Promise.all([
    readPage(wanted(LISTED), { columns: COLUMNS, turn, size: PAGE_SIZE, descending: true }),
    // Counting search results would read every row.
    searchText ? null : wanted('id', { count: 'exact', head: true }),
    backend.from('outbox').select('id', { count: 'exact', head: true }).eq('state', 'held'),
  ]);
  for (const error of [mails.error, counted?.error, held.error]) if (error) throw error;
  return {
    now: now.toISOString(),
    page: turnedPage(mails.data ?? [], { columns: COLUMNS, turn, size: PAGE_SIZE }),
    total: counted?.count ?? null,
    held: held.count ?? 0,
    state,
    searchText,
  };
}

/** A filter on the recipient and the subject; undefined without a search. */
function searchFilter(searchText: string): string | undefined {
  const bare = searchText
    .replace(/[^\p{L}\p{N}@.+_ -]/gu, ' ')
    .trim()
    .replace(/\s+/g, '*');
  return bare ? `to_address.ilike."*${bare}*",subject.ilike."*${bare}*"` : undefined;
}

export const meta = dashboardMeta(() => t('dashboard.messages.outbox_page_title'));

export default function OutboxPage({ loaderData }: Route.ComponentProps) {
  const { page, total, held, state, searchText } = loaderData;
  const { studio } = useStudio();
  const base = '/dashboard/messages/outbox';
  return (
    <>
      <PageHeader title={t('dashboard.messages.outbox_heading')}>
        {total === null
          ? t('dashboard.messages.search_results_newest_first')
          : t('dashboard.messages.emails_newest_first', { count: total })}
      </PageHeader>
      {held > 0 && <HeldEmails count={held} />}
      <ListView
        list="emails"
        label={t('dashboard.messages.emails')}
        views={[null, ...STATES].map((one) => ({
          label: t(`dashboard.messages.email_${one ?? 'all'}`),
          filter: one ? `state=${one}` : '',
        }))}
        filters={<SearchFilter label={t('dashboard.messages.find_by_address_or_subject')} maxLength={80} />}
        columns={emailColumns({ now: new Date(loaderData.now), zone: studio.zone })}
        rows={page.rows}
        rowId={({ id }) => id}
        isQuiet={({ state: one }) => one === 'discarded'}
        bulk={emailBulk()}
        empty={
          <EmptyState
            level={2}
            title={formatEmptyState(state, searchText)}
            action={searchText ? <Link to={base}>{t('dashboard.messages.show_all_emails')}</Link> : undefined}
          >
            {!searchText && t('dashboard.messages.confirmations_sign_in_codes_and')}
          </EmptyState>
        }
        pages={<ColumnLinks page={page} />}
      />
    </>
  );
}

function formatEmptyState(state: EmailState | null, searchText: string): string {
  if (searchText) return t('dashboard.messages.no_emails_found_for_search_text', { searchText });
  return state
    ? t('dashboard.messages.no_emails_in_state', { state })
    : t('dashboard.messages.no_emails_yet');
}

function emailColumns({ now, zone }: { now: Date; zone: string }): ListColumn<ListedEmail>[] {
  return [
    whenColumn('end', ({ created_at }) => since(new Date(created_at), now, zone)),
    {
      id: 'subject',
      label: t('dashboard.messages.subject'),
      isTitle: true,
      cell: (mail) => (
        <>
          <Link to={`/dashboard/messages/outbox/${mail.id}`} prefetch="intent">
            {mail.subject}
          </Link>
          {mail.state === 'failed' && mail.last_error && (
            <span className="dash-quiet">{deliveryText(mail.last_error)}</span>
          )}
        </>
      ),
    },
    { id: 'to', label: t('dashboard.common.to'), phone: 'detail', cell: recipient },
    statusColumn(({ state }) => <EmailBadge state={state} />),
  ];
}

function emailBulk(): Bulk<ListedEmail> {
  return {
    nameOf: (mail) => `${mail.subject}, ${recipient(mail)}`,
    actions: [
      {
        id: 'send',
        label: t('dashboard.messages.send_now'),
        accepts: ({ state }) => state !== 'sent' && state !== 'discarded',
        run: ({ id }) => ownApi(`/outbox/${id}/retry`, { method: 'POST', body: {} }),
        done: (count) => t('dashboard.messages.emails_will_be_sent_now', { count }),
      },
      {
        id: 'discard',
        label: t('dashboard.messages.discard'),
        accepts: ({ state }) => state === 'held',
        run: ({ id }) => ownApi('/outbox/held', { method: 'POST', body: { decision: 'discard', ids: [id] } }),
        done: (count) => t('dashboard.messages.emails_discarded', { count }),
        question: (mails) => questionText('dashboard.messages.discard', { count: mails.length }),
      },
    ],
  };
}
