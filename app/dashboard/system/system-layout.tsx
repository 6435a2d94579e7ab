// The owner's rooms of the system and the way between them.
import { Outlet } from 'react-router';
import { NavLink } from '#app/ui/link.tsx';
import { requireRole } from '../guard.server.ts';
import type { Route } from './+types/system-layout.ts';

const rooms: { to: string; label: string }[] = [
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
  return (
    <>
      <nav className="dash-filter" aria-label="System rooms">
        <ul>
          {rooms.map(({ to, label }) => (
            <li key={to}>
              <NavLink to={to} end={to === '/dashboard/system'}>
                {label}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <Outlet />
    </>
  );
}
