// Every mail and message that went out or wants to, with its state. Without a mail server this is where they are read.
import { since } from '#app/language/since.ts';
import { siteContext } from '#app/site-context.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Link } from '#app/ui/link.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#app/ui/table.tsx';
import { dashboardMeta } from '../dashboard-meta.ts';
import { SearchForm } from '../forms/search-form.tsx';
import { requireRole } from '../guard.server.ts';
import { FilterTabs } from '../layout/filter-tabs.tsx';
import { PageHeader } from '../layout/page.tsx';
import { MOMENT, readColumnCursor, readPage, turnedPage, UUID } from '../pagination/column-cursor.ts';
import { ColumnLinks } from '../pagination/page-links.tsx';
import { useStudio } from '../use-studio.ts';
import type { Route } from './+types/outbox-page.ts';
import { type ListedMail, type MailState, recipient, stateLabels } from './email.ts';
import { MailBadge } from './email-badge.tsx';
import { HeldEmails } from './held-emails.tsx';

const SIZE = 40;
const LISTED = 'id,kind,to_address,subject,state,attempts,last_error,next_attempt_at,created_at,sent_at';
const COLUMNS = { created_at: MOMENT, id: UUID };
const STATES: readonly MailState[] = ['waiting', 'held', 'sent', 'failed', 'discarded'];

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireRole({ request, context }, 'staff', 'owner');
  const { backend, now } = context.get(siteContext);
  const query = new URL(request.url).searchParams;
  const state = STATES.find((known) => known === query.get('state')) ?? null;
  const words = (query.get('search') ?? '').trim().slice(0, 80);
  const turn = readColumnCursor(query, COLUMNS);
  const wanted = (select: string, options?: { count: 'exact'; head: true }) => {
    let read = backend.from('outbox').select(select, options);
    if (state) read = read.eq('state', state);
    const found = mailsWith(words);
    return found ? read.or(found) : read;
  };
  const [mails, counted, held] = await Promise.all([
    readPage(wanted(LISTED), { columns: COLUMNS, turn, size: SIZE, descending: true }).overrideTypes<
      ListedMail[],
      { merge: false }
    >(),
    // Counting what holds some words reads them all: whoever searches wants the letters, not their number.
    words ? null : wanted('id', { count: 'exact', head: true }),
    backend.from('outbox').select('id', { count: 'exact', head: true }).eq('state', 'held'),
  ]);
  for (const error of [mails.error, counted?.error, held.error]) if (error) throw error;
  return {
    now: now.toISOString(),
    page: turnedPage(mails.data ?? [], { columns: COLUMNS, turn, size: SIZE }),
    total: counted?.count ?? null,
    held: held.count ?? 0,
    state,
    words,
  };
}

/** Words within the address or the subject, as a filter; nothing when there are none. */
function mailsWith(words: string): string | undefined {
  const bare = words
    .replace(/[^\p{L}\p{N}@.+_ -]/gu, ' ')
    .trim()
    .replace(/\s+/g, '*');
  return bare ? `to_address.ilike."*${bare}*",subject.ilike."*${bare}*"` : undefined;
}

export function meta({ matches }: Route.MetaArgs) {
  return dashboardMeta(matches, 'outbox');
}

export default function OutboxPage({ loaderData }: Route.ComponentProps) {
  const { page, total, held, state, words } = loaderData;
  const now = new Date(loaderData.now);
  const base = '/dashboard/messages/outbox';
  return (
    <>
      <PageHeader title="Outbox">
        {total === null ? 'What was found.' : total === 1 ? 'One message.' : `${total} messages.`} Newest
        first.
      </PageHeader>
      {held > 0 && <HeldEmails count={held} />}
      <FilterTabs
        label="State"
        choices={[null, ...STATES].map((one) => ({
          to: one ? `${base}?state=${one}` : base,
          label: one ? stateLabels[one] : 'All',
          isChosen: one === state,
        }))}
      />
      <SearchForm
        label="Find by address or subject"
        words={words}
        maxLength={80}
        kept={{ name: 'state', value: state }}
      />
      {page.rows.length === 0 ? (
        <EmptyState
          level={2}
          title={formatEmptyState(state, words)}
          action={words ? <Link to={base}>Show every message</Link> : undefined}
        >
          {!words && 'Confirmations, codes and invitations stand here as soon as somebody asks for one.'}
        </EmptyState>
      ) : (
        <MailTable mails={page.rows} now={now} />
      )}
      <ColumnLinks page={page} />
    </>
  );
}

function formatEmptyState(state: MailState | null, words: string): string {
  if (words) return `No message answers to “${words}”.`;
  return state ? `Nothing is ${stateLabels[state].toLowerCase()}.` : 'No message has gone out yet.';
}

function MailTable({ mails, now }: { mails: ListedMail[]; now: Date }) {
  const { studio } = useStudio();
  return (
    <Table label="Messages" className="mails">
      <TableHead>
        <tr>
          <TableHeader>When</TableHeader>
          <TableHeader>Message</TableHeader>
          <TableHeader className="dash-wide">To</TableHeader>
          <TableHeader align="end">State</TableHeader>
        </tr>
      </TableHead>
      <TableBody>
        {mails.map((mail) => (
          <TableRow key={mail.id}>
            <TableCell className="dash-quiet mail-when">
              {since(new Date(mail.created_at), now, studio.zone)}
            </TableCell>
            <TableCell className="mail-subject">
              <Link to={`/dashboard/messages/outbox/${mail.id}`} prefetch="intent">
                {mail.subject}
              </Link>
              <span className="dash-narrow dash-quiet">{recipient(mail)}</span>
              {mail.state === 'failed' && mail.last_error && (
                <span className="dash-quiet">{mail.last_error}</span>
              )}
            </TableCell>
            <TableCell className="dash-wide">{recipient(mail)}</TableCell>
            <TableCell align="end">
              <MailBadge state={mail.state} />
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
