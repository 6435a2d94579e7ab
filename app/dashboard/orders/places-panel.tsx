// The places of an order, one line each: given back one by one, or moved to another date of the same class.
import { type FormEvent, useState } from 'react';
import { longDay } from '#app/language/format-day.ts';
import { clockTime, shortDate } from '#app/language/format-time.ts';
import { price } from '#app/language/price.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { Field } from '#app/ui/field.tsx';
import { Input } from '#app/ui/input.tsx';
import { Select } from '#app/ui/select.tsx';
import type { BookedPlace, BookingDate } from '#contracts/booking.ts';
import { useDatabaseCall } from '../forms/use-database-call.ts';
import { Panel } from '../layout/page.tsx';
import { useEmailStatus } from '../layout/use-email-status.ts';
import { useStudio } from '../use-studio.ts';
import type { DeskOrder, Move, PlaceMore } from './order.ts';

const placeLabels: Record<BookedPlace['state'], string> = {
  pending: 'held until paid',
  seated: 'booked',
  cancelled: 'given back',
  lapsed: 'lapsed',
};

export function PlacesPanel({ order }: { order: DeskOrder }) {
  const [open, setOpen] = useState<{ id: string; what: 'cancel' | 'move' } | null>(null);
  const seated = order.bookings.filter(({ state }) => state === 'seated').length;
  return (
    <Panel title="Places" aside={seated === 1 ? 'one booked' : `${seated} booked`}>
      <ul className="dash-list">
        {order.bookings.map((place) => {
          const dates = order.dates.filter(({ pool_id }) => pool_id === place.pool_id);
          const isOpen = open?.id === place.id;
          const moves = order.moves.filter(({ pool_id }) => pool_id !== place.pool_id);
          return (
            <li key={place.id}>
              <span>
                <b>{place.name}</b>
                <PlaceText
                  place={place}
                  dates={dates}
                  more={order.places.find(({ id }) => id === place.id)}
                />
              </span>
              <span className="desk-price">{price(place.price_cents, order.currency)}</span>
              {place.state === 'seated' ? (
                <span className="dash-row-actions">
                  {moves.length > 0 && dates.length === 1 && (
                    <Button
                      variant="link"
                      size="sm"
                      aria-expanded={isOpen && open.what === 'move'}
                      aria-label={`Move ${place.name}`}
                      onClick={() =>
                        setOpen(isOpen && open.what === 'move' ? null : { id: place.id, what: 'move' })
                      }
                    >
                      Move
                    </Button>
                  )}
                  <Button
                    variant="link"
                    size="sm"
                    aria-expanded={isOpen && open.what === 'cancel'}
                    aria-label={`Cancel ${place.name}`}
                    onClick={() =>
                      setOpen(isOpen && open.what === 'cancel' ? null : { id: place.id, what: 'cancel' })
                    }
                  >
                    Cancel
                  </Button>
                </span>
              ) : (
                <Badge tone="quiet">{placeLabels[place.state]}</Badge>
              )}
              {isOpen && open.what === 'cancel' && <CancelForm place={place} onDone={() => setOpen(null)} />}
              {isOpen && open.what === 'move' && (
                <MoveForm place={place} moves={moves} onDone={() => setOpen(null)} />
              )}
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}

function PlaceText({ place, dates, more }: { place: BookedPlace; dates: BookingDate[]; more?: PlaceMore }) {
  const { zone } = useStudio().studio;
  const [first] = dates;
  const when =
    first && `${shortDate(new Date(first.starts_at), zone)}, ${clockTime(new Date(first.starts_at), zone)}`;
  const about = [
    more?.born_on && `born ${longDay(more.born_on)}`,
    place.is_outside_age && 'outside the age of the class',
    place.by_pass && 'with a pass',
    more?.note,
    ...Object.entries(more?.answers ?? {}).map(([question, answer]) => `${question} ${answer}`),
  ].filter(Boolean);
  return (
    <>
      <span className="dash-quiet">
        {first
          ? `${first.title}, ${when}${dates.length > 1 ? `, ${dates.length} dates` : ''}`
          : 'a date that is gone'}
      </span>
      {about.length > 0 && <span className="dash-quiet">{about.join('. ')}</span>}
    </>
  );
}

function CancelForm({ place, onDone }: { place: BookedPlace; onDone(): void }) {
  const { call, isBusy, errorOf } = useDatabaseCall({ quiet: true });
  const cancel = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const done = await call(
      'desk_cancel',
      {
        booking_ids: [place.id],
        everything_back: form.get('everything') === 'on',
        reason: String(form.get('reason') ?? ''),
      },
      { title: `${place.name}’s place is given back` },
    );
    if (done) onDone();
  };
  const byPolicy = { everything: 'everything', credit: 'part of it as credit', nothing: 'nothing' }[
    place.gets_back
  ];
  return (
    <form className="desk-form" onSubmit={cancel} noValidate>
      <Field label="Why" error={errorOf('reason')} required>
        <Input name="reason" maxLength={500} autoComplete="off" autoFocus />
      </Field>
      <Checkbox
        name="everything"
        label="Everything back"
        hint={`By what was agreed when it was bought, they get ${byPolicy} back now.`}
      />
      <div className="desk-form-end">
        <Button variant="destructive" size="sm" type="submit" busy={isBusy}>
          Give the place back
        </Button>
        <Button variant="link" size="sm" onClick={onDone}>
          Keep it
        </Button>
      </div>
    </form>
  );
}

function MoveForm({ place, moves, onDone }: { place: BookedPlace; moves: Move[]; onDone(): void }) {
  const { zone } = useStudio().studio;
  const { call, isBusy } = useDatabaseCall();
  const { say } = useEmailStatus();
  const move = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const to = String(new FormData(event.currentTarget).get('session') ?? '');
    const done = await call(
      'move_booking',
      { booking_id: place.id, to_session: to },
      {
        title: `${place.name} comes on the other date`,
        description: say('The mail about it is on its way.'),
      },
    );
    if (done) onDone();
  };
  return (
    <form className="desk-form" onSubmit={move}>
      <Field label="To">
        <Select name="session">
          {moves.map(({ session_id, title, starts_at, free }) => (
            <option key={session_id} value={session_id}>
              {shortDate(new Date(starts_at), zone)}, {clockTime(new Date(starts_at), zone)}: {title}, {free}{' '}
              free
            </option>
          ))}
        </Select>
      </Field>
      <div className="desk-form-end">
        <Button variant="primary" size="sm" type="submit" busy={isBusy}>
          Move and tell them
        </Button>
        <Button variant="link" size="sm" onClick={onDone}>
          Leave it
        </Button>
      </div>
    </form>
  );
}
