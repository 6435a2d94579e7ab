// Places that were made for somebody who waited, and the way to take them back with a reason.
import { type FormEvent, useState } from 'react';
import { nearDay } from '#app/features/programme/date-label.ts';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/field.tsx';
import { Input } from '#app/ui/input.tsx';
import { useDatabaseCall } from '../forms/use-database-call.ts';
import { Panel } from '../layout/page.tsx';
import { useStudio } from '../use-studio.ts';
import { formatCapacityChange, formatPlaces, type Queue, takeablePlaces } from './waitlist.ts';

export function SizePanel({ queue, now }: { queue: Queue; now: Date }) {
  const { zone } = useStudio().studio;
  const [isOpen, setOpen] = useState(false);
  if (queue.size_changes.length === 0) return null;
  const takeable = takeablePlaces(queue);
  return (
    <Panel title="Places added" aside={queue.added > 0 ? `${queue.added} more than planned` : 'as planned'}>
      <ul className="dash-list">
        {queue.size_changes.map((change) => (
          <li key={change.at}>
            <span>
              <b>{formatCapacityChange(change)}</b>
              <span className="dash-quiet">
                {nearDay(new Date(change.at), now, zone)}, by {change.by ?? 'the desk'}: {change.reason}
              </span>
            </span>
          </li>
        ))}
      </ul>
      {queue.added > 0 && takeable === 0 && (
        <p className="dash-quiet desk-size-words">
          Every place is booked, held or offered. It can be taken back once somebody gives one up.
        </p>
      )}
      {takeable > 0 && !isOpen && (
        <div className="desk-form-end desk-size-words">
          <Button variant="tertiary" size="sm" onClick={() => setOpen(true)}>
            {takeable === 1 ? 'Take one place back' : 'Take places back'}
          </Button>
        </div>
      )}
      {takeable > 0 && isOpen && <TakeBackForm queue={queue} most={takeable} onDone={() => setOpen(false)} />}
    </Panel>
  );
}

interface TakeBackFormProps {
  queue: Queue;
  most: number;
  onDone(): void;
}

function TakeBackForm({ queue, most, onDone }: TakeBackFormProps) {
  const { call, isBusy, errorOf } = useDatabaseCall({ quiet: true });
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const places = Number(form.get('places') ?? 1);
    const done = await call(
      'take_back_places',
      { pool_id: queue.pool_id, places, reason: String(form.get('reason') ?? '') },
      { title: `${formatPlaces(places)} taken back`, description: `${queue.capacity - places} are left.` },
    );
    if (done) onDone();
  };
  return (
    <form className="desk-form" onSubmit={submit} noValidate>
      {most > 1 && (
        <Field label="How many" hint={`Between 1 and ${most}.`} error={errorOf('places')} required>
          <Input name="places" type="number" min={1} max={most} defaultValue={1} autoFocus />
        </Field>
      )}
      <Field
        label="Why"
        hint="It stays here, for everybody at the desk to read."
        error={errorOf('reason') ?? (most > 1 ? undefined : errorOf('places'))}
        required
      >
        <Input name="reason" maxLength={300} autoComplete="off" autoFocus={most === 1} />
      </Field>
      <div className="desk-form-end">
        <Button variant="destructive" size="sm" type="submit" busy={isBusy}>
          Take it back
        </Button>
        <Button variant="link" size="sm" onClick={onDone}>
          Leave it
        </Button>
      </div>
    </form>
  );
}
