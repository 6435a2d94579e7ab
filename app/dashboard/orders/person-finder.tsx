// Finds people the studio knows while you type.

import { useEffect, useState } from 'react';
import { backend } from '#app/backend/backend.ts';
import { RowAction } from '#app/dashboard/forms/row-action.tsx';
import { RowText } from '#app/dashboard/layout/row-text.tsx';
import { longDay } from '#app/language/format-day.ts';
import { t } from '#app/language/messages.ts';
import { describeReason } from '#app/ui/confirm/confirm-store.ts';
import { Field } from '#app/ui/field.tsx';
import { SearchInput } from '#app/ui/input.tsx';
import type { KnownPerson } from '#contracts/lists.ts';

const TYPING_MS = 250;

export function PersonFinder({ onChoose }: { onChoose(person: KnownPerson): void }) {
  const [query, setQuery] = useState('');
  const [found, setFound] = useState<KnownPerson[] | null>(null);
  const [error, setError] = useState('');
  useEffect(() => {
    if (query.trim().length < 2) return setFound(null);
    let isCancelled = false;
    const timer = setTimeout(async () => {
      const { data, error: reason } = await backend()
        .then((client) => client.rpc('search_people', { query }))
        .catch((failure: unknown) => ({ data: null, error: failure }));
      if (isCancelled) return;
      setError(reason ? describeReason(reason) : '');
      setFound(reason ? null : data);
    }, TYPING_MS);
    return () => {
      isCancelled = true;
      clearTimeout(timer);
    };
  }, [query]);
  return (
    <div className="person-finder">
      <Field
        label={t('dashboard.orders.find_a_person')}
        hint={t('dashboard.orders.search_by_their_name_or_their')}
        error={error || undefined}
      >
        <SearchInput
          value={query}
          maxLength={120}
          onText={setQuery}
          // Enter here means "search", not "book".
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      </Field>
      <p className="sr-only" role="status">
        {found && t('dashboard.orders.people_found', { count: found.length })}
      </p>
      {found && (
        <ul className="dash-list">
          {found.length === 0 && (
            <li>
              <span className="dash-quiet">{t('dashboard.orders.no_one_found_enter_the_name')}</span>
            </li>
          )}
          {found.map((person) => (
            <li key={person.participant_id}>
              <RowText title={person.name}>
                {[
                  person.born_on && longDay(person.born_on),
                  person.guardian !== person.name && person.guardian,
                  person.email,
                ]
                  .filter(Boolean)
                  .join(', ')}
              </RowText>
              <RowAction
                label={t('dashboard.common.choose')}
                name={t('dashboard.orders.choose_name', { name: person.name })}
                onClick={() => {
                  onChoose(person);
                  setQuery('');
                }}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
