// Tabs of the payments section.
import { t } from '#app/language/messages.ts';
import { requireRole } from '../guard.server.ts';
import { SectionError, type SectionTab, SectionTabs } from '../layout/section-tabs.tsx';
import type { Route } from './+types/payments-layout.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireRole({ request, context }, 'staff', 'owner');
  return null;
}

function tabs(): SectionTab[] {
  return [
    { to: '/dashboard/payments', label: t('dashboard.payments.ledger') },
    { to: '/dashboard/payments/passes', label: t('dashboard.payments.passes') },
    { to: '/dashboard/payments/vouchers', label: t('dashboard.payments.vouchers') },
  ];
}

export default function PaymentsLayout() {
  return <SectionTabs label={t('dashboard.common.payments')} tabs={tabs()} />;
}

export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  return (
    <SectionError
      label={t('dashboard.common.payments')}
      tabs={tabs()}
      error={error}
      loaderData={loaderData}
    />
  );
}
