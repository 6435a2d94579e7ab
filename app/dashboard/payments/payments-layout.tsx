// The studio's money: its ledger, and the codes that are worth some.
import { Outlet } from 'react-router';
import { NavLink } from '#app/ui/link.tsx';
import { requireRole } from '../guard.server.ts';
import type { Route } from './+types/payments-layout.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireRole({ request, context }, 'staff', 'owner');
  return null;
}

const ROOMS = [
  ['/dashboard/payments', 'Ledger'],
  ['/dashboard/payments/passes', 'Passes'],
  ['/dashboard/payments/vouchers', 'Vouchers'],
] as const;

export default function PaymentsLayout() {
  return (
    <>
      <nav className="dash-filter" aria-label="Money">
        <ul>
          {ROOMS.map(([to, label]) => (
            <li key={to}>
              <NavLink to={to} end={to === '/dashboard/payments'}>
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
