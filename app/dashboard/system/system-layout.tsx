// Layout of the owner's system pages with their tabs.

import { t } from '#app/language/messages.ts';
import { requireRole } from '../guard.server.ts';
import { SectionError, type SectionTab, SectionTabs } from '../layout/section-tabs.tsx';
import type { Route } from './+types/system-layout.ts';

const tabs = (): SectionTab[] => [
  { to: '/dashboard/system', label: t('dashboard.system.tab_health') },
  { to: '/dashboard/system/backups', label: t('dashboard.system.tab_backups') },
  { to: '/dashboard/system/jobs', label: t('dashboard.system.tab_jobs') },
  { to: '/dashboard/system/logs', label: t('dashboard.system.tab_log') },
  { to: '/dashboard/system/audit', label: t('dashboard.system.tab_audit') },
];

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireRole({ request, context }, 'owner');
  return null;
}

export default function SystemLayout() {
  return <SectionTabs label={t('dashboard.system.system')} tabs={tabs()} />;
}

export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  return (
    <SectionError label={t('dashboard.system.system')} tabs={tabs()} error={error} loaderData={loaderData} />
  );
}
