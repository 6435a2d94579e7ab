// One household: its guardians, members, consents, bookings and staff notes.

import type { FormEvent } from 'react';
import { data } from 'react-router';
import { RowText } from '#app/dashboard/layout/row-text.tsx';
import { Rows } from '#app/dashboard/layout/rows.tsx';
import { longDay } from '#app/language/format-day.ts';
import { clockTime, localDay, shortDate } from '#app/language/format-time.ts';
import { rich, t } from '#app/language/messages.ts';
import { since } from '#app/language/since.ts';
import { siteContext } from '#app/site-context.ts';
import { Button, LinkButton } from '#app/ui/button.tsx';
import { confirm } from '#app/ui/confirm/confirm-store.ts';
import { Link } from '#app/ui/link.tsx';
import type { Household, HouseholdBooking, HouseholdPerson } from '#contracts/households.ts';
import { dashboardMeta } from '../dashboard-meta.ts';
import { NoteFields } from '../forms/note-fields.tsx';
import { useDatabaseCall } from '../forms/use-database-call.ts';
import { requireRole } from '../guard.server.ts';
import { PageHeader, Panel } from '../layout/page.tsx';
import { useStudio } from '../use-studio.ts';
import type { Route } from './+types/household-page.ts';
import { bookingLabel, formatConsent, householdName } from './household.ts';

export async function loader({ request, context, params }: Route.LoaderArgs) {
  await requireRole({ request, context }, 'staff', 'owner');
  const { backend, now } = context.get(siteContext);
  if (!/^[0-9a-f-]{36}$/i.test(params.id)) throw data(null, { status: 404 });
  const answer = await backend.rpc('get_household', { household_id: params.id });
  if (answer.status === 404) throw data(null, { status: 404 });
  if (answer.error) throw answer.error;
  return { now: now.toISOString(), household: answer.data };
}

export const meta = dashboardMeta<typeof loader>(({ loaderData }) =>
  loaderData
    ? t('dashboard.households.page_title_household', {
        name: householdName(loaderData.household),
      })
    : t('dashboard.households.page_title_unknown'),
);

export default function HouseholdPage({ loaderData }: Route.ComponentProps) {
  const { household } = loaderData;
  const { zone } = useStudio().studio;
  const now = new Date(loaderData.now);
  return (
    <>
      <PageHeader
        back={['/dashboard/households', t('dashboard.households.households')]}
        title={householdName(household)}
        actions={
          <Button asChild variant="secondary" size="sm">
            <Link to={`/dashboard/households/${household.id}/merge`}>
              {t('dashboard.households.merge_with_another_household')}
            </Link>
          </Button>
        }
      >
        {t('dashboard.households.since_day', {
          day: longDay(localDay(new Date(household.created_at), zone)),
        })}
      </PageHeader>
      {household.alike.length > 0 && (
        <p className="leave-obstacle dash-hint">
          {rich('dashboard.households.may_be_the_same_family', {
            households: () =>
              household.alike.map(({ id, name, who }, index) => (
                <span key={`${id} ${who}`}>
                  {index > 0 && ', '}
                  {rich('dashboard.households.household_with_person', {
                    household: name || who,
                    person: who,
                    link: (text) => (
                      <Link to={`/dashboard/households/${household.id}/merge?with=${id}`}>{text}</Link>
                    ),
                  })}
                </span>
              )),
          })}
        </p>
      )}
      <div className="dash-columns">
        <div className="dash-stack">
          <Panel title={t('dashboard.common.people')}>
            <ul className="dash-list">
              {household.participants.map((person) => (
                <PersonRow key={person.id} person={person} />
              ))}
            </ul>
          </Panel>
          <BookingsPanel bookings={household.bookings} />
        </div>
        <div className="dash-stack">
          <GuardiansPanel household={household} now={now} />
          <NotesPanel key={household.notes.length} household={household} now={now} />
          {household.merges.length > 0 && <MergesPanel household={household} now={now} />}
        </div>
      </div>
    </>
  );
}

function BookingsPanel({ bookings }: { bookings: HouseholdBooking[] }) {
  const { zone } = useStudio().studio;
  return (
    <Panel title={t('dashboard.common.bookings')}>
      <Rows of={bookings} none={t('dashboard.households.no_bookings_yet')}>
        {(booking) => (
          <li key={booking.id}>
            <RowText
              title={
                <Link to={`/dashboard/orders/${booking.order_id}`} prefetch="intent">
                  {booking.title ?? booking.number}
                </Link>
              }
            >
              {booking.name}, {bookingLabel(booking.state)}
            </RowText>
            {booking.starts_at && (
              <span className="dash-quiet">
                {shortDate(new Date(booking.starts_at), zone)}, {clockTime(new Date(booking.starts_at), zone)}
              </span>
            )}
          </li>
        )}
      </Rows>
    </Panel>
  );
}

function GuardiansPanel({ household, now }: { household: Household; now: Date }) {
  const { zone } = useStudio().studio;
  return (
    <Panel title={t('dashboard.households.guardians')}>
      <ul className="dash-list">
        {household.guardians.map((guardian) => (
          <li key={guardian.user_id}>
            <span>
              <b>{guardian.name || guardian.email}</b>
              <span className="dash-quiet">
                {[guardian.email, guardian.phone && `+${guardian.phone}`].filter(Boolean).join(', ')}
              </span>
              {guardian.last_seen && (
                <span className="dash-quiet">
                  {t('dashboard.households.last_signed_in_when', {
                    when: since(new Date(guardian.last_seen), now, zone),
                  })}
                </span>
              )}
            </span>
          </li>
        ))}
        {household.guardians.length === 0 && (
          <li>
            <span>
              <b>{t('dashboard.households.no_account')}</b>
              <span className="dash-quiet">
                {[household.email, household.phone].filter(Boolean).join(', ')}
              </span>
              {household.email && (
                <span className="dash-quiet">{t('dashboard.households.anyone_who_signs_up_with_this')}</span>
              )}
            </span>
          </li>
        )}
      </ul>
    </Panel>
  );
}

function PersonRow({ person }: { person: HouseholdPerson }) {
  const { zone } = useStudio().studio;
  const consents = person.consents
    .filter(({ withdrawn_at }) => !withdrawn_at)
    .map(({ kind, given_at }) => formatConsent(kind, shortDate(new Date(given_at), zone)));
  return (
    <li>
      <span>
        <b>{person.name}</b>
        <span className="dash-quiet">
          {[
            person.born_on && t('dashboard.households.born_day', { day: longDay(person.born_on) }),
            person.is_guardian && t('dashboard.households.has_an_account'),
            t('dashboard.households.booking_count', { count: person.bookings }),
          ]
            .filter(Boolean)
            .join(', ')}
        </span>
        {person.note && <span className="dash-quiet">{person.note}</span>}
        <span className="dash-quiet">
          {consents.length > 0
            ? t('dashboard.households.consents_given', { consents: consents.join('; ') })
            : t('dashboard.households.no_consents_given')}
        </span>
      </span>
    </li>
  );
}

function NotesPanel({ household, now }: { household: Household; now: Date }) {
  const { zone } = useStudio().studio;
  const { call, isBusy, errorOf } = useDatabaseCall({ quiet: true });
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void call('add_household_note', {
      household_id: household.id,
      body: String(new FormData(event.currentTarget).get('note') ?? ''),
    });
  };
  return (
    <Panel title={t('dashboard.households.internal_notes')}>
      {household.notes.length > 0 && (
        <ul className="dash-list">
          {household.notes.map((note) => (
            <li key={note.id}>
              <span>
                <span className="message-text">{note.body}</span>
                <span className="dash-quiet">
                  {note.by || t('dashboard.common.someone')}, {since(new Date(note.at), now, zone)}
                </span>
              </span>
            </li>
          ))}
        </ul>
      )}
      <form className="form dash-note-form" onSubmit={save} noValidate>
        <NoteFields errorOf={errorOf} isBusy={isBusy} />
      </form>
    </Panel>
  );
}

function MergesPanel({ household, now }: { household: Household; now: Date }) {
  const { zone } = useStudio().studio;
  const { call, isBusy } = useDatabaseCall();
  const undo = (id: string, name: string) =>
    confirm({
      title: name
        ? t('dashboard.households.undo_the_merge_question', { name })
        : t('dashboard.households.undo_the_merge_question_unnamed'),
      content: t('dashboard.households.the_household_is_restored_with_its'),
      confirmText: t('dashboard.households.undo_merge'),
      onConfirm: () =>
        call('undo_merge', { merge_id: id }, { title: t('dashboard.households.merge_undone') }),
    });
  return (
    <Panel title={t('dashboard.households.merged_households')}>
      <ul className="dash-list">
        {household.merges.map((merge) => (
          <li key={merge.id}>
            <RowText title={merge.name || t('dashboard.households.a_household')}>
              {merge.by
                ? t('dashboard.households.merged_by_name', {
                    name: merge.by,
                    when: since(new Date(merge.at), now, zone),
                    reason: merge.reason,
                  })
                : t('dashboard.households.merged_by_someone', {
                    when: since(new Date(merge.at), now, zone),
                    reason: merge.reason,
                  })}
            </RowText>
            {merge.undone_at ? (
              <span className="dash-quiet">{t('dashboard.households.merge_is_undone')}</span>
            ) : (
              <LinkButton
                busy={isBusy}
                aria-label={t('dashboard.households.undo_the_merge_with_name', { name: merge.name })}
                onClick={() => undo(merge.id, merge.name)}
              >
                {t('dashboard.households.undo_merge')}
              </LinkButton>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
