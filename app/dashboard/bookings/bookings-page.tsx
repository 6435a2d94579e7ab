// What a member has with the studio: places that are coming, places in queues, the family, passes, the own calendar.
import { data, redirect } from 'react-router';
import { errorOfFailure, noNetwork, readApiError } from '#app/features/booking/api-error.ts';
import { clockTime, shortDate } from '#app/language/format-time.ts';
import { siteContext } from '#app/site-context.ts';
import { Button } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Link } from '#app/ui/link.tsx';
import { dashboardMeta } from '../dashboard-meta.ts';
import { requirePerson } from '../guard.server.ts';
import { isTemporary } from '../layout/error-kind.ts';
import { PageHeader, Panel } from '../layout/page.tsx';
import { useStudio } from '../use-studio.ts';
import type { Route } from './+types/bookings-page.ts';
import { CalendarPanel } from './calendar-panel.tsx';
import { FamilyPanel } from './family-panel.tsx';
import { loadBookings } from './load-bookings.server.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const { person } = await requirePerson({ request, context });
  const { backend, now, settings } = context.get(siteContext);
  return loadBookings(backend, { me: person.id, now, siteUrl: settings.siteUrl });
}

export async function action({ request, context }: Route.ActionArgs) {
  await requirePerson({ request, context });
  const { backend } = context.get(siteContext);
  const form = await request.formData();
  const text = (name: string) => String(form.get(name) ?? '').trim();
  const calls: Record<
    string,
    () => PromiseLike<{ error: Parameters<typeof readApiError>[0] | null; status: number }>
  > = {
    save: () =>
      backend.rpc('save_family_member', {
        name: text('name'),
        born_on: text('born_on') || null,
        note: text('note'),
      }),
    consent: () =>
      backend.rpc('set_consent', {
        participant_id: text('id'),
        kind: 'photos',
        is_given: text('given') === 'on',
      }),
    remove: () => backend.rpc('remove_family_member', { id: text('id') }),
    renew: () => backend.rpc('my_calendar_link', { renew: true }),
  };
  const intent = text('intent');
  const call = Object.hasOwn(calls, intent) ? calls[intent] : undefined;
  if (!call)
    return data(
      { error: { reason: 'bad_intent', message: 'That is nothing this room can do.' } },
      { status: 400 },
    );
  const answer = await call();
  if (answer.error) return data({ error: readApiError(answer.error) }, { status: answer.status });
  return redirect('/dashboard/bookings');
}

/** Nobody answered: the form says so and keeps what was typed, where the router would throw the room away. */
export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  try {
    return await serverAction();
  } catch (reason) {
    if (!isTemporary(reason)) throw reason;
    return { error: errorOfFailure(reason) ?? noNetwork };
  }
}

export function meta({ matches }: Route.MetaArgs) {
  return dashboardMeta(matches, 'bookings');
}

export default function BookingsPage({ loaderData }: Route.ComponentProps) {
  const { coming, queue, passes, family, calendarUrl } = loaderData;
  const { zone } = useStudio().studio;
  const when = (moment: string) =>
    `${shortDate(new Date(moment), zone)}, ${clockTime(new Date(moment), zone)}`;
  return (
    <>
      <PageHeader
        title="Bookings"
        actions={
          <Button asChild variant="primary" size="sm">
            <Link to="/classes">Find a class</Link>
          </Button>
        }
      >
        {coming.length === 0
          ? 'Nothing is booked yet.'
          : coming.length === 1
            ? 'One date is coming.'
            : `${coming.length} dates are coming.`}
      </PageHeader>
      <div className="dash-stack dash-reading">
        <Panel title="Coming" id="coming">
          {coming.length === 0 ? (
            <EmptyState level={3} title="What you book stands here, with the way to change it." />
          ) : (
            <ul className="settings">
              {coming.map((place) => (
                <li className="setting" key={place.key}>
                  <div className="setting-line">
                    <span className="setting-label">{when(place.startsAt)}</span>
                    <span className="setting-value">
                      {place.title}: {place.names}
                      {place.isHeld && ', held until it is paid'}
                    </span>
                    <Button asChild variant="link" size="sm">
                      <Link to={place.path} aria-label={`Open ${place.title}, ${when(place.startsAt)}`}>
                        Open
                      </Link>
                    </Button>
                  </div>
                </li>
              ))}
            </ul>
          )}
        </Panel>
        {queue.length > 0 && (
          <Panel title="In the queue">
            <ul className="settings">
              {queue.map((entry) => (
                <li className="setting" key={entry.wait_token}>
                  <div className="setting-line">
                    <span className="setting-label">
                      {entry.state === 'offered' ? 'Offered to you' : 'Waiting'}
                    </span>
                    <span className="setting-value">
                      {[
                        entry.title,
                        entry.starts_at && when(entry.starts_at),
                        entry.places === 1 ? 'one place' : `${entry.places} places`,
                      ]
                        .filter(Boolean)
                        .join(', ')}
                    </span>
                    <Button asChild variant="link" size="sm">
                      <Link
                        to={`/offer/${entry.wait_token}`}
                        aria-label={`Open the queue for ${entry.title}`}
                      >
                        Open
                      </Link>
                    </Button>
                  </div>
                </li>
              ))}
            </ul>
          </Panel>
        )}
        <FamilyPanel family={family} />
        {passes.length > 0 && (
          <Panel title="Passes and credit">
            <ul className="settings">
              {passes.map((pass) => (
                <li className="setting" key={pass.code}>
                  <div className="setting-line">
                    <span className="setting-label">{pass.words}</span>
                    <span className="setting-value">{pass.code}</span>
                  </div>
                </li>
              ))}
            </ul>
          </Panel>
        )}
        <CalendarPanel url={calendarUrl} />
      </div>
    </>
  );
}
