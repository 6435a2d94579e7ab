// The current user's passes and credit with every entry, and their payments with receipts.

import { RowText } from '#app/dashboard/layout/row-text.tsx';
import { Rows } from '#app/dashboard/layout/rows.tsx';
import { contentText } from '#app/language/content-text.ts';
import { longDay } from '#app/language/format-day.ts';
import { localDay, shortDate } from '#app/language/format-time.ts';
import { localized, type Marks } from '#app/language/in-language.ts';
import { t } from '#app/language/messages.ts';
import { price } from '#app/language/price.ts';
import { siteContext } from '#app/site-context.ts';
import { Badge } from '#app/ui/badge.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Link } from '#app/ui/link.tsx';
import { dashboardMeta } from '../dashboard-meta.ts';
import { formatCause } from '../format-cause.ts';
import { requirePerson } from '../guard.server.ts';
import { Panel, ReadingPage } from '../layout/page.tsx';
import { useStudio } from '../use-studio.ts';
import type { Route } from './+types/own-passes-page.ts';

interface OwnPass {
  id: string;
  code: string;
  valid_until: string;
  is_active: boolean;
  type: ({ name: string } & Marks) | null;
  pass_entries: { id: number; delta: number; cause: string; at: string }[];
}
interface OwnVoucher {
  id: string;
  code: string;
  currency: string;
  is_active: boolean;
  voucher_entries: { id: number; delta_cents: number; cause: string; reason: string; at: string }[];
}
interface OwnOrder {
  id: string;
  number: string;
  state: 'pending' | 'confirmed' | 'cancelled' | 'lapsed';
  currency: string;
  total_cents: number;
  paid_cents: number;
  created_at: string;
}

const SHOWN = 50;

export async function loader({ request, context }: Route.LoaderArgs) {
  const { person } = await requirePerson({ request, context });
  const { backend, now } = context.get(siteContext);
  const [passes, vouchers, orders] = await Promise.all([
    backend
      .from('passes')
      .select(
        'id,code,valid_until,is_active,type:pass_types(name,translations),pass_entries(id,delta,cause,at)',
      )
      .eq('user_id', person.id)
      .order('created_at', { ascending: false })
      .limit(SHOWN),
    backend
      .from('vouchers')
      .select('id,code,currency,is_active,voucher_entries(id,delta_cents,cause,reason,at)')
      .eq('user_id', person.id)
      .order('created_at', { ascending: false })
      .limit(SHOWN),
    backend
      .from('orders')
      .select('id,number,state,currency,total_cents,paid_cents,created_at')
      .eq('user_id', person.id)
      .neq('state', 'lapsed')
      .order('created_at', { ascending: false })
      .order('id')
      .limit(SHOWN),
  ]);
  for (const { error } of [passes, vouchers, orders]) if (error) throw error;
  return {
    now: now.toISOString(),
    passes: localized(passes.data ?? []),
    vouchers: vouchers.data ?? [],
    orders: orders.data ?? [],
  };
}

export const meta = dashboardMeta(() => t('dashboard.passes.page_title'));

export default function OwnPassesPage({ loaderData }: Route.ComponentProps) {
  const { passes, vouchers, orders } = loaderData;
  const { zone } = useStudio().studio;
  const now = new Date(loaderData.now);
  return (
    <ReadingPage
      title={t('dashboard.passes.passes')}
      link={['/passes', t('dashboard.passes.buy_a_pass')]}
      lead={t('dashboard.passes.your_passes_credit_and_payments')}
    >
      <Panel title={t('dashboard.passes.passes_and_credit')}>
        {passes.length + vouchers.length === 0 ? (
          <EmptyState level={3} title={t('dashboard.passes.no_passes_or_credit_yet')} />
        ) : (
          <ul className="dash-list">
            {passes.map((pass) => (
              <PassRow key={pass.id} pass={pass} now={now} />
            ))}
            {vouchers.map((voucher) => (
              <VoucherRow key={voucher.id} voucher={voucher} />
            ))}
          </ul>
        )}
      </Panel>
      <Panel title={t('dashboard.common.payments')} id="payments">
        <Rows
          of={orders}
          className="own-payments"
          none={<EmptyState level={3} title={t('dashboard.passes.no_payments_yet')} />}
        >
          {(order) => (
            <li key={order.id}>
              <RowText title={order.number}>{longDay(localDay(new Date(order.created_at), zone))}</RowText>
              <span className="dash-amount">{price(order.total_cents, order.currency)}</span>
              <OwnState order={order} />
              <Link
                to={`/dashboard/receipts/${order.id}`}
                aria-label={t('dashboard.passes.receipt_for_number', { number: order.number })}
                prefetch="intent"
              >
                {t('dashboard.passes.receipt')}
              </Link>
            </li>
          )}
        </Rows>
      </Panel>
    </ReadingPage>
  );
}

function OwnState({ order }: { order: OwnOrder }) {
  const open = order.total_cents - order.paid_cents;
  if (order.state === 'cancelled') return <Badge tone="quiet">{t('dashboard.passes.cancelled_state')}</Badge>;
  if (open > 0)
    return (
      <Badge tone="danger">{t('dashboard.passes.amount_due', { amount: price(open, order.currency) })}</Badge>
    );
  return (
    <Badge tone="positive">
      {order.total_cents > 0 ? t('dashboard.passes.paid_state') : t('dashboard.passes.nothing_to_pay')}
    </Badge>
  );
}

function PassRow({ pass, now }: { pass: OwnPass; now: Date }) {
  const { zone } = useStudio().studio;
  const left = pass.pass_entries.reduce((sum, { delta }) => sum + delta, 0);
  const isExpired = new Date(pass.valid_until) <= now;
  const lastDay = longDay(localDay(new Date(pass.valid_until), zone));
  return (
    <li>
      <span>
        <b>{contentText(pass.type, 'name') || t('dashboard.common.pass')}</b>
        <span className="dash-quiet">
          {isExpired
            ? t('dashboard.passes.code_expired_on', { code: pass.code, day: lastDay })
            : t('dashboard.passes.code_valid_until', { code: pass.code, day: lastDay })}
        </span>
        <Entries
          entries={pass.pass_entries.map(({ id, delta, cause, at }) => ({
            id,
            at,
            cause,
            amount: signed(delta),
          }))}
        />
      </span>
      <Badge tone={pass.is_active && !isExpired && left > 0 ? 'positive' : 'quiet'}>
        {pass.is_active
          ? t('dashboard.passes.entries_left', { count: left })
          : t('dashboard.passes.valid_once_paid')}
      </Badge>
    </li>
  );
}

function VoucherRow({ voucher }: { voucher: OwnVoucher }) {
  const left = voucher.voucher_entries.reduce((sum, { delta_cents }) => sum + delta_cents, 0);
  return (
    <li>
      <span>
        <b>{voucher.code}</b>
        <span className="dash-quiet">{t('dashboard.passes.voucher_or_credit')}</span>
        <Entries
          entries={voucher.voucher_entries.map(({ id, delta_cents, cause, reason, at }) => ({
            id,
            at,
            cause,
            reason,
            amount: `${delta_cents < 0 ? '−' : '+'}${price(Math.abs(delta_cents), voucher.currency)}`,
          }))}
        />
      </span>
      <Badge tone={voucher.is_active && left > 0 ? 'positive' : 'quiet'}>
        {voucher.is_active
          ? t('dashboard.passes.amount_left', { amount: price(left, voucher.currency) })
          : t('dashboard.passes.inactive_state')}
      </Badge>
    </li>
  );
}

const signed = (count: number) => (count < 0 ? `−${-count}` : `+${count}`);

function Entries({
  entries,
}: {
  entries: { id: number; at: string; cause: string; reason?: string; amount: string }[];
}) {
  const { zone } = useStudio().studio;
  return (
    <details className="own-entries">
      <summary>{t('dashboard.passes.all_entries')}</summary>
      <ul>
        {[...entries]
          .sort((one, other) => one.id - other.id)
          .map((entry) => (
            <li key={entry.id} className="dash-quiet">
              {t('dashboard.passes.entry_line', {
                day: shortDate(new Date(entry.at), zone),
                amount: entry.amount,
                reason: formatCause(entry),
              })}
            </li>
          ))}
      </ul>
    </details>
  );
}
