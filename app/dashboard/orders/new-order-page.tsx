// A booking made by staff for someone at the studio or on the phone. The session may already have started.

import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { nearDay } from '#app/features/programme/date-label.ts';
import { stillToEnd } from '#app/features/programme/still-to-end.ts';
import { clockTime } from '#app/language/format-time.ts';
import { t } from '#app/language/messages.ts';
import { price } from '#app/language/price.ts';
import { siteContext } from '#app/site-context.ts';
import { Button } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Field } from '#app/ui/field.tsx';
import { Input } from '#app/ui/input.tsx';
import { Link } from '#app/ui/link.tsx';
import { Select } from '#app/ui/select.tsx';
import type { KnownPerson } from '#contracts/lists.ts';
import { dashboardMeta } from '../dashboard-meta.ts';
import { useDatabaseCall } from '../forms/use-database-call.ts';
import { useUnsavedGuard } from '../forms/use-unsaved-guard.ts';
import { requireRole } from '../guard.server.ts';
import { PageHeader, Panel } from '../layout/page.tsx';
import { useStudio } from '../use-studio.ts';
import type { Route } from './+types/new-order-page.ts';
import { type Attendee, AttendeeFields, type DeskQuestion, newAttendee } from './attendee-fields.tsx';
import { PersonFinder } from './person-finder.tsx';

interface OpenSession {
  id: string;
  starts_at: string;
  offering: {
    title: string;
    kind: string;
    price_cents: number;
    currency: string;
    age_to: number | null;
    questions: DeskQuestion[];
  };
  pool: { capacity: number; seats: number; held: number; offered: number; waiting: number };
}

const SHOWN = 120;

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireRole({ request, context }, 'staff', 'owner');
  const { backend, now } = context.get(siteContext);
  const planned = backend
    .from('sessions')
    .select(
      'id,starts_at,offering:offerings!inner(title,kind,price_cents,currency,age_to,questions(id,kind,label,choices,position)),pool:capacity_pools!inner(capacity,seats,held,offered,waiting)',
    )
    .eq('status', 'planned');
  const sessions = await stillToEnd(planned, now).order('starts_at').order('id').limit(SHOWN);
  if (sessions.error) throw sessions.error;
  return {
    now: now.toISOString(),
    sessions: sessions.data,
    wanted: new URL(request.url).searchParams.get('session'),
  };
}

export const meta = dashboardMeta(() => t('dashboard.orders.page_title_new_booking'));

const freeOf = ({ capacity, seats, held, offered }: OpenSession['pool']) => capacity - seats - held - offered;

export default function NewOrderPage({ loaderData }: Route.ComponentProps) {
  const { sessions, wanted } = loaderData;
  const now = new Date(loaderData.now);
  const { zone } = useStudio().studio;
  const navigate = useNavigate();
  const { call, isBusy, errorOf, error } = useDatabaseCall({ quiet: true });
  const [key, setKey] = useState(() => crypto.randomUUID());
  const [sessionId, setSessionId] = useState(
    sessions.find(({ id }) => id === wanted)?.id ?? sessions[0]?.id ?? '',
  );
  const [buyer, setBuyer] = useState({ name: '', email: '', phone: '' });
  const typed = (name: keyof typeof buyer) => ({
    value: buyer[name],
    autoComplete: 'off',
    onChange: (event: { currentTarget: { value: string } }) =>
      setBuyer({ ...buyer, [name]: event.currentTarget.value }),
  });
  const [people, setPeople] = useState<Attendee[]>([newAttendee(1)]);
  const session = sessions.find(({ id }) => id === sessionId);
  const markSaved = useUnsavedGuard(
    [...Object.values(buyer), ...people.map(({ name }) => name)].some(Boolean),
  );

  const choose = (person: KnownPerson) => {
    setBuyer((before) => ({
      ...before,
      name: before.name || person.guardian || person.name,
      email: before.email || person.email || '',
    }));
    setPeople((before) => [
      ...before.filter(({ name }) => name !== ''),
      { ...newAttendee(Date.now()), name: person.name, participantId: person.participant_id },
    ]);
  };
  const change = (which: number, changes: Partial<Attendee>) =>
    setPeople((before) => before.map((one) => (one.key === which ? { ...one, ...changes } : one)));

  const book = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const pays = String(form.get('pays') ?? 'later');
    const done = await call(
      'book_for_person',
      {
        session_id: sessionId,
        buyer: { ...buyer, name: buyer.name || people[0]?.name || '' },
        attendees: people.map(({ name, participantId, bornOn, answers }) => ({
          name,
          participant_id: participantId,
          born_on: bornOn,
          answers,
        })),
        method: pays === 'transfer' ? 'transfer' : 'studio',
        paid_by: pays === 'cash' || pays === 'card_at_studio' ? pays : null,
        position_reason: String(form.get('position_reason') ?? '') || null,
        idempotency_key: key,
      },
      { title: t('dashboard.orders.booking_created'), isLeaving: true },
    );
    // A rejected call was not stored, so a changed form needs a new idempotency key.
    if (!done) return setKey(crypto.randomUUID());
    markSaved();
    await navigate(`/dashboard/orders/${done.data.order_id}`);
  };

  if (!session) {
    return (
      <>
        <PageHeader title={t('dashboard.orders.new_booking')} />
        <EmptyState
          level={2}
          title={t('dashboard.orders.no_sessions_to_book')}
          action={<Link to="/dashboard/offerings">{t('dashboard.orders.open_offerings')}</Link>}
        >
          {t('dashboard.orders.plan_sessions_for_an_offering_first')}
        </EmptyState>
      </>
    );
  }
  const { offering, pool } = session;
  const perPerson = price(offering.price_cents, offering.currency);
  return (
    <>
      <PageHeader
        back={['/dashboard/orders', t('dashboard.orders.orders')]}
        title={t('dashboard.orders.new_booking')}
      >
        {t('dashboard.orders.for_someone_at_the_studio_or')}
      </PageHeader>
      <form className="dash-columns" onSubmit={book} noValidate>
        <div className="dash-stack">
          <Panel title={t('dashboard.orders.session')}>
            <div className="form">
              <Field label={t('dashboard.orders.session')} error={errorOf('session')}>
                <Select value={sessionId} onChange={(event) => setSessionId(event.currentTarget.value)}>
                  {sessions.map((one) => (
                    <option key={one.id} value={one.id}>
                      {t('dashboard.orders.session_choice', {
                        day: nearDay(new Date(one.starts_at), now, zone),
                        time: clockTime(new Date(one.starts_at), zone),
                        title: one.offering.title,
                        count: Math.max(0, freeOf(one.pool)),
                      })}
                    </option>
                  ))}
                </Select>
              </Field>
              {pool.waiting > 0 && (
                <Field
                  label={t('dashboard.orders.reason_for_skipping_the_waiting_list')}
                  hint={t('dashboard.orders.people_are_waiting_for_this_session', { waiting: pool.waiting })}
                  error={errorOf('position_reason')}
                  required
                >
                  <Input name="position_reason" maxLength={300} autoComplete="off" />
                </Field>
              )}
            </div>
          </Panel>
          <Panel title={t('dashboard.orders.attendees')}>
            <div className="form">
              <PersonFinder onChoose={choose} />
              {people.map((one, index) => (
                <AttendeeFields
                  key={one.key}
                  attendee={one}
                  number={index + 1}
                  count={people.length}
                  asksBirthday={offering.age_to !== null && offering.age_to < 18}
                  questions={offering.questions}
                  error={index === 0 ? errorOf('attendees') : undefined}
                  onChange={(changes) => change(one.key, changes)}
                  onRemove={() => setPeople(people.filter(({ key: other }) => other !== one.key))}
                />
              ))}
              {people.length < 20 && (
                <Button
                  variant="tertiary"
                  size="sm"
                  onClick={() => setPeople([...people, newAttendee(Date.now())])}
                >
                  {t('dashboard.orders.add_another_person')}
                </Button>
              )}
            </div>
          </Panel>
        </div>
        <div className="dash-stack">
          <Panel title={t('dashboard.orders.buyer')}>
            <div className="form">
              <Field
                label={t('dashboard.orders.buyers_name')}
                aside={t('dashboard.orders.if_different')}
                error={errorOf('name')}
              >
                <Input {...typed('name')} maxLength={120} />
              </Field>
              <Field
                label={t('dashboard.common.email')}
                optional
                hint={t('dashboard.orders.without_an_email_address_no')}
                error={errorOf('email')}
              >
                <Input {...typed('email')} type="email" maxLength={254} />
              </Field>
              <Field label={t('dashboard.common.phone')} optional>
                <Input {...typed('phone')} type="tel" maxLength={40} />
              </Field>
            </div>
          </Panel>
          <Panel title={t('dashboard.orders.payment')}>
            <div className="form">
              <Field
                label={t('dashboard.common.payment_method')}
                hint={
                  offering.kind === 'course'
                    ? t('dashboard.orders.price_per_person_and_session', { price: perPerson })
                    : t('dashboard.orders.price_per_person', { price: perPerson })
                }
              >
                <Select name="pays" defaultValue="cash">
                  <option value="cash">{t('dashboard.orders.now_in_cash')}</option>
                  <option value="card_at_studio">{t('dashboard.orders.now_by_card_at_the_studio')}</option>
                  <option value="later">{t('dashboard.orders.later_at_the_studio')}</option>
                  <option value="transfer">{t('dashboard.orders.pay_by_bank_transfer')}</option>
                </Select>
              </Field>
              {error && !error.fields && (
                <p className="form-message" role="alert">
                  {error.message}
                </p>
              )}
              <Button variant="primary" type="submit" busy={isBusy}>
                {t('dashboard.orders.book_places', { count: people.length })}
              </Button>
            </div>
          </Panel>
        </div>
      </form>
    </>
  );
}
