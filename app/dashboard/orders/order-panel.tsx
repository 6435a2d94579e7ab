// An order beside the list of orders, with everything its page offers.

import { useEffect } from 'react';
import { useFetcher } from 'react-router';
import { shortDate } from '#app/language/format-time.ts';
import { joinItems } from '#app/language/list.ts';
import { t } from '#app/language/messages.ts';
import { Link } from '#app/ui/link.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { RowPanel } from '../list/row-panel.tsx';
import { useStudio } from '../use-studio.ts';
import { MismatchPanel } from './mismatch-panel.tsx';
import { MoneyPanel } from './money-panel.tsx';
import { OrderBadge } from './order-badge.tsx';
import { BoughtPanel, BuyerPanel, ConfirmationButton, ReceiptLink, TimelinePanel } from './order-details.tsx';
import type { loader } from './order-page.tsx';
import { PlacesPanel } from './places-panel.tsx';

/** `name` is what the list knows already, shown until the order is there. */
export function OrderPanel({ id, name }: { id: string; name: string }) {
  const { load, data, state } = useFetcher<typeof loader>({ key: 'open-order' });
  const { zone } = useStudio().studio;
  useEffect(() => void load(`/dashboard/orders/${id}`), [load, id]);
  const order = data?.order.order_id === id ? data.order : undefined;
  return (
    <RowPanel
      key={id}
      row={id}
      title={order?.buyer.name ?? name}
      kicker={
        order &&
        joinItems([
          t('dashboard.orders.order_number', { number: order.number }),
          shortDate(new Date(order.created_at), zone),
        ])
      }
      isBusy={state !== 'idle'}
    >
      {order && data ? (
        <>
          <p className="row-panel-state">
            <OrderBadge order={order} />{' '}
            <Link to={`/dashboard/orders/${id}`}>{t('dashboard.list.open_page')}</Link>
          </p>
          <div className="dash-stack">
            <MismatchPanel mismatches={data.mismatches} />
            <MoneyPanel order={order} takesCards={data.takesCards} />
            {order.kind === 'booking' ? <PlacesPanel order={order} /> : <BoughtPanel order={order} />}
            <BuyerPanel order={order} />
            <TimelinePanel events={order.timeline} currency={order.currency} buyer={order.buyer.name} />
            <div className="dash-form-actions">
              <ConfirmationButton order={order} />
              <ReceiptLink order={order} />
            </div>
          </div>
        </>
      ) : (
        <Skeleton className="dash-skeleton" />
      )}
    </RowPanel>
  );
}
