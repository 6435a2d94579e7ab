// The studio's money: its ledger, and the codes that are worth some.

import { requireRole } from '../guard.server.ts';
import { SectionError, type SectionTab, SectionTabs } from '../layout/section-tabs.tsx';
import type { Route } from './+types/payments-layout.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireRole({ request, context }, 'staff', 'owner');
  return null;
}

const rooms: SectionTab[] = [
  { to: '/dashboard/payments', label: 'Ledger' },
  { to: '/dashboard/payments/passes', label: 'Passes' },
  { to: '/dashboard/payments/vouchers', label: 'Vouchers' },
];

export default function PaymentsLayout() {
  return <SectionTabs label="Money" rooms={rooms} />;
}

export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  return <SectionError label="Money" rooms={rooms} error={error} loaderData={loaderData} />;
}
