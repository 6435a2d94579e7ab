// Layout of the owner's settings with their tabs. Changes appear on the public pages within a second.

import { t } from '#app/language/messages.ts';
import { requireRole } from '../guard.server.ts';
import { SectionError, type SectionTab, SectionTabs } from '../layout/section-tabs.tsx';
import type { Route } from './+types/settings-layout.ts';

function settingsTabs(): SectionTab[] {
  return [
    { to: '/dashboard/settings', label: t('dashboard.settings.studio_tab') },
    { to: '/dashboard/settings/look', label: t('dashboard.settings.look_tab') },
    { to: '/dashboard/settings/disciplines', label: t('dashboard.settings.disciplines_tab') },
    { to: '/dashboard/settings/languages', label: t('dashboard.languages.tab') },
    { to: '/dashboard/settings/booking', label: t('dashboard.settings.booking_tab') },
    { to: '/dashboard/settings/mail', label: t('dashboard.settings.mail_tab') },
    { to: '/dashboard/settings/keys', label: t('dashboard.settings.api_keys') },
    { to: '/dashboard/settings/samples', label: t('dashboard.settings.sample_studio_tab') },
  ];
}

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireRole({ request, context }, 'owner');
  return null;
}

export default function SettingsLayout() {
  return <SectionTabs label={t('dashboard.settings.settings')} tabs={settingsTabs()} />;
}

export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  return (
    <SectionError
      label={t('dashboard.settings.settings')}
      tabs={settingsTabs()}
      error={error}
      loaderData={loaderData}
    />
  );
}
