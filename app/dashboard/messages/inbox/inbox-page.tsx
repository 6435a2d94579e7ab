// What people write to the studio on the contact page, until somebody has dealt with it.
import { useSearchParams } from 'react-router';
import { since } from '#app/language/since.ts';
import { siteContext } from '#app/site-context.ts';
import { Badge } from '#app/ui/badge.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Link } from '#app/ui/link.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#app/ui/table.tsx';
import { dashboardMeta } from '../../dashboard-meta.ts';
import { pageOf, readCursor } from '../../pagination/time-cursor.ts';
import { KeysetLinks } from '../../pagination/page-links.tsx';
import { Choices } from '../../layout/filter-tabs.tsx';
import { FindForm } from '../../forms/search-form.tsx';
import { RoomHead } from '../../layout/page.tsx';
import { useLive } from '../../realtime/use-live-reload.ts';
import { requireRole } from '../../guard.server.ts';
import { useStudio } from '../../use-studio.ts';
import type { Route } from './+types/inbox-page.ts';
import { type LetterState, type ListedLetter, letterStates, letterWords } from './message.ts';

const SIZE = 40;
const SHOWN = ['all', 'mine', ...letterStates] as const;
type Shown = (typeof SHOWN)[number];

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireRole({ request, context }, 'staff', 'owner');
  const { backend, now } = context.get(siteContext);
  const query = new URL(request.url).searchParams;
  const shown: Shown = SHOWN.find((known) => known === query.get('show')) ?? 'open';
  const words = (query.get('search') ?? '').trim().slice(0, 200);
  const cursor = readCursor(query);
  const { data, error } = await backend.rpc('desk_letters', {
    words,
    only_state: shown === 'all' || shown === 'mine' ? null : shown,
    mine: shown === 'mine',
    ...cursor,
    most: SIZE + 1,
  });
  if (error) throw error;
  return {
    now: now.toISOString(),
    page: pageOf((data ?? []) as ListedLetter[], {
      size: SIZE,
      cursor,
      mark: ({ received_at, id }) => ({ at: received_at, id }),
    }),
    shown,
    words,
  };
}

export function meta({ matches }: Route.MetaArgs) {
  return dashboardMeta(matches, 'inbox');
}

const shownWords: Record<Shown, string> = { all: 'All', mine: 'Mine', ...letterWords };
const order: readonly Shown[] = ['open', 'mine', 'answered', 'done', 'all', 'spam'];
const emptyWords: Record<Shown, string> = {
  open: 'Every letter has an answer.',
  mine: 'You look after no letter.',
  answered: 'No letter was answered yet.',
  done: 'No letter is done yet.',
  all: 'Nobody has written yet.',
  spam: 'No spam.',
};

export default function InboxRoom({ loaderData }: Route.ComponentProps) {
  const { page, shown, words } = loaderData;
  const [search] = useSearchParams();
  const now = new Date(loaderData.now);
  useLive({ table: 'contact_messages' });
  return (
    <>
      <RoomHead title="Inbox">What people write on the contact page. Newest first.</RoomHead>
      <Choices
        label="State"
        choices={order.map((one) => ({
          to: `/dashboard/messages/inbox${one === 'open' ? '' : `?show=${one}`}`,
          label: shownWords[one],
          isChosen: one === shown,
        }))}
      />
      <FindForm
        key={search.toString()}
        label="Find by name, email or words"
        words={words}
        maxLength={200}
        kept={{ name: 'show', value: shown === 'open' ? null : shown }}
      />
      {page.rows.length === 0 ? (
        <EmptyState level={2} title={words ? `No letter speaks of “${words}”.` : emptyWords[shown]}>
          New letters appear here the moment they are sent.
        </EmptyState>
      ) : (
        <LetterTable letters={page.rows} now={now} />
      )}
      <KeysetLinks newer={page.newer} older={page.older} />
    </>
  );
}

function LetterTable({ letters, now }: { letters: ListedLetter[]; now: Date }) {
  const { zone } = useStudio().studio;
  return (
    <Table label="Letters" className="mails">
      <TableHead>
        <tr>
          <TableHeader>When</TableHeader>
          <TableHeader>From</TableHeader>
          <TableHeader className="dash-wide">Looked after by</TableHeader>
          <TableHeader align="end">State</TableHeader>
        </tr>
      </TableHead>
      <TableBody>
        {letters.map((letter) => (
          <TableRow key={letter.id}>
            <TableCell className="dash-quiet mail-when">
              {since(new Date(letter.received_at), now, zone)}
            </TableCell>
            <TableCell className="mail-subject">
              <Link to={`/dashboard/messages/inbox/${letter.id}`} prefetch="intent">
                {letter.name}
              </Link>
              <span className="dash-quiet letter-opening">{letter.opening}</span>
            </TableCell>
            <TableCell className="dash-wide dash-quiet">{letter.assigned_name}</TableCell>
            <TableCell align="end">
              <LetterBadge state={letter.state} />
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

function LetterBadge({ state }: { state: LetterState }) {
  return (
    <Badge tone={state === 'open' ? 'default' : state === 'answered' ? 'positive' : 'quiet'}>
      {letterWords[state]}
    </Badge>
  );
}
