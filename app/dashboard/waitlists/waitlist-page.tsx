// The waiting list of one session, in order. Moving, offering out of turn and removing each need a reason.

import { useState } from 'react';
import { data } from 'react-router';
import { RowText } from '#app/dashboard/layout/row-text.tsx';
import { Rows } from '#app/dashboard/layout/rows.tsx';
import { nearDay } from '#app/features/programme/date-label.ts';
import { clockTime } from '#app/language/format-time.ts';
import { t } from '#app/language/messages.ts';
import { since } from '#app/language/since.ts';
import { siteContext } from '#app/site-context.ts';
import { LinkButton } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Link } from '#app/ui/link.tsx';
import type { Waitlist, WaitlistEntry, WaitlistOffer } from '#contracts/waitlist.ts';
import { dashboardMeta } from '../dashboard-meta.ts';
import { requireRole } from '../guard.server.ts';
import { ColumnsPage, Panel } from '../layout/page.tsx';
import { useLiveReload } from '../realtime/use-live-reload.ts';
import { useStudio } from '../use-studio.ts';
import type { Route } from './+types/waitlist-page.ts';
import { CapacityPanel } from './capacity-panel.tsx';
import { type EntryAction, ReasonForm } from './reason-form.tsx';
import { formatEnded, formatMove, formatWaiting, freePlaces } from './waitlist.ts';

const SIZE = 50;

export async function loader({ request, context, params }: Route.LoaderArgs) {
  await requireRole({ request, context }, 'staff', 'owner');
  const { backend, now } = context.get(siteContext);
  if (!/^[0-9a-f-]{36}$/i.test(params.pool)) throw data(null, { status: 404 });
  const from = Math.max(1, Number.parseInt(new URL(request.url).searchParams.get('from') ?? '1', 10) || 1);
  const answer = await backend.rpc('get_waitlist', {
    pool_id: params.pool,
    from_place: from,
    max_rows: SIZE,
  });
  if (answer.status === 404) throw data(null, { status: 404 });
  if (answer.error) throw answer.error;
  return { now: now.toISOString(), waitlist: answer.data, from };
}

export const meta = dashboardMeta<typeof loader>(({ loaderData }) =>
  loaderData
    ? t('dashboard.waitlists.page_title_waitlist', { title: loaderData.waitlist.title })
    : t('dashboard.waitlists.page_title_waitlist_unknown'),
);

export default function WaitlistPage({ loaderData }: Route.ComponentProps) {
  const { waitlist, from } = loaderData;
  const now = new Date(loaderData.now);
  const { zone } = useStudio().studio;
  useLiveReload({ table: 'waitlist_entries', filter: `pool_id=eq.${waitlist.pool_id}` });
  const [open, setOpen] = useState<{ id: number; doing: EntryAction } | null>(null);
  const startsAt = new Date(waitlist.starts_at);
  const lastShown = from + waitlist.entries.length - 1;
  return (
    <ColumnsPage
      back={['/dashboard/waiting-lists', t('dashboard.waitlists.waiting_lists')]}
      title={waitlist.title}
      lead={t('dashboard.waitlists.session_summary', {
        day: nearDay(startsAt, now, zone),
        time: clockTime(startsAt, zone),
        seats: waitlist.seats,
        capacity: waitlist.capacity,
        free: freePlaces(waitlist),
        waiting: formatWaiting(waitlist),
      })}
    >
      <div className="dash-stack">
        {waitlist.offers.length > 0 && (
          <Panel title={t('dashboard.waitlists.offered_now')}>
            <ul className="dash-list">
              {waitlist.offers.map((offer) => (
                <OfferRow
                  key={offer.id}
                  offer={offer}
                  isOpen={open?.id === offer.id}
                  onOpen={(isOpen) => setOpen(isOpen ? { id: offer.id, doing: 'remove' } : null)}
                />
              ))}
            </ul>
          </Panel>
        )}
        <Panel
          title={t('dashboard.waitlists.waiting_list')}
          aside={
            waitlist.waiting > SIZE &&
            t('dashboard.waitlists.positions_shown', {
              from,
              to: lastShown,
              total: waitlist.waiting,
            })
          }
        >
          {waitlist.entries.length === 0 ? (
            <EmptyState level={3} title={t('dashboard.waitlists.no_one_is_waiting_for_this')} />
          ) : (
            <ol className="dash-list waitlist-entries" start={from}>
              {waitlist.entries.map((entry) => (
                <EntryRow
                  key={entry.id}
                  entry={entry}
                  waitlist={waitlist}
                  now={now}
                  doing={open?.id === entry.id ? open.doing : null}
                  onDo={(doing) => setOpen(doing ? { id: entry.id, doing } : null)}
                />
              ))}
            </ol>
          )}
          {(from > 1 || lastShown < waitlist.waiting) && (
            <nav className="pagination keyset" aria-label={t('dashboard.common.pages')}>
              {from > 1 && (
                <Link to={`?from=${Math.max(1, from - SIZE)}`} className="pagination-step">
                  {t('dashboard.common.previous')}
                </Link>
              )}
              {lastShown < waitlist.waiting && (
                <Link to={`?from=${lastShown + 1}`} className="pagination-step">
                  {t('dashboard.common.next')}
                </Link>
              )}
            </nav>
          )}
        </Panel>
      </div>
      <div className="dash-stack">
        <CapacityPanel waitlist={waitlist} now={now} />
        <Panel title={t('dashboard.waitlists.no_longer_waiting')}>
          <Rows of={waitlist.gone} none={t('dashboard.waitlists.no_one_has_left_this_waiting')}>
            {(entry) => (
              <li key={entry.id}>
                <RowText title={entry.name}>{formatEnded(entry)}</RowText>
              </li>
            )}
          </Rows>
        </Panel>
      </div>
    </ColumnsPage>
  );
}

interface OfferRowProps {
  offer: WaitlistOffer;
  isOpen: boolean;
  onOpen(isOpen: boolean): void;
}

function OfferRow({ offer, isOpen, onOpen }: OfferRowProps) {
  const { zone } = useStudio().studio;
  return (
    <li>
      <RowText title={offer.name}>
        {t('dashboard.waitlists.offer_until_time', {
          count: offer.places,
          time: clockTime(new Date(offer.offer_ends_at), zone),
          contact: contact(offer),
        })}
      </RowText>
      <span className="dash-row-actions">
        <LinkButton
          aria-label={t('dashboard.common.remove_name', { name: offer.name })}
          aria-expanded={isOpen}
          onClick={() => onOpen(!isOpen)}
        >
          {t('dashboard.common.remove')}
        </LinkButton>
      </span>
      {isOpen && <ReasonForm doing="remove" entry={offer} free={0} onDone={() => onOpen(false)} />}
    </li>
  );
}

interface EntryRowProps {
  entry: WaitlistEntry;
  waitlist: Waitlist;
  now: Date;
  doing: EntryAction | null;
  onDo(doing: EntryAction | null): void;
}

const ACTION_LABELS = {
  move: 'dashboard.waitlists.move_verb',
  offer: 'dashboard.waitlists.offer_now',
  remove: 'dashboard.common.remove',
} as const satisfies Record<EntryAction, string>;

const NAMED_ACTIONS = {
  move: 'dashboard.waitlists.move_name',
  offer: 'dashboard.waitlists.offer_name',
  remove: 'dashboard.waitlists.remove_name',
} as const satisfies Record<EntryAction, string>;

function EntryRow({ entry, waitlist, now, doing, onDo }: EntryRowProps) {
  const { zone } = useStudio().studio;
  return (
    <li>
      <span>
        <b>
          {entry.place}. {entry.name}
        </b>
        <span className="dash-quiet">
          {t('dashboard.waitlists.waiting_since', {
            count: entry.places,
            when: since(new Date(entry.joined_at), now, zone),
            contact: contact(entry),
          })}
        </span>
        {entry.moved?.map((move) => (
          <span key={move.at} className="dash-quiet">
            {formatMove(move)}
          </span>
        ))}
      </span>
      <span className="dash-row-actions">
        {(['move', 'offer', 'remove'] as const)
          .filter((one) => one !== 'move' || waitlist.waiting > 1)
          .map((one) => (
            <LinkButton
              key={one}
              aria-label={t(NAMED_ACTIONS[one], { name: entry.name })}
              aria-expanded={doing === one}
              onClick={() => onDo(doing === one ? null : one)}
            >
              {t(ACTION_LABELS[one])}
            </LinkButton>
          ))}
      </span>
      {doing && (
        <ReasonForm
          key={doing}
          doing={doing}
          entry={entry}
          free={freePlaces(waitlist)}
          waiting={waitlist.waiting}
          onDone={() => onDo(null)}
        />
      )}
    </li>
  );
}

function contact({ email, phone }: { email: string; phone: string }): string {
  return [email, phone].filter(Boolean).join(', ');
}
