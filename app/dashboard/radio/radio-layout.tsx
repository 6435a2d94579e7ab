// Layout of the radio pages with their tabs. Hosts see what they need to go live, staff see everything.
import { t } from '#app/language/messages.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import type { Role } from '#contracts/visitor.ts';
import { requireRole } from '../guard.server.ts';
import { PageHeader } from '../layout/page.tsx';
import { SectionError, type SectionTab, SectionTabs } from '../layout/section-tabs.tsx';
import { useStudio } from '../use-studio.ts';
import type { Route } from './+types/radio-layout.ts';

const pages: (SectionTab & { isForHosts?: true })[] = [
  { to: '/dashboard/radio', label: 'On air', isForHosts: true },
  { to: '/dashboard/radio/live', label: 'Go live', isForHosts: true },
  { to: '/dashboard/radio/library', label: 'Library', isForHosts: true },
  { to: '/dashboard/radio/playlists', label: 'Playlists' },
  { to: '/dashboard/radio/shows', label: 'Shows' },
  { to: '/dashboard/radio/grid', label: 'Schedule' },
  { to: '/dashboard/radio/recordings', label: 'Recordings', isForHosts: true },
  { to: '/dashboard/radio/listeners', label: 'Listeners' },
  { to: '/dashboard/radio/history', label: 'History' },
];

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
  return pages.filter(({ isForHosts }) => isForHosts || isStaff);
}
