// The owner's rooms of the system and the way between them.
import { type Neighbour, Neighbours, RefusedNeighbour } from '../layout/section-tabs.tsx';
import { requireRole } from '../guard.server.ts';
import type { Route } from './+types/system-layout.ts';

const rooms: Neighbour[] = [
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
  return <Neighbours label="System rooms" rooms={rooms} />;
}

export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  return <RefusedNeighbour label="System rooms" rooms={rooms} error={error} loaderData={loaderData} />;
}
