// One order: buyer, places, payments and history, with everything staff can do to it.

import { data } from 'react-router';
import { t } from '#app/language/messages.ts';
import { siteContext } from '#app/site-context.ts';
import { dashboardMeta } from '../dashboard-meta.ts';
import { requireRole } from '../guard.server.ts';
import { ColumnsPage } from '../layout/page.tsx';
import { useLiveReload } from '../realtime/use-live-reload.ts';
import type { Route } from './+types/order-page.ts';
import { MismatchPanel } from './mismatch-panel.tsx';
import { MoneyPanel } from './money-panel.tsx';
import { OrderBadge } from './order-badge.tsx';
import { BoughtPanel, BuyerPanel, ConfirmationButton, ReceiptLink, TimelinePanel } from './order-details.tsx';
import { MISMATCH_COLUMNS } from './payment-mismatch.ts';
import { PlacesPanel } from './places-panel.tsx';

export async function loader({ request, context, params }: Route.LoaderArgs) {
  await requireRole({ request, context }, 'staff', 'owner');
  const { backend, settings } = context.get(siteContext);
  if (!/^[0-9a-f-]{36}$/i.test(params.id)) throw data(null, { status: 404 });
  const [answer, mismatches] = await Promise.all([
    backend.rpc('get_order', { order_id: params.id }),
    backend
      .from('payment_mismatches')
      .select(MISMATCH_COLUMNS)
      .eq('order_id', params.id)
      .is('checked_at', null)
      .order('received_at'),
  ]);
  if (answer.status === 404) throw data(null, { status: 404 });
  if (answer.error) throw answer.error;
  if (mismatches.error) throw mismatches.error;
  return {
    order: answer.data,
    mismatches: mismatches.data,
    takesCards: settings.takesCards,
  };
}

export const meta = dashboardMeta<typeof loader>(({ loaderData }) =>
  loaderData
    ? t('dashboard.orders.page_title_order', { number: loaderData.order.number })
    : t('dashboard.orders.page_title_order_unknown'),
);

export default function OrderPage({ loaderData }: Route.ComponentProps) {
  const { order, mismatches, takesCards } = loaderData;
  useLiveReload(
    { table: 'orders', filter: `id=eq.${order.order_id}` },
    { table: 'refunds', filter: `order_id=eq.${order.order_id}` },
  );
  return (
    <ColumnsPage
      back={['/dashboard/orders', t('dashboard.orders.orders')]}
      title={order.buyer.name}
      actions={
        <>
          <ConfirmationButton order={order} />
          <ReceiptLink order={order} />
        </>
      }
      lead={
        <>
          {t('dashboard.orders.order_number', { number: order.number })} <OrderBadge order={order} />
        </>
      }
    >
      <div className="dash-stack">
        {order.kind === 'booking' ? <PlacesPanel order={order} /> : <BoughtPanel order={order} />}
        <TimelinePanel events={order.timeline} currency={order.currency} buyer={order.buyer.name} />
      </div>
      <div className="dash-stack">
        <MismatchPanel mismatches={mismatches} />
        <MoneyPanel order={order} takesCards={takesCards} />
        <BuyerPanel order={order} />
      </div>
    </ColumnsPage>
  );
}
