// Layout of the radio pages with their tabs. Hosts see what they need to go live, staff see everything.
import { t } from '#app/language/messages.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import type { Role } from '#contracts/visitor.ts';
import { requireRole } from '../guard.server.ts';
import { PageHeader } from '../layout/page.tsx';
import { SectionError, type SectionTab, SectionTabs } from '../layout/section-tabs.tsx';
import { useStudio } from '../use-studio.ts';
import type { Route } from './+types/radio-layout.ts';

const pages = [
  { to: '/dashboard/radio', label: 'dashboard.radio.tab_on_air', isForHosts: true },
  { to: '/dashboard/radio/live', label: 'dashboard.radio.tab_go_live', isForHosts: true },
  { to: '/dashboard/radio/library', label: 'dashboard.radio.tab_library', isForHosts: true },
  { to: '/dashboard/radio/playlists', label: 'dashboard.radio.tab_playlists' },
  { to: '/dashboard/radio/shows', label: 'dashboard.radio.tab_shows' },
  { to: '/dashboard/radio/grid', label: 'dashboard.radio.tab_schedule' },
  { to: '/dashboard/radio/recordings', label: 'dashboard.radio.tab_recordings', isForHosts: true },
  { to: '/dashboard/radio/listeners', label: 'dashboard.radio.tab_listeners' },
  { to: '/dashboard/radio/history', label: 'dashboard.radio.tab_history' },
] as const;

export async function loader({ request, context }: Route.LoaderArgs) {
  const { roles } = await requireRole({ request, context }, 'host', 'staff', 'owner');
  return { isStaff: isStaff(roles) };
}

function isStaff(roles: readonly Role[]): boolean {
  return roles.includes('staff') || roles.includes('owner');
}

export default function RadioLayout({ loaderData }: Route.ComponentProps) {
  const { settings } = useStudio();
  if (!settings.streamUrl?.startsWith('/')) {
    return (
      <>
        <PageHeader title={t('dashboard.radio.radio')} />
        <EmptyState level={2} title={t('dashboard.radio.the_player_uses_an_external_stream')}>
          {t('dashboard.radio.radio_stream_url_is_set_so')}
        </EmptyState>
      </>
    );
  }
  return <SectionTabs label={t('dashboard.radio.radio')} tabs={pagesFor(loaderData.isStaff)} />;
}

export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  const open = pagesFor(loaderData?.isStaff === true);
  return (
    <SectionError label={t('dashboard.radio.radio')} tabs={open} error={error} loaderData={loaderData} />
  );
}

function pagesFor(isStaff: boolean): SectionTab[] {
  return pages
    .filter((page) => 'isForHosts' in page || isStaff)
    .map(({ to, label }) => ({ to, label: t(label) }));
}
