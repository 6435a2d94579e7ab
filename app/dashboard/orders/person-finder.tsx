// Finds somebody the studio knows, as one types.
import { useEffect, useState } from 'react';
import { backend } from '#app/backend/backend.ts';
import { longDay } from '#app/language/format-day.ts';
import { Button } from '#app/ui/button.tsx';
import { describeReason } from '#app/ui/confirm/confirm-store.ts';
import { Field } from '#app/ui/field.tsx';
import { Input } from '#app/ui/input.tsx';

export interface KnownPerson {
  participant_id: string;
  name: string;
  born_on: string | null;
  household_id: string;
  guardian: string | null;
  email: string | null;
}

const TYPING_MS = 250;

export function PersonFinder({ onChoose }: { onChoose(person: KnownPerson): void }) {
  const [words, setText] = useState('');
  const [found, setFound] = useState<KnownPerson[] | null>(null);
  const [problem, setProblem] = useState('');
  useEffect(() => {
    if (words.trim().length < 2) return setFound(null);
    let isGone = false;
    const timer = setTimeout(async () => {
      const { data, error } = await backend()
        .then((client) => client.rpc('desk_people', { words }))
        .catch((reason: unknown) => ({ data: null, error: reason }));
      if (isGone) return;
      setProblem(error ? describeReason(error) : '');
      setFound(error ? null : (data as KnownPerson[]));
    }, TYPING_MS);
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [words]);
  return (
    <div className="person-finder">
      <Field
        label="Find somebody we know"
        hint="By their name, or by who brings them."
        error={problem || undefined}
      >
        <Input
          type="search"
          value={words}
          maxLength={120}
          autoComplete="off"
          onChange={(event) => setText(event.currentTarget.value)}
          // Enter here means "search", not "book".
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      </Field>
      <p className="sr-only" role="status">
        {found && (found.length === 1 ? 'One person found' : `${found.length} people found`)}
      </p>
      {found && (
        <ul className="dash-list">
          {found.length === 0 && (
            <li>
              <span className="dash-quiet">Nobody of that name yet. Write it below.</span>
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
                  setText('');
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
