// The owner's settings and the way between them. What is kept here is on the public pages within a second.
import { Outlet } from 'react-router';
import { NavLink } from '#app/ui/link.tsx';
import { requireRole } from '../guard.server.ts';
import type { Route } from './+types/settings-layout.ts';

const rooms: { to: string; label: string }[] = [
  { to: '/dashboard/settings', label: 'Studio' },
  { to: '/dashboard/settings/look', label: 'Look' },
  { to: '/dashboard/settings/booking', label: 'Booking' },
  { to: '/dashboard/settings/mail', label: 'Mail' },
  { to: '/dashboard/settings/keys', label: 'Keys' },
  { to: '/dashboard/settings/samples', label: 'Sample studio' },
];

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireRole({ request, context }, 'owner');
  return null;
}

export default function SettingsLayout() {
  return (
    <>
      <nav className="dash-filter" aria-label="Settings">
        <ul>
          {rooms.map(({ to, label }) => (
            <li key={to}>
              <NavLink to={to} end={to === '/dashboard/settings'}>
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
