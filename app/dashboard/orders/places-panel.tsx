// The places of an order, one line each: cancel them one by one, or move them to another session of the same class.

import { type FormEvent, useState } from 'react';
import { answerLines } from '#app/features/booking/answers.ts';
import { longDay } from '#app/language/format-day.ts';
import { clockTime, shortDate } from '#app/language/format-time.ts';
import { t } from '#app/language/messages.ts';
import { price } from '#app/language/price.ts';
import { Badge } from '#app/ui/badge.tsx';
import { LinkButton } from '#app/ui/button.tsx';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { Field } from '#app/ui/field.tsx';
import { Select } from '#app/ui/select.tsx';
import type { BookedPlace, BookingDate } from '#contracts/booking.ts';
import type { Move, OrderDetails, PlaceDetails } from '#contracts/orders.ts';
import { FormActions } from '../forms/form-actions.tsx';
import { ReasonField } from '../forms/reason-field.tsx';
import { useDatabaseCall } from '../forms/use-database-call.ts';
import { Panel } from '../layout/page.tsx';
import { useStudio } from '../use-studio.ts';
import { useNotice } from './use-notice.ts';

export function PlacesPanel({ order }: { order: OrderDetails }) {
  const [open, setOpen] = useState<{ id: string; what: 'cancel' | 'move' } | null>(null);
  const seated = order.bookings.filter(({ state }) => state === 'seated').length;
  return (
    <Panel
      title={t('dashboard.common.places_2')}
      aside={t('dashboard.orders.places_booked', { count: seated })}
    >
      <ul className="dash-list">
        {order.bookings.map((place) => {
          const dates = order.dates.filter(({ pool_id }) => pool_id === place.pool_id);
          const isOpen = open?.id === place.id;
          const moves = order.moves.filter(({ pool_id }) => pool_id !== place.pool_id);
          const opens = (what: 'move' | 'cancel') => ({
            'aria-expanded': isOpen && open.what === what,
            onClick: () => setOpen(isOpen && open.what === what ? null : { id: place.id, what }),
          });
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
              <span className="dash-amount">{price(place.price_cents, order.currency)}</span>
              {place.state === 'seated' ? (
                <span className="dash-row-actions">
                  {moves.length > 0 && dates.length === 1 && (
                    <LinkButton
                      aria-label={t('dashboard.orders.move_name', { name: place.name })}
                      {...opens('move')}
                    >
                      {t('dashboard.orders.move_verb')}
                    </LinkButton>
                  )}
                  <LinkButton
                    aria-label={t('dashboard.orders.cancel_name', { name: place.name })}
                    {...opens('cancel')}
                  >
                    {t('dashboard.orders.cancel_place_verb')}
                  </LinkButton>
                </span>
              ) : (
                <Badge tone="quiet">{t(`dashboard.orders.place_${place.state}`)}</Badge>
              )}
              {isOpen && open.what === 'cancel' && (
                <CancelForm order={order} place={place} onDone={() => setOpen(null)} />
              )}
              {isOpen && open.what === 'move' && (
                <MoveForm order={order} place={place} moves={moves} onDone={() => setOpen(null)} />
              )}
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}

function PlaceText({
  place,
  dates,
  more,
}: {
  place: BookedPlace;
  dates: BookingDate[];
  more?: PlaceDetails;
}) {
  const { zone } = useStudio().studio;
  const [first] = dates;
  const when =
    first && `${shortDate(new Date(first.starts_at), zone)}, ${clockTime(new Date(first.starts_at), zone)}`;
  const about = [
    more?.born_on && t('dashboard.orders.born_day', { day: longDay(more.born_on) }),
    place.is_outside_age && t('dashboard.orders.outside_the_age_range_of_the'),
    place.by_pass && t('dashboard.orders.with_a_pass'),
    more?.note,
    ...answerLines(more?.answers ?? {}).map(({ question, answer }) => `${question} ${answer}`),
  ].filter(Boolean);
  return (
    <>
      <span className="dash-quiet">
        {!first || !when
          ? t('dashboard.orders.a_deleted_session')
          : dates.length > 1
            ? t('dashboard.orders.title_when_and_sessions', { title: first.title, when, count: dates.length })
            : `${first.title}, ${when}`}
      </span>
      {about.length > 0 && <span className="dash-quiet">{about.join('. ')}</span>}
    </>
  );
}

function CancelForm({ order, place, onDone }: { order: OrderDetails; place: BookedPlace; onDone(): void }) {
  const { call, isBusy, errorOf } = useDatabaseCall({ quiet: true });
  const isPaid = order.paid_cents > 0 || place.by_pass;
  const cancel = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const done = await call(
      'cancel_for_person',
      {
        booking_ids: [place.id],
        everything_back: form.get('everything') === 'on',
        reason: String(form.get('reason') ?? ''),
      },
      { title: t('dashboard.orders.place_of_name_cancelled', { name: place.name }) },
    );
    if (done) onDone();
  };
  return (
    <form className="dash-form" onSubmit={cancel} noValidate>
      <ReasonField maxLength={500} error={errorOf('reason')} autoFocus />
      <Checkbox
        name="everything"
        label={isPaid ? t('dashboard.orders.full_refund') : t('dashboard.orders.charge_nothing')}
        hint={
          isPaid
            ? t('dashboard.orders.refund_under_policy', { refund: place.gets_back })
            : t('dashboard.orders.due_under_policy', { refund: place.gets_back })
        }
      />
      <FormActions
        submit={t('dashboard.orders.cancel_place')}
        variant="destructive"
        isBusy={isBusy}
        cancel={t('dashboard.orders.keep_place')}
        onCancel={onDone}
      />
    </form>
  );
}

function MoveForm({
  order,
  place,
  moves,
  onDone,
}: {
  order: OrderDetails;
  place: BookedPlace;
  moves: Move[];
  onDone(): void;
}) {
  const { zone } = useStudio().studio;
  const { call, isBusy } = useDatabaseCall();
  const notice = useNotice(order.buyer);
  const move = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const to = String(new FormData(event.currentTarget).get('session') ?? '');
    const done = await call(
      'move_booking',
      { booking_id: place.id, to_session: to },
      {
        title: t('dashboard.orders.name_moved', { name: place.name }),
        description: notice(t('dashboard.orders.they_are_notified_by_email')),
      },
    );
    if (done) onDone();
  };
  return (
    <form className="dash-form" onSubmit={move}>
      <Field label={t('dashboard.orders.new_session')}>
        <Select name="session">
          {moves.map(({ session_id, title, starts_at, free }) => (
            <option key={session_id} value={session_id}>
              {t('dashboard.orders.session_choice_with_day', {
                day: shortDate(new Date(starts_at), zone),
                time: clockTime(new Date(starts_at), zone),
                title,
                count: free,
              })}
            </option>
          ))}
        </Select>
      </Field>
      <FormActions submit={t('dashboard.orders.move_and_notify')} isBusy={isBusy} onCancel={onDone} />
    </form>
  );
}
