// The current user's upcoming bookings, waiting lists, family, passes and calendar link.

import type { ReactNode } from 'react';
import { data, redirect } from 'react-router';
import { errorOfFailure, noNetwork, readApiError } from '#app/features/booking/api-error.ts';
import { commaSeparated, contentText } from '#app/language/content-text.ts';
import { clockTime, shortDate } from '#app/language/format-time.ts';
import { rich, t } from '#app/language/messages.ts';
import { siteContext } from '#app/site-context.ts';
import { LinkButton } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Link } from '#app/ui/link.tsx';
import { dashboardMeta } from '../dashboard-meta.ts';
import { requirePerson } from '../guard.server.ts';
import { isTemporary } from '../layout/error-kind.ts';
import { Panel, ReadingPage } from '../layout/page.tsx';
import { ClassHoursPanel } from '../radio/class-hour/class-hours-panel.tsx';
import { useStudio } from '../use-studio.ts';
import type { Route } from './+types/bookings-page.ts';
import { CalendarPanel } from './calendar-panel.tsx';
import { FamilyPanel } from './family-panel.tsx';
import { loadBookings } from './load-bookings.server.ts';
import { OwnAudio } from './own-audio.tsx';

export async function loader({ request, context }: Route.LoaderArgs) {
  const { person } = await requirePerson({ request, context });
  const { backend, now, settings } = context.get(siteContext);
  const bookings = await loadBookings(backend, { me: person.id, now, siteUrl: settings.siteUrl });
  return { ...bookings, now: now.toISOString() };
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
      { error: { reason: 'bad_intent', message: t('dashboard.bookings.this_page_does_not_support_that') } },
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

export const meta = dashboardMeta(() => t('dashboard.bookings.page_title'));

export default function BookingsPage({ loaderData }: Route.ComponentProps) {
  const { upcoming, online, waitlist, passes, family, classHours, calendarUrl } = loaderData;
  const { zone } = useStudio().studio;
  const when = (moment: string) =>
    `${shortDate(new Date(moment), zone)}, ${clockTime(new Date(moment), zone)}`;
  return (
    <ReadingPage
      title={t('dashboard.common.bookings')}
      link={['/classes', t('dashboard.bookings.find_a_class')]}
      lead={
        upcoming.length === 0
          ? t('dashboard.bookings.no_upcoming_dates')
          : t('dashboard.bookings.upcoming_dates', { count: upcoming.length })
      }
    >
      <OwnAudio dates={online} now={new Date(loaderData.now)} />
      <Panel title={t('dashboard.bookings.upcoming')} id="upcoming">
        {upcoming.length === 0 ? (
          <EmptyState level={3} title={t('dashboard.common.no_bookings_yet')}>
            {t('dashboard.bookings.your_bookings_appear_here_you_can')}
          </EmptyState>
        ) : (
          <ul className="settings">
            {upcoming.map((place) => (
              <OwnRow
                key={place.key}
                label={when(place.startsAt)}
                link={{
                  to: place.path,
                  label: t('dashboard.bookings.open_title_when', {
                    title: place.offering?.title ?? '',
                    when: when(place.startsAt),
                  }),
                }}
              >
                {rich(
                  place.isHeld
                    ? 'dashboard.bookings.title_and_names_held'
                    : 'dashboard.bookings.title_and_names',
                  { title: contentText(place.offering, 'title'), names: place.names },
                )}
                {place.isOnline && <span className="dash-quiet">{t('shared.programme.online')}</span>}
              </OwnRow>
            ))}
          </ul>
        )}
      </Panel>
      {waitlist.length > 0 && (
        <Panel title={t('dashboard.bookings.waiting_lists')}>
          <ul className="settings">
            {waitlist.map((entry) => (
              <OwnRow
                key={entry.waitlist_token}
                label={
                  entry.state === 'offered'
                    ? t('dashboard.bookings.offered_to_you')
                    : t('dashboard.bookings.waiting_state')
                }
                link={{
                  to: `/offer/${entry.waitlist_token}`,
                  label: t('dashboard.bookings.open_the_waiting_list_for_title', {
                    title: entry.title ?? '',
                  }),
                }}
              >
                {commaSeparated([
                  contentText(entry, 'title'),
                  entry.starts_at && when(entry.starts_at),
                  t('dashboard.common.places', { places: entry.places }),
                ])}
              </OwnRow>
            ))}
          </ul>
        </Panel>
      )}
      <ClassHoursPanel hours={classHours} />
      <FamilyPanel family={family} />
      {passes.length > 0 && (
        <Panel title={t('dashboard.bookings.passes_and_credit')}>
          <ul className="settings">
            {passes.map((pass) => (
              <li className="setting" key={pass.code}>
                <div className="setting-line">
                  <span className="setting-label">
                    {pass.label ??
                      rich('dashboard.bookings.pass_entries_left', {
                        pass: contentText(pass.type, 'name') || t('dashboard.common.pass'),
                        count: pass.left,
                      })}
                  </span>
                  <span className="setting-value">{pass.code}</span>
                </div>
              </li>
            ))}
          </ul>
        </Panel>
      )}
      <CalendarPanel url={calendarUrl} />
    </ReadingPage>
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
        <LinkButton asChild>
          <Link to={link.to} aria-label={link.label}>
            {t('dashboard.bookings.open_verb')}
          </Link>
        </LinkButton>
      </div>
    </li>
  );
}
