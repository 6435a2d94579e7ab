// The receipt of an order, for the buyer and for staff; prints on one page.

import type { ReactNode } from 'react';
import { data } from 'react-router';
import { commaSeparated, contentText } from '#app/language/content-text.ts';
import { longDay } from '#app/language/format-day.ts';
import { clockTime, localDay, shortDate } from '#app/language/format-time.ts';
import { localized } from '#app/language/in-language.ts';
import { t } from '#app/language/messages.ts';
import { price } from '#app/language/price.ts';
import { siteContext } from '#app/site-context.ts';
import { Button } from '#app/ui/button.tsx';
import { dashboardMeta } from '../dashboard-meta.ts';
import { requirePerson } from '../guard.server.ts';
import { PageHeader } from '../layout/page.tsx';
import { useStudio } from '../use-studio.ts';
import type { Route } from './+types/receipt-page.ts';

export async function loader({ request, context, params }: Route.LoaderArgs) {
  await requirePerson({ request, context });
  const { backend, now } = context.get(siteContext);
  if (!/^[0-9a-f-]{36}$/i.test(params.id)) throw data(null, { status: 404 });
  const [order, payments, refunds, studio] = await Promise.all([
    backend.rpc('booking_status', { order_id: params.id }),
    backend
      .from('payments')
      .select('id,amount_cents,method,received_at')
      .eq('order_id', params.id)
      .order('received_at'),
    backend
      .from('refunds')
      .select('id,amount_cents,method,state,created_at')
      .eq('order_id', params.id)
      .order('created_at'),
    backend.from('studio').select('name,address,email,translations').single(),
  ]);
  if (order.status === 404) throw data(null, { status: 404 });
  if (order.error) throw order.error;
  for (const { error } of [payments, refunds, studio]) if (error) throw error;
  return {
    now: now.toISOString(),
    order: localized(order.data),
    payments: payments.data ?? [],
    refunds: refunds.data ?? [],
    from: studio.data ? localized(studio.data) : { name: '', address: '', email: '' },
  };
}

export const meta = dashboardMeta<typeof loader>(({ loaderData }) =>
  loaderData
    ? t('dashboard.orders.page_title_receipt', { number: loaderData.order.number })
    : t('dashboard.orders.page_title_receipt_unknown'),
);

export default function ReceiptPage({ loaderData }: Route.ComponentProps) {
  const { order, payments, refunds, from } = loaderData;
  const { zone } = useStudio().studio;
  const money = (cents: number) => price(cents, order.currency);
  const day = (moment: string) => longDay(localDay(new Date(moment), zone));
  const lines = order.bookings.map((place) => {
    const date = order.dates.find(({ pool_id }) => pool_id === place.pool_id);
    const when =
      date && `${shortDate(new Date(date.starts_at), zone)}, ${clockTime(new Date(date.starts_at), zone)}`;
    return {
      id: place.id,
      description: commaSeparated([contentText(date, 'title'), place.name, when]),
      note:
        place.state === 'cancelled'
          ? t('dashboard.orders.place_cancelled')
          : place.by_pass
            ? t('dashboard.orders.with_a_pass')
            : place.voucher_cents > 0
              ? t('dashboard.orders.amount_by_voucher', { amount: money(place.voucher_cents) })
              : '',
      cents:
        place.state === 'cancelled'
          ? place.retained_cents
          : place.by_pass
            ? 0
            : place.price_cents - place.voucher_cents,
    };
  });
  const discount =
    order.kind === 'booking' ? lines.reduce((sum, { cents }) => sum + cents, 0) - order.total_cents : 0;
  const bought =
    order.kind === 'pass'
      ? contentText(order.passes[0], 'name') || t('dashboard.common.pass')
      : t('dashboard.orders.voucher');
  return (
    <>
      <PageHeader
        title={t('dashboard.orders.receipt_number', { number: order.number })}
        actions={
          <Button variant="primary" size="sm" onClick={() => print()}>
            {t('dashboard.common.print')}
          </Button>
        }
      />
      <article className="receipt">
        <div className="receipt-sides">
          <p>
            <b>{from.name}</b>
            <br />
            {from.address}
            {from.email && (
              <>
                <br />
                {from.email}
              </>
            )}
          </p>
          <p>
            {t('dashboard.orders.receipt_for')}
            <br />
            <b>{order.buyer.name}</b>
            <br />
            {t('dashboard.orders.ordered_on_day', { day: day(order.created_at) })}
          </p>
        </div>
        <table className="receipt-lines">
          <caption className="sr-only">{t('dashboard.orders.ordered_items')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('dashboard.orders.item')}</th>
              <th scope="col">{t('dashboard.common.price')}</th>
            </tr>
          </thead>
          <tbody>
            {order.kind === 'booking' ? (
              lines.map((line) => (
                <tr key={line.id}>
                  <td>
                    {line.description}
                    {line.note && <span className="dash-quiet">, {line.note}</span>}
                  </td>
                  <td>{money(line.cents)}</td>
                </tr>
              ))
            ) : (
              <tr>
                <td>{bought}</td>
                <td>{money(order.total_cents)}</td>
              </tr>
            )}
          </tbody>
          <tfoot>
            {discount > 0 && (
              <Sum className="receipt-discount" label={t('dashboard.orders.discount')}>
                −{money(discount)}
              </Sum>
            )}
            <Sum className="receipt-total" label={t('dashboard.orders.total')}>
              {money(order.total_cents)}
            </Sum>
            {payments.map(({ id, method, received_at, amount_cents }) => (
              <Sum
                key={id}
                label={t('dashboard.orders.paid_by_method_on_day', { method, day: day(received_at) })}
              >
                {money(amount_cents)}
              </Sum>
            ))}
            {refunds.map(({ id, method, created_at, amount_cents }) => (
              <Sum
                key={id}
                label={t('dashboard.orders.refunded_by_method_on_day', { method, day: day(created_at) })}
              >
                −{money(amount_cents)}
              </Sum>
            ))}
            <Sum className="receipt-due" label={t('dashboard.orders.due_amount')}>
              {money(order.state === 'confirmed' ? Math.max(0, order.total_cents - order.paid_cents) : 0)}
            </Sum>
          </tfoot>
        </table>
        <p className="dash-quiet">{t('dashboard.orders.printed_on_day', { day: day(loaderData.now) })}</p>
      </article>
    </>
  );
}

function Sum({ className, label, children }: { className?: string; label: string; children: ReactNode }) {
  return (
    <tr className={className}>
      <th scope="row">{label}</th>
      <td>{children}</td>
    </tr>
  );
}
