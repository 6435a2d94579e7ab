// One order: buyer, places, payments and history, with everything staff can do to it.

import { data } from 'react-router';
import { formatEmail } from '#app/language/format-email.ts';
import { clockTime, shortDate } from '#app/language/format-time.ts';
import { localPath } from '#app/language/language-path.ts';
import { rich, t } from '#app/language/messages.ts';
import { price } from '#app/language/price.ts';
import { siteContext } from '#app/site-context.ts';
import { Button } from '#app/ui/button.tsx';
import { Link } from '#app/ui/link.tsx';
import type { OrderDetails, OrderEvent } from '#contracts/orders.ts';
import { dashboardMeta } from '../dashboard-meta.ts';
import { useDatabaseCall } from '../forms/use-database-call.ts';
import { requireRole } from '../guard.server.ts';
import { PageHeader, Panel } from '../layout/page.tsx';
import { useLiveReload } from '../realtime/use-live-reload.ts';
import { useStudio } from '../use-studio.ts';
import type { Route } from './+types/order-page.ts';
import { MismatchPanel } from './mismatch-panel.tsx';
import { MoneyPanel } from './money-panel.tsx';
import { actorOf, formatEvent } from './order.ts';
import { OrderBadge } from './order-badge.tsx';
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
  const resend = useDatabaseCall();
  return (
    <>
      <p className="dash-back">
        <Link to="/dashboard/orders">{t('dashboard.orders.orders')}</Link>
      </p>
      <PageHeader
        title={order.buyer.name}
        actions={
          <>
            {order.state === 'confirmed' && (
              <Button
                variant="tertiary"
                size="sm"
                busy={resend.isBusy}
                onClick={() =>
                  resend.call(
                    'resend_confirmation',
                    { order_id: order.order_id },
                    { title: t('dashboard.orders.confirmation_sent_again'), description: order.buyer.email },
                  )
                }
              >
                {t('dashboard.orders.send_confirmation_again')}
              </Button>
            )}
            <Button asChild variant="secondary" size="sm">
              <Link to={`/dashboard/receipts/${order.order_id}`}>{t('dashboard.orders.receipt')}</Link>
            </Button>
          </>
        }
      >
        {t('dashboard.orders.order_number', { number: order.number })} <OrderBadge order={order} />
      </PageHeader>
      <div className="dash-columns">
        <div className="dash-stack">
          {order.kind === 'booking' ? <PlacesPanel order={order} /> : <BoughtPanel order={order} />}
          <TimelinePanel events={order.timeline} currency={order.currency} buyer={order.buyer.name} />
        </div>
        <div className="dash-stack">
          <MismatchPanel mismatches={mismatches} />
          <MoneyPanel order={order} takesCards={takesCards} />
          <BuyerPanel order={order} />
        </div>
      </div>
    </>
  );
}

function BoughtPanel({ order }: { order: OrderDetails }) {
  return (
    <Panel title={order.kind === 'pass' ? t('dashboard.common.pass') : t('dashboard.orders.voucher')}>
      <ul className="dash-list">
        {order.passes.map((pass) => (
          <li key={pass.code}>
            <span>
              <b>{pass.name}</b>
              <span className="dash-quiet">
                {pass.is_active
                  ? t('dashboard.orders.pass_entries_left', { code: pass.code, count: pass.entries })
                  : t('dashboard.orders.pass_entries_left_inactive', {
                      code: pass.code,
                      count: pass.entries,
                    })}
              </span>
            </span>
          </li>
        ))}
        {order.kind === 'voucher' &&
          order.credits.map(({ code, balance_cents }) => (
            <li key={code}>
              <span>
                <b>{code}</b>
                <span className="dash-quiet">
                  {t('dashboard.orders.price_left', { price: price(balance_cents, order.currency) })}
                </span>
              </span>
            </li>
          ))}
        {order.kind === 'voucher' && order.credits.length === 0 && (
          <li>
            <span>
              <b>{t('dashboard.orders.the_code_becomes_valid_once_the')}</b>
            </span>
          </li>
        )}
      </ul>
    </Panel>
  );
}

function BuyerPanel({ order }: { order: OrderDetails }) {
  return (
    <Panel
      title={t('dashboard.orders.buyer')}
      aside={
        order.household_id && (
          <Link to={`/dashboard/households/${order.household_id}`}>{t('dashboard.orders.household')}</Link>
        )
      }
    >
      <dl className="facts">
        <div>
          <dt>{t('dashboard.common.email')}</dt>
          <dd>
            {order.buyer.email.endsWith('@invalid') ? (
              formatEmail(order.buyer.email)
            ) : (
              <a href={`mailto:${order.buyer.email}`}>{order.buyer.email}</a>
            )}
          </dd>
        </div>
        {order.buyer.phone && (
          <div>
            <dt>{t('dashboard.common.phone')}</dt>
            <dd>
              <a href={`tel:${order.buyer.phone.replace(/[^+\d]/g, '')}`}>{order.buyer.phone}</a>
            </dd>
          </div>
        )}
        <div>
          <dt>{t('dashboard.orders.account')}</dt>
          <dd>
            {order.has_account
              ? t('dashboard.orders.signed_in_when_booking')
              : t('dashboard.orders.none_they_use_the_link_in')}
          </dd>
        </div>
        <div>
          <dt>{t('dashboard.orders.booking_page')}</dt>
          <dd>
            <a href={localPath(`/booking/${order.order_token}`)}>{t('dashboard.orders.view_as_the_buyer')}</a>
          </dd>
        </div>
      </dl>
    </Panel>
  );
}

interface TimelineProps {
  events: OrderEvent[];
  currency: string;
  buyer: string;
}

function TimelinePanel({ events, currency, buyer }: TimelineProps) {
  const { zone } = useStudio().studio;
  return (
    <Panel title={t('dashboard.common.history')}>
      {events.length === 0 && (
        <p className="dash-quiet">{t('dashboard.orders.no_changes_yet_changes_to_this')}</p>
      )}
      <ol className="dash-timeline">
        {events.map((event) => (
          <li key={event.id}>
            <time dateTime={event.at}>
              {shortDate(new Date(event.at), zone)}, {clockTime(new Date(event.at), zone)}
            </time>
            <span>
              {rich('dashboard.orders.history_line', {
                actor: actorOf(event, buyer),
                event: formatEvent(event, currency),
                b: (text) => <b>{text}</b>,
              })}
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
