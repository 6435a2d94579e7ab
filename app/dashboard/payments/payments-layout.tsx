// Layout of the payment pages: staff only.
import { Outlet } from 'react-router';
import { requireRole } from '../guard.server.ts';
import type { Route } from './+types/payments-layout.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireRole({ request, context }, 'staff', 'owner');
  return null;
}

export default function PaymentsLayout() {
  return <Outlet />;
}
