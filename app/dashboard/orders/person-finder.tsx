// Finds people the studio knows while you type.

import { useEffect, useState } from 'react';
import { backend } from '#app/backend/backend.ts';
import { longDay } from '#app/language/format-day.ts';
import { Button } from '#app/ui/button.tsx';
import { describeReason } from '#app/ui/confirm/confirm-store.ts';
import { Field } from '#app/ui/field.tsx';
import { Input } from '#app/ui/input.tsx';
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
        label="Find a person"
        hint="Search by their name or their guardian’s name."
        error={error || undefined}
      >
        <Input
          type="search"
          value={query}
          maxLength={120}
          autoComplete="off"
          onChange={(event) => setQuery(event.currentTarget.value)}
          // Enter here means "search", not "book".
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      </Field>
      <p className="sr-only" role="status">
        {found && (found.length === 1 ? '1 person found' : `${found.length} people found`)}
      </p>
      {found && (
        <ul className="dash-list">
          {found.length === 0 && (
            <li>
              <span className="dash-quiet">No one found. Enter the name below.</span>
            </li>
          )}
          {found.map((person) => (
            <li key={person.participant_id}>
              <span>
                <b>{person.name}</b>
                <span className="dash-quiet">
                  {[
                    person.born_on && longDay(person.born_on),
                    person.guardian !== person.name && person.guardian,
                    person.email,
                  ]
                    .filter(Boolean)
                    .join(', ')}
                </span>
              </span>
              <Button
                variant="link"
                size="sm"
                aria-label={`Choose ${person.name}`}
                onClick={() => {
                  onChoose(person);
                  setQuery('');
                }}
              >
                Choose
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
