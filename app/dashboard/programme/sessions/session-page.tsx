// One session: bookings, waiting list, room and teacher; edit, cancel, set places.

import { type FormEvent, useState } from 'react';
import { data, useNavigate, useRevalidator } from 'react-router';
import { RowText } from '#app/dashboard/layout/row-text.tsx';
import { Facts } from '#app/features/facts/facts.tsx';
import { weeklyPattern } from '#app/features/programme/weekly-pattern.ts';
import { weekdayAndLongDay } from '#app/language/format-day.ts';
import { clockTime } from '#app/language/format-time.ts';
import { t } from '#app/language/messages.ts';
import { since } from '#app/language/since.ts';
import { siteContext } from '#app/site-context.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/field.tsx';
import { NumberInput } from '#app/ui/input.tsx';
import { Link } from '#app/ui/link.tsx';
import { Seats } from '#app/ui/seats.tsx';
import { Select } from '#app/ui/select.tsx';
import { toast, toastSuccess } from '#app/ui/toast/toast-store.ts';
import { dashboardMeta } from '../../dashboard-meta.ts';
import { reportFailure } from '../../forms/report-failure.ts';
import { requireRole } from '../../guard.server.ts';
import { PageHeader, Panel } from '../../layout/page.tsx';
import { useEmailStatus } from '../../layout/use-email-status.ts';
import { idOf } from '../../pagination/read-query.ts';
import { useLiveReload } from '../../realtime/use-live-reload.ts';
import { useStudio } from '../../use-studio.ts';
import { loadCatalogue } from '../catalogue/load-catalogue.server.ts';
import { restoreSession, type Scope, setCapacity } from '../programme-api.ts';
import type { Route } from './+types/session-page.ts';
import { formatSeats, teacherName } from './board-session.ts';
import { CancelSheet } from './cancel-sheet.tsx';
import { ChangeSheet } from './change-sheet.tsx';
import { formatTeachers } from './format-recipients.ts';
import { loadSession } from './load-session.server.ts';
import { moveTargetOf } from './move-target.ts';
import { PeoplePanel } from './people-panel.tsx';

export async function loader({ request, context, params }: Route.LoaderArgs) {
  await requireRole({ request, context }, 'staff', 'owner');
  const { backend, now } = context.get(siteContext);
  const id = idOf(params.id);
  const found = id ? await loadSession(backend, id) : null;
  if (!found) throw data(null, { status: 404 });
  const catalogue = await loadCatalogue(backend, found.session.local_date);
  return { now: now.toISOString(), catalogue, ...found };
}

export const meta = dashboardMeta<typeof loader>(
  ({ loaderData }) => loaderData?.session.offering.title ?? t('dashboard.programme.page_title_session'),
);

export default function SessionPage({ loaderData }: Route.ComponentProps) {
  const { session, bookings, waiting, history, catalogue, isRestorable } = loaderData;
  const { studio } = useStudio();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const emailStatus = useEmailStatus();
  const [open, setOpen] = useState<'change' | 'cancel' | null>(null);
  const now = new Date(loaderData.now);
  const isOver = new Date(session.ends_at) <= now;
  const isCancelled = session.status === 'cancelled';
  useLiveReload(
    { table: 'sessions', filter: `id=eq.${session.id}` },
    { table: 'capacity_pools', filter: `id=eq.${session.pool.id}` },
  );
  const done = async () => {
    await revalidate();
    setOpen(null);
  };
  const bringBack = async () => {
    try {
      const { teachers } = await restoreSession(session.id);
      const message = formatTeachers(teachers, emailStatus).join(' ');
      toastSuccess(t('dashboard.programme.session_restored'), message || undefined);
      await revalidate();
    } catch (reason) {
      reportFailure(reason);
    }
  };
  return (
    <>
      <PageHeader
        back={['/dashboard/sessions', t('dashboard.common.sessions')]}
        title={session.offering.title}
        actions={
          <>
            {!isCancelled && !isOver && (
              <>
                <Button variant="primary" size="sm" onClick={() => setOpen('change')}>
                  {t('dashboard.common.edit')}
                </Button>
                <Button variant="tertiary" size="sm" onClick={() => setOpen('cancel')}>
                  {t('dashboard.programme.cancel_session')}
                </Button>
              </>
            )}
            {isCancelled && isRestorable && new Date(session.starts_at) > now && (
              <Button variant="tertiary" size="sm" onClick={() => void bringBack()}>
                {t('dashboard.programme.restore_session')}
              </Button>
            )}
          </>
        }
      >
        {t('dashboard.programme.session_time', {
          day: weekdayAndLongDay(session.local_date),
          from: clockTime(new Date(session.starts_at), studio.zone),
          to: clockTime(new Date(session.ends_at), studio.zone),
        })}{' '}
        {isCancelled && <Badge tone="danger">{t('dashboard.common.session_cancelled')}</Badge>}
        {!isCancelled && isOver && <Badge tone="quiet">{t('dashboard.programme.ended_state')}</Badge>}
      </PageHeader>
      <div className="dash-columns">
        <div className="dash-stack">
          <PeoplePanel bookings={bookings} waiting={waiting} />
        </div>
        <div className="dash-stack">
          <Panel title={t('dashboard.common.details')}>
            <Facts
              facts={[
                [t('dashboard.programme.room'), session.room.name],
                [
                  t('dashboard.programme.online'),
                  session.is_online && (
                    <Link key="audio" to={`/dashboard/teach/${session.id}/audio`}>
                      {t('dashboard.teach.speak_to_the_class')}
                    </Link>
                  ),
                ],
                [
                  t('dashboard.programme.teacher'),
                  teacherName(session) ?? t('dashboard.programme.no_teacher'),
                ],
                [
                  t('dashboard.common.places_2'),
                  <span key="places" className="dash-places">
                    <Seats capacity={session.pool.capacity} taken={session.pool.seats} />
                    {formatSeats(session.pool)}
                  </span>,
                ],
                [t('dashboard.programme.offering'), <OfferingLink key="of" {...session.offering} />],
                [t('dashboard.programme.repeats'), session.series ? weeklyPattern([session.series]) : ''],
                [t('dashboard.programme.reason_for_the_overlap'), session.clash_reason ?? ''],
              ]}
            />
            {!isCancelled && !isOver && (
              <CapacityForm
                key={session.pool.capacity}
                sessionId={session.id}
                capacity={session.pool.capacity}
                isOfSeries={session.series_id !== null && session.offering.kind !== 'course'}
                onDone={() => void revalidate()}
              />
            )}
          </Panel>
          <Panel title={t('dashboard.common.history')}>
            <ul className="dash-list">
              {history.map(({ id, at, what, by }) => (
                <li key={id}>
                  <RowText title={what}>
                    {[by, since(new Date(at), now, studio.zone)].filter(Boolean).join(', ')}
                  </RowText>
                </li>
              ))}
              {history.length === 0 && <li>{t('dashboard.programme.no_changes_yet')}</li>}
            </ul>
          </Panel>
        </div>
      </div>
      {open === 'change' && (
        <ChangeSheet
          session={session}
          moveTarget={moveTargetOf(session)}
          catalogue={catalogue}
          zone={studio.zone}
          onDone={done}
          onClose={() => setOpen(null)}
        />
      )}
      {open === 'cancel' && (
        <CancelSheet
          session={session}
          currency={studio.currency}
          onClose={() => setOpen(null)}
          onDone={(result) => {
            if (result === 'removed') void navigate(`/dashboard/offerings/${session.offering.id}`);
            else void done();
          }}
        />
      )}
    </>
  );
}

function OfferingLink({ id, title }: { id: string; title: string }) {
  return <Link to={`/dashboard/offerings/${id}`}>{title}</Link>;
}

interface CapacityFormProps {
  sessionId: string;
  capacity: number;
  /** Whether it can apply to other sessions too; those of a course share their places. */
  isOfSeries: boolean;
  onDone(): void;
}

function CapacityForm({ sessionId, capacity, isOfSeries, onDone }: CapacityFormProps) {
  const [isBusy, setBusy] = useState(false);
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const wanted = Number(given.get('capacity'));
    const scope = (given.get('scope') ?? 'this') as Scope;
    if (wanted === capacity && scope === 'this') return;
    setBusy(true);
    try {
      await setCapacity(sessionId, scope, wanted);
      toast({
        variant: 'success',
        title: t('dashboard.programme.capacity_set_to_places', { wanted }),
        description: wanted > capacity ? t('dashboard.programme.new_places_go_to_the_waiting') : undefined,
        // Sessions of a series may have had different capacities: only a single change can be undone.
        ...(scope === 'this' && {
          durationMs: 8000,
          action: {
            label: t('dashboard.common.undo'),
            onClick: () => void setCapacity(sessionId, 'this', capacity).then(onDone, reportFailure),
          },
        }),
      });
      onDone();
    } catch (reason) {
      reportFailure(reason);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form className="rename capacity-form" onSubmit={save}>
      <Field label={t('dashboard.programme.capacity')} required>
        <NumberInput name="capacity" min={1} max={10_000} defaultValue={capacity} />
      </Field>
      {isOfSeries && (
        <Field label={t('dashboard.programme.apply_to')}>
          <Select name="scope" defaultValue="this">
            <option value="this">{t('dashboard.programme.this_session')}</option>
            <option value="following">{t('dashboard.programme.this_and_later_sessions')}</option>
            <option value="all">{t('dashboard.programme.all_upcoming_sessions')}</option>
          </Select>
        </Field>
      )}
      <Button variant="tertiary" type="submit" busy={isBusy}>
        {t('dashboard.programme.set_capacity')}
      </Button>
    </form>
  );
}
