// A person's data: email preferences, export, and deleting the account.
import { t } from '#app/language/messages.ts';
import { siteContext } from '#app/site-context.ts';
import { dashboardMeta } from '../dashboard-meta.ts';
import { requirePerson } from '../guard.server.ts';
import { ReadingPage } from '../layout/page.tsx';
import type { Route } from './+types/your-data-page.ts';
import { ExportPanel } from './export-panel.tsx';
import { LeavePanel } from './leave-panel.tsx';
import { MailChoicesPanel } from './mail-choices-panel.tsx';
import { readObstacle } from './obstacle.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const { person, roles } = await requirePerson({ request, context });
  const { backend } = context.get(siteContext);
  const [profile, newsletter, obstacle] = await Promise.all([
    backend
      .from('profiles')
      .select('wants_reminders,wants_substitute_calls,wants_substitute_news')
      .eq('user_id', person.id)
      .maybeSingle(),
    backend.rpc('my_newsletter'),
    backend.rpc('can_delete_my_account'),
  ]);
  if (profile.error) throw profile.error;
  if (newsletter.error) throw newsletter.error;
  if (obstacle.error) throw obstacle.error;
  return {
    login: person.email ?? (person.phone ? `+${person.phone}` : person.name),
    choices: {
      personId: person.id,
      /** Without an email address there is no newsletter. */
      newsletter: person.email ? newsletter.data === true : null,
      reminders: profile.data?.wants_reminders ?? true,
      substitutes: roles.some((role) => role === 'teacher' || role === 'staff' || role === 'owner')
        ? {
            calls: profile.data?.wants_substitute_calls ?? true,
            news: profile.data?.wants_substitute_news ?? true,
          }
        : null,
    },
    /** Why the account cannot be deleted yet. */
    obstacle: readObstacle(obstacle.data),
  };
}

export const meta = dashboardMeta(() => t('dashboard.your_data.page_title'));

export default function YourDataPage({ loaderData }: Route.ComponentProps) {
  const { login, choices, obstacle } = loaderData;
  return (
    <ReadingPage
      title={t('dashboard.your_data.your_data_heading')}
      lead={t('dashboard.your_data.your_email_preferences_a_copy_of')}
    >
      <MailChoicesPanel {...choices} />
      <ExportPanel />
      <LeavePanel login={login} obstacle={obstacle} />
    </ReadingPage>
  );
}
