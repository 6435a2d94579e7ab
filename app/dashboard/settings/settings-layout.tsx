// Layout of the owner's settings with their tabs. Changes appear on the public pages within a second.

import { t } from '#app/language/messages.ts';
import { requireRole } from '../guard.server.ts';
import { SectionError, type SectionTab, SectionTabs } from '../layout/section-tabs.tsx';
import type { Route } from './+types/settings-layout.ts';

const rooms: SectionTab[] = [
  { to: '/dashboard/settings', label: 'Studio' },
  { to: '/dashboard/settings/look', label: 'Look' },
  { to: '/dashboard/settings/disciplines', label: 'Disciplines' },
  { to: '/dashboard/settings/booking', label: 'Booking' },
  { to: '/dashboard/settings/mail', label: 'Mail' },
  { to: '/dashboard/settings/keys', label: 'API keys' },
  { to: '/dashboard/settings/samples', label: 'Sample studio' },
];

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireRole({ request, context }, 'owner');
  return null;
}

export default function SettingsLayout() {
  return <SectionTabs label={t('dashboard.settings.settings')} tabs={rooms} />;
}

export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  return (
    <SectionError
      label={t('dashboard.settings.settings')}
      tabs={rooms}
      error={error}
      loaderData={loaderData}
    />
  );
}
