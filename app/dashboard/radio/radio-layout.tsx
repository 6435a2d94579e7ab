// The rooms of the radio and the way between them. Hosts see what concerns their going live, staff everything.
import { EmptyState } from '#app/ui/empty-state.tsx';
import type { Role } from '#contracts/visitor.ts';
import { requireRole } from '../guard.server.ts';
import { PageHeader } from '../layout/page.tsx';
import { SectionError, type SectionTab, SectionTabs } from '../layout/section-tabs.tsx';
import { useStudio } from '../use-studio.ts';
import type { Route } from './+types/radio-layout.ts';

const rooms: (SectionTab & { isForHosts?: true })[] = [
  { to: '/dashboard/radio', label: 'On air', isForHosts: true },
  { to: '/dashboard/radio/live', label: 'Go live', isForHosts: true },
  { to: '/dashboard/radio/library', label: 'Library', isForHosts: true },
  { to: '/dashboard/radio/playlists', label: 'Playlists' },
  { to: '/dashboard/radio/shows', label: 'Shows' },
  { to: '/dashboard/radio/grid', label: 'Grid' },
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
        <PageHeader title="Radio" />
        <EmptyState level={2} title="The player plays a stream from elsewhere.">
          RADIO_STREAM_URL is set, so this program runs no station of its own. Without it, library, grid and
          going live are here.
        </EmptyState>
      </>
    );
  }
  return <SectionTabs label="Radio rooms" tabs={roomsFor(loaderData.isStaff)} />;
}

export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  const open = roomsFor(loaderData?.isStaff === true);
  return <SectionError label="Radio rooms" tabs={open} error={error} loaderData={loaderData} />;
}

function roomsFor(isStaff: boolean): SectionTab[] {
  return rooms.filter(({ isForHosts }) => isForHosts || isStaff);
}
