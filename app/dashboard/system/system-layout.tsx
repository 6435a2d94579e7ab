// Layout of the owner's system pages with their tabs.

import { t } from '#app/language/messages.ts';
import { requireRole } from '../guard.server.ts';
import { SectionError, type SectionTab, SectionTabs } from '../layout/section-tabs.tsx';
import type { Route } from './+types/system-layout.ts';

const rooms: SectionTab[] = [
  { to: '/dashboard/system', label: 'Health' },
  { to: '/dashboard/system/backups', label: 'Backups' },
  { to: '/dashboard/system/jobs', label: 'Jobs' },
  { to: '/dashboard/system/logs', label: 'Log' },
  { to: '/dashboard/system/audit', label: 'Audit' },
];

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireRole({ request, context }, 'owner');
  return null;
}

export default function SystemLayout() {
  return <SectionTabs label={t('dashboard.system.system')} tabs={rooms} />;
}

export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  return (
    <SectionError label={t('dashboard.system.system')} tabs={rooms} error={error} loaderData={loaderData} />
  );
}
