// The list of orders: its columns, and what can be done with several at once.

import { offerFile } from '#app/features/csv/offer-file.ts';
import { type CsvCell, writeCsv } from '#app/features/csv/write-csv.ts';
import { formatEmail, hasEmail } from '#app/language/format-email.ts';
import { clockTime, shortDate } from '#app/language/format-time.ts';
import { t } from '#app/language/messages.ts';
import { columnPrice, price } from '#app/language/price.ts';
import { since } from '#app/language/since.ts';
import { Badge } from '#app/ui/badge.tsx';
import type { ListedOrder } from '#contracts/lists.ts';
import { callDatabase } from '../forms/call-database.ts';
import type { Bulk, BulkAction } from '../list/bulk-bar.tsx';
import { statusColumn } from '../list/common-columns.tsx';
import type { ListColumn } from '../list/list-column.ts';
import { RowLink } from '../list/row-link.tsx';
import { formatKind, openCents, stateLabel } from './order.ts';
import { OrderBadge } from './order-badge.tsx';

export function orderColumns({ now, zone }: { now: Date; zone: string }): ListColumn<ListedOrder>[] {
  const when = (moment: string) =>
    `${shortDate(new Date(moment), zone)}, ${clockTime(new Date(moment), zone)}`;
  return [
    {
      id: 'number',
      label: t('dashboard.orders.number_column'),
      width: 'number',
      drop: 2,
      className: 'list-strong',
      cell: ({ number }) => number,
    },
    {
      id: 'person',
      label: t('dashboard.orders.person'),
      isTitle: true,
      cell: (order) => (
        <>
          <RowLink row={order.id} to={`/dashboard/orders/${order.id}`}>
            {order.buyer_name}
          </RowLink>
          <span className="dash-quiet list-wide list-line" title={formatEmail(order.buyer_email)}>
            {formatEmail(order.buyer_email)}
          </span>
        </>
      ),
    },
    {
      id: 'class',
      label: t('dashboard.common.class'),
      phone: 'detail',
      cell: (order) =>
        order.places > 1
          ? t('dashboard.orders.title_and_places', { title: formatKind(order), count: order.places })
          : formatKind(order),
    },
    {
      id: 'ordered',
      label: t('dashboard.orders.ordered'),
      width: 'when',
      drop: 1,
      className: 'dash-quiet',
      cell: ({ created_at }) => since(new Date(created_at), now, zone),
    },
    {
      id: 'session',
      label: t('dashboard.orders.session'),
      width: 'date',
      drop: 1,
      cell: ({ starts_at }) => starts_at && when(starts_at),
    },
    statusColumn((order) => <Status order={order} />),
    {
      id: 'total',
      label: t('dashboard.orders.total'),
      width: 'money',
      align: 'end',
      phone: 'end',
      cell: ({ total_cents, currency }) => columnPrice(total_cents, currency),
    },
    {
      id: 'due',
      label: t('dashboard.orders.due'),
      width: 'money',
      align: 'end',
      drop: 2,
      cell: (order) => {
        const open = Math.max(0, openCents(order));
        return (
          <span className={open > 0 ? 'list-problem list-strong' : 'dash-quiet'}>
            {columnPrice(open, order.currency)}
          </span>
        );
      },
    },
  ];
}

/** What is due has a column of its own, so the state is only a word. */
function Status({ order }: { order: ListedOrder }) {
  if (order.state !== 'confirmed' || openCents(order) <= 0) return <OrderBadge order={order} />;
  return (
    <Badge tone="danger">
      {order.paid_cents > 0 ? t('dashboard.orders.part_paid') : t('dashboard.orders.unpaid_state')}
    </Badge>
  );
}

const isOpen = (order: ListedOrder) => openCents(order) > 0;

function formatOpen(orders: readonly ListedOrder[]): string | null {
  const [first] = orders;
  const cents = orders.reduce((sum, order) => sum + Math.max(0, openCents(order)), 0);
  // Amounts in two currencies have no sum.
  const hasOneCurrency = orders.every(({ currency }) => currency === first?.currency);
  return first && cents > 0 && hasOneCurrency ? price(cents, first.currency) : null;
}

function csvHead(): string[] {
  return [
    t('dashboard.orders.number_column'),
    t('dashboard.orders.ordered'),
    t('dashboard.orders.person'),
    t('dashboard.common.email'),
    t('dashboard.common.class'),
    t('dashboard.orders.session'),
    t('dashboard.common.status'),
    t('dashboard.orders.total'),
    t('dashboard.orders.due'),
  ];
}

function csvRow(order: ListedOrder): CsvCell[] {
  return [
    order.number,
    order.created_at,
    order.buyer_name,
    formatEmail(order.buyer_email),
    formatKind(order),
    order.starts_at ?? '',
    stateLabel(order.state),
    order.total_cents / 100,
    Math.max(0, openCents(order)) / 100,
  ];
}

export function orderBulk(): Bulk<ListedOrder> {
  const payment = (method: string, label: string): BulkAction<ListedOrder> => ({
    id: method,
    label,
    accepts: isOpen,
    // Without an amount the database records what is due now, not what was due when this page was loaded.
    run: ({ id }, key) =>
      callDatabase('record_payment', { order_id: id, amount_cents: null, method, idempotency_key: key }),
    done: (count) => t('dashboard.orders.payments_recorded', { count }),
    question: (orders) => ({
      title: t('dashboard.orders.record_payments_question', {
        count: orders.length,
        amount: formatOpen(orders) ?? '',
      }),
      content: t('dashboard.orders.each_order_is_paid_in_full'),
      confirmText: t('dashboard.orders.record_payment'),
    }),
  });
  return {
    nameOf: ({ number, buyer_name }) => `${number}, ${buyer_name}`,
    summary: (orders) => {
      const amount = formatOpen(orders);
      return amount && t('dashboard.orders.amount_due', { amount });
    },
    actions: [
      {
        id: 'payment',
        label: t('dashboard.orders.record_payment'),
        choices: [
          payment('cash', t('dashboard.orders.in_cash')),
          payment('card_at_studio', t('dashboard.orders.by_card_at_the_studio')),
          payment('transfer', t('dashboard.orders.by_bank_transfer')),
        ],
      },
      {
        id: 'reminder',
        label: t('dashboard.orders.send_payment_reminder'),
        accepts: (order) => isOpen(order) && hasEmail(order.buyer_email),
        run: ({ id }) => callDatabase('send_payment_reminder', { order_id: id }),
        done: (count) => t('dashboard.orders.payment_reminders_sent', { count }),
        question: (orders) => ({
          title: t('dashboard.orders.send_payment_reminders_question', { count: orders.length }),
          content: t('dashboard.orders.each_buyer_gets_an_email_with'),
        }),
      },
      {
        id: 'csv',
        label: t('dashboard.list.export_csv'),
        take: (orders) => offerFile('orders.csv', writeCsv([csvHead(), ...orders.map(csvRow)])),
      },
    ],
  };
}
