// Every mail and message that went out or wants to, with its state. Without a mail server this is where they are read.
import { since } from '#app/language/since.ts';
import { siteContext } from '#app/site-context.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Link, NavLink } from '#app/ui/link.tsx';
import { Pagination } from '#app/ui/pagination.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#app/ui/table.tsx';
import { dashboardMeta } from '../dashboard-meta.ts';
import { RoomHead } from '../frame/room.tsx';
import { requireRole } from '../guard.server.ts';
import { useStudio } from '../use-studio.ts';
import type { Route } from './+types/outbox-page.ts';
import { type ListedMail, type MailState, recipient, stateWords } from './mail.ts';
import { MailBadge } from './mail-badge.tsx';

const PAGE_SIZE = 40;
const STATES: readonly MailState[] = ['waiting', 'sent', 'failed'];

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireRole({ request, context }, 'staff', 'owner');
  const { backend, now } = context.get(siteContext);
  const query = new URL(request.url).searchParams;
  const state = STATES.find((known) => known === query.get('state')) ?? null;
  const page = Math.min(Math.max(Number.parseInt(query.get('page') ?? '1', 10) || 1, 1), 10_000);
  let wanted = backend
    .from('outbox')
    .select('id,kind,to_address,subject,state,attempts,last_error,next_attempt_at,created_at,sent_at', {
      count: 'exact',
    })
    .order('created_at', { ascending: false })
    .order('id')
    .range((page - 1) * PAGE_SIZE, page * PAGE_SIZE - 1);
  if (state) wanted = wanted.eq('state', state);
  const { data, count, error } = await wanted.overrideTypes<ListedMail[], { merge: false }>();
  // A page beyond the last one is empty, not broken.
  if (error && error.code !== 'PGRST103') throw error;
  return { now: now.toISOString(), mails: data ?? [], total: count ?? 0, state, page };
}

export function meta({ matches }: Route.MetaArgs) {
  return dashboardMeta(matches, 'outbox');
}

export default function OutboxPage({ loaderData }: Route.ComponentProps) {
  const { mails, total, state, page } = loaderData;
  const now = new Date(loaderData.now);
  const base = '/dashboard/messages/outbox';
  const query = (to: number) => `?${new URLSearchParams({ ...(state && { state }), page: String(to) })}`;
  return (
    <>
      <RoomHead title="Outbox">{total === 1 ? 'One message.' : `${total} messages.`} Newest first.</RoomHead>
      <nav className="dash-filter" aria-label="State">
        <ul>
          {[null, ...STATES].map((one) => (
            <li key={one ?? 'all'}>
              <Link
                to={one ? `${base}?state=${one}` : base}
                aria-current={one === state ? 'true' : undefined}
                prefetch="intent"
              >
                {one ? stateWords[one] : 'All'}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {mails.length === 0 ? (
        <EmptyState
          level={2}
          title={state ? `Nothing is ${stateWords[state].toLowerCase()}.` : 'No message has gone out yet.'}
        >
          Confirmations, codes and invitations stand here as soon as somebody asks for one.
        </EmptyState>
      ) : (
        <MailTable mails={mails} now={now} />
      )}
      <Pagination
        page={page}
        pageCount={Math.ceil(total / PAGE_SIZE)}
        hrefFor={query}
        link={({ href, ...props }) => <NavLink to={href} {...props} />}
      />
    </>
  );
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
