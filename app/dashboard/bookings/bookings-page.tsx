// The current user's upcoming bookings, waiting lists, family, passes and calendar link.
import type { ReactNode } from 'react';
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
      { error: { reason: 'bad_intent', message: 'This page does not support that action.' } },
      { status: 400 },
    );
  const answer = await call();
  if (answer.error) return data({ error: readApiError(answer.error) }, { status: answer.status });
  return redirect('/dashboard/bookings');
}

/** On a network failure the form shows the error and keeps what was typed; the router would replace the page. */
export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  try {
    return await serverAction();
  } catch (reason) {
    if (!isTemporary(reason)) throw reason;
    return { error: errorOfFailure(reason) ?? noNetwork() };
  }
}

export const meta = dashboardMeta('bookings');

export default function BookingsPage({ loaderData }: Route.ComponentProps) {
  const { upcoming, waitlist, passes, family, calendarUrl } = loaderData;
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
        {upcoming.length === 0
          ? 'No upcoming dates.'
          : upcoming.length === 1
            ? '1 upcoming date.'
            : `${upcoming.length} upcoming dates.`}
      </PageHeader>
      <div className="dash-stack dash-reading">
        <Panel title="Upcoming" id="upcoming">
          {upcoming.length === 0 ? (
            <EmptyState level={3} title="No bookings yet">
              Your bookings appear here. You can change or cancel them at any time.
            </EmptyState>
          ) : (
            <ul className="settings">
              {upcoming.map((place) => (
                <OwnRow
                  key={place.key}
                  label={when(place.startsAt)}
                  link={{ to: place.path, label: `Open ${place.title}, ${when(place.startsAt)}` }}
                >
                  {place.title}: {place.names}
                  {place.isHeld && ', held until paid'}
                </OwnRow>
              ))}
            </ul>
          )}
        </Panel>
        {waitlist.length > 0 && (
          <Panel title="Waiting lists">
            <ul className="settings">
              {waitlist.map((entry) => (
                <OwnRow
                  key={entry.waitlist_token}
                  label={entry.state === 'offered' ? 'Offered to you' : 'Waiting'}
                  link={{
                    to: `/offer/${entry.waitlist_token}`,
                    label: `Open the waiting list for ${entry.title}`,
                  }}
                >
                  {[
                    entry.title,
                    entry.starts_at && when(entry.starts_at),
                    entry.places === 1 ? '1 place' : `${entry.places} places`,
                  ]
                    .filter(Boolean)
                    .join(', ')}
                </OwnRow>
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
                    <span className="setting-label">{pass.label}</span>
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

interface OwnRowProps {
  label: string;
  children: ReactNode;
  link: { to: string; label: string };
}

function OwnRow({ label, children, link }: OwnRowProps) {
  return (
    <li className="setting">
      <div className="setting-line">
        <span className="setting-label">{label}</span>
        <span className="setting-value">{children}</span>
        <Button asChild variant="link" size="sm">
          <Link to={link.to} aria-label={link.label}>
            Open
          </Link>
        </Button>
      </div>
    </li>
  );
}
