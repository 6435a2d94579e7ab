// Merges two households: choose the other one, match their people, give a reason.

import { type FormEvent, useState } from 'react';
import { data, useNavigate } from 'react-router';
import { RowText } from '#app/dashboard/layout/row-text.tsx';
import { longDay } from '#app/language/format-day.ts';
import { t } from '#app/language/messages.ts';
import { siteContext } from '#app/site-context.ts';
import { Button } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Field } from '#app/ui/field.tsx';
import { Link } from '#app/ui/link.tsx';
import { Select } from '#app/ui/select.tsx';
import type { HouseholdPerson, MergePreview } from '#contracts/households.ts';
import { dashboardMeta } from '../dashboard-meta.ts';
import { ReasonField } from '../forms/reason-field.tsx';
import { SearchForm } from '../forms/search-form.tsx';
import { useDatabaseCall } from '../forms/use-database-call.ts';
import { requireRole } from '../guard.server.ts';
import { PageHeader, Panel } from '../layout/page.tsx';
import type { Route } from './+types/merge-page.ts';
import { householdName } from './household.ts';

const ID = /^[0-9a-f-]{36}$/i;

export async function loader({ request, context, params }: Route.LoaderArgs) {
  await requireRole({ request, context }, 'staff', 'owner');
  const { backend } = context.get(siteContext);
  if (!ID.test(params.id)) throw data(null, { status: 404 });
  const query = new URL(request.url).searchParams;
  const other = query.get('with') ?? '';
  const searchText = (query.get('search') ?? '').trim().slice(0, 200);
  const [household, found, preview] = await Promise.all([
    backend.rpc('get_household', { household_id: params.id }),
    searchText ? backend.rpc('list_households', { query: searchText, max_rows: 12 }) : null,
    ID.test(other) && other !== params.id
      ? backend.rpc('preview_merge', { target_household_id: params.id, merged_id: other })
      : null,
  ]);
  if (household.status === 404 || preview?.status === 404) throw data(null, { status: 404 });
  if (household.error) throw household.error;
  for (const answer of [found, preview]) if (answer?.error) throw answer.error;
  return {
    household: household.data,
    searchText,
    found: (found?.data ?? []).filter(({ id }) => id !== params.id),
    preview: preview?.data ?? null,
  };
}

export const meta = dashboardMeta(() => t('dashboard.households.page_title_merge'));

export default function MergePage({ loaderData }: Route.ComponentProps) {
  const { household, found, searchText, preview } = loaderData;
  const here = `/dashboard/households/${household.id}`;
  return (
    <>
      <PageHeader back={[here, householdName(household)]} title={t('dashboard.households.merge_households')}>
        {t('dashboard.households.nothing_is_lost_and_you_can')}
      </PageHeader>
      {preview ? (
        <MergeForm key={preview.merged.id} preview={preview} />
      ) : (
        <div className="dash-reading">
          <SearchForm
            label={t('dashboard.households.find_the_other_household')}
            query={searchText}
            maxLength={200}
          />
          {searchText && found.length === 0 && (
            <EmptyState
              level={2}
              title={t('dashboard.households.no_other_household_found_for', { searchText })}
            >
              {t('dashboard.households.try_the_name_of_a_child')}
            </EmptyState>
          )}
          <ul className="dash-list">
            {found.map((other) => (
              <li key={other.id}>
                <RowText title={householdName(other)}>
                  {[other.emails, other.people].filter(Boolean).join('; ')}
                </RowText>
                <Link
                  to={`${here}/merge?with=${other.id}`}
                  aria-label={t('dashboard.households.choose_household', {
                    name: householdName(other),
                  })}
                >
                  {t('dashboard.common.choose')}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

function MergeForm({ preview: { target, merged, same } }: { preview: MergePreview }) {
  const navigate = useNavigate();
  const { call, isBusy, errorOf } = useDatabaseCall({ quiet: true });
  const [pairs, setPairs] = useState<Record<string, string>>(() =>
    Object.fromEntries(same.map(({ from, into }) => [from, into])),
  );
  const combined = Object.values(pairs).filter(Boolean).length;
  const merge = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const done = await call(
      'merge_households',
      {
        target_household_id: target.id,
        merged_id: merged.id,
        reason: String(new FormData(event.currentTarget).get('reason') ?? ''),
        same: Object.entries(pairs)
          .filter(([, into]) => into !== '')
          .map(([from, into]) => ({ from, into })),
      },
      {
        title: t('dashboard.households.households_merged'),
        description: householdName(target),
        isLeaving: true,
      },
    );
    if (done) await navigate(`/dashboard/households/${target.id}`);
  };
  return (
    <form className="dash-columns" onSubmit={merge} noValidate>
      <Panel
        title={t('dashboard.households.household_merged_into', {
          merged: householdName(merged),
          target: householdName(target),
        })}
      >
        <ul className="dash-list">
          {merged.participants.map((person) => (
            <MergedPerson
              key={person.id}
              person={person}
              others={target.participants}
              same={pairs[person.id] ?? ''}
              onSame={(id) => setPairs({ ...pairs, [person.id]: id })}
            />
          ))}
        </ul>
      </Panel>
      <div className="dash-stack">
        <Panel title={t('dashboard.households.what_happens')}>
          <ul className="settings merge-list">
            <li>
              {t('dashboard.households.accounts_added_as_guardian', { count: merged.guardians.length })}
            </li>
            <li>
              {t('dashboard.households.people_added_and_combined', {
                added: merged.participants.length - combined,
                combined,
              })}
            </li>
            <li>
              {t('dashboard.households.bookings_and_notes_are_moved', {
                bookings: merged.bookings.length,
                notes: merged.notes.length,
              })}
            </li>
            <li>
              {t('dashboard.households.household_removed_until_undone', {
                name: householdName(merged),
              })}
            </li>
          </ul>
        </Panel>
        <div className="form">
          <ReasonField maxLength={500} error={errorOf('reason')} />
          <Button variant="primary" type="submit" busy={isBusy}>
            {t('dashboard.households.merge_households')}
          </Button>
        </div>
      </div>
    </form>
  );
}

interface MergedPersonProps {
  person: HouseholdPerson;
  /** The people of the household that stays. */
  others: HouseholdPerson[];
  /** Id of the one that is the same person; empty for a new one. */
  same: string;
  onSame(id: string): void;
}

function MergedPerson({ person, others, same, onSame }: MergedPersonProps) {
  return (
    <li>
      <RowText title={person.name}>
        {[
          person.born_on && t('dashboard.households.born_day', { day: longDay(person.born_on) }),
          t('dashboard.households.booking_count', { count: person.bookings }),
        ]
          .filter(Boolean)
          .join(', ')}
      </RowText>
      <Field label={t('dashboard.households.person_is', { name: person.name })} className="merge-person">
        <Select value={same} onChange={(event) => onSame(event.currentTarget.value)}>
          <option value="">{t('dashboard.households.a_new_person_in_the_household')}</option>
          {others.map((other) => (
            <option key={other.id} value={other.id} disabled={other.is_guardian && person.is_guardian}>
              {other.born_on
                ? t('dashboard.households.the_same_as_person_born', {
                    name: other.name,
                    day: longDay(other.born_on),
                  })
                : t('dashboard.households.the_same_as_person', { name: other.name })}
            </option>
          ))}
        </Select>
      </Field>
    </li>
  );
}
