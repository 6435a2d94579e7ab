// The studio's money: its ledger, and the codes that are worth some.
import { type Neighbour, Neighbours, RefusedNeighbour } from '../layout/section-tabs.tsx';
import { requireRole } from '../guard.server.ts';
import type { Route } from './+types/payments-layout.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireRole({ request, context }, 'staff', 'owner');
  return null;
}

const rooms: Neighbour[] = [
  { to: '/dashboard/payments', label: 'Ledger' },
  { to: '/dashboard/payments/passes', label: 'Passes' },
  { to: '/dashboard/payments/vouchers', label: 'Vouchers' },
];

export default function PaymentsLayout() {
  return <Neighbours label="Money" rooms={rooms} />;
}

export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  return <RefusedNeighbour label="Money" rooms={rooms} error={error} loaderData={loaderData} />;
}
