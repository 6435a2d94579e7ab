// All orders of the studio, with search, filters and pages.

import { Form, useSearchParams } from 'react-router';
import { isCalendarDay } from '#app/language/calendar-day.ts';
import { formatEmail } from '#app/language/format-email.ts';
import { clockTime, shortDate } from '#app/language/format-time.ts';
import { t } from '#app/language/messages.ts';
import { price } from '#app/language/price.ts';
import { since } from '#app/language/since.ts';
import { siteContext } from '#app/site-context.ts';
import { Button } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Field } from '#app/ui/field.tsx';
import { Link } from '#app/ui/link.tsx';
import { Select } from '#app/ui/select.tsx';
import { Table, TableBody, TableCell, TableRow } from '#app/ui/table.tsx';
import type { ListedOrder } from '#contracts/lists.ts';
import { dashboardMeta } from '../dashboard-meta.ts';
import { DayRangeFields, OrderSearchField } from '../forms/filter-fields.tsx';
import { requireRole } from '../guard.server.ts';
import { Columns } from '../layout/columns.tsx';
import { FilterTabs } from '../layout/filter-tabs.tsx';
import { PageHeader } from '../layout/page.tsx';
import { KeysetLinks } from '../pagination/page-links.tsx';
import { pageOf, readCursor } from '../pagination/time-cursor.ts';
import { useLiveReload } from '../realtime/use-live-reload.ts';
import { useStudio } from '../use-studio.ts';
import type { Route } from './+types/orders-page.ts';
import { formatKind, stateLabel } from './order.ts';
import { OrderBadge } from './order-badge.tsx';

const SIZE = 40;
const SHOWN = ['all', 'unpaid', 'confirmed', 'pending', 'cancelled', 'lapsed'] as const;
type Shown = (typeof SHOWN)[number];

function filterLabel(shown: Shown): string {
  if (shown === 'all') return t('dashboard.orders.all_orders');
  return shown === 'unpaid' ? t('dashboard.orders.unpaid') : stateLabel(shown);
}

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireRole({ request, context }, 'staff', 'owner');
  const { backend, now } = context.get(siteContext);
  const query = new URL(request.url).searchParams;
  const shown = SHOWN.find((known) => known === query.get('show')) ?? 'all';
  const day = (name: string) => (isCalendarDay(query.get(name) ?? '') ? query.get(name) : null);
  const offering = /^[0-9a-f-]{36}$/.test(query.get('class') ?? '') ? query.get('class') : null;
  const searchText = (query.get('search') ?? '').trim().slice(0, 200);
  const cursor = readCursor(query);
  const [orders, offerings] = await Promise.all([
    backend.rpc('list_orders', {
      query: searchText,
      only_state: shown === 'all' || shown === 'unpaid' ? null : shown,
      unpaid: shown === 'unpaid',
      of_offering: offering,
      from_day: day('from'),
      to_day: day('to'),
      ...cursor,
      max_rows: SIZE + 1,
    }),
    backend.from('offerings').select('id,title').order('title').limit(1000),
  ]);
  for (const { error } of [orders, offerings]) if (error) throw error;
  return {
    now: now.toISOString(),
    page: pageOf(orders.data ?? [], {
      size: SIZE,
      cursor,
      mark: ({ created_at, id }) => ({ at: created_at, id }),
    }),
    offerings: offerings.data ?? [],
    filter: { searchText, shown, offering, from: day('from'), to: day('to') },
  };
}

export const meta = dashboardMeta(() => t('dashboard.orders.page_title_orders'));

export default function OrdersPage({ loaderData }: Route.ComponentProps) {
  const { page, offerings, filter } = loaderData;
  const [search] = useSearchParams();
  useLiveReload({ table: 'orders' });
  const now = new Date(loaderData.now);
  const isFiltered = Boolean(filter.searchText || filter.offering || filter.from || filter.to);
  const showing = (shown: Shown) => {
    const query = new URLSearchParams(search);
    for (const name of ['after', 'before', 'show']) query.delete(name);
    if (shown !== 'all') query.set('show', shown);
    return `/dashboard/orders${query.size > 0 ? `?${query}` : ''}`;
  };
  return (
    <>
      <PageHeader
        title={t('dashboard.orders.orders')}
        actions={
          <Button asChild variant="primary" size="sm">
            <Link to="/dashboard/orders/new">{t('dashboard.orders.new_booking')}</Link>
          </Button>
        }
      >
        {t('dashboard.orders.newest_first_new_orders_appear')}
      </PageHeader>
      <FilterTabs
        label={t('dashboard.common.status')}
        choices={SHOWN.map((one) => ({
          to: showing(one),
          label: filterLabel(one),
          isChosen: one === filter.shown,
        }))}
      />
      <Form className="dash-filters" role="search" key={search.toString()}>
        {filter.shown !== 'all' && <input type="hidden" name="show" value={filter.shown} />}
        <OrderSearchField query={filter.searchText} />
        <Field label={t('dashboard.common.class')}>
          <Select
            name="class"
            defaultValue={filter.offering ?? ''}
            options={offerings.map(({ id, title }) => [id, title])}
            none={t('dashboard.orders.all_classes')}
          />
        </Field>
        <DayRangeFields
          from={filter.from}
          to={filter.to}
          fromLabel={t('dashboard.orders.ordered_from')}
          toLabel={t('dashboard.orders.ordered_until')}
        />
        <Button variant="tertiary" type="submit">
          {t('dashboard.common.find')}
        </Button>
        {isFiltered && (
          <Button asChild variant="link" size="sm">
            <Link
              to={filter.shown === 'all' ? '/dashboard/orders' : `/dashboard/orders?show=${filter.shown}`}
            >
              {t('dashboard.common.clear_filters')}
            </Link>
          </Button>
        )}
      </Form>
      {page.rows.length === 0 ? (
        <EmptyState level={2} title={formatEmptyState(filter.shown, isFiltered)}>
          {isFiltered
            ? t('dashboard.orders.try_a_shorter_search_or_another')
            : t('dashboard.orders.orders_appear_here_when_someone_books')}
        </EmptyState>
      ) : (
        <OrderTable orders={page.rows} now={now} />
      )}
      <KeysetLinks newer={page.newer} older={page.older} />
    </>
  );
}

function formatEmptyState(shown: Shown, isFiltered: boolean): string {
  if (isFiltered) return t('dashboard.orders.no_orders_found');
  if (shown === 'unpaid') return t('dashboard.orders.no_unpaid_orders');
  return shown === 'all'
    ? t('dashboard.orders.no_orders_yet')
    : t('dashboard.orders.no_orders_with_status', { status: stateLabel(shown) });
}

function OrderTable({ orders, now }: { orders: ListedOrder[]; now: Date }) {
  const { zone } = useStudio().studio;
  return (
    <Table label={t('dashboard.orders.orders')} className="dash-table">
      <Columns
        of={[
          t('dashboard.orders.ordered'),
          t('dashboard.common.order'),
          { wide: t('dashboard.orders.session') },
          { wide: t('dashboard.common.status') },
          { end: t('dashboard.common.price') },
        ]}
      />
      <TableBody>
        {orders.map((order) => (
          <TableRow key={order.id}>
            <TableCell className="dash-quiet mail-when">
              {since(new Date(order.created_at), now, zone)}
            </TableCell>
            <TableCell className="mail-subject">
              <Link to={`/dashboard/orders/${order.id}`} prefetch="intent">
                {order.buyer_name}
              </Link>
              <span className="dash-quiet">
                {order.places > 1
                  ? t('dashboard.orders.title_and_places', { title: formatKind(order), count: order.places })
                  : formatKind(order)}
                <span className="dash-detail">
                  {order.number}, {formatEmail(order.buyer_email)}
                </span>
              </span>
              <span className="dash-narrow">
                <OrderBadge order={order} />
              </span>
            </TableCell>
            <TableCell className="dash-wide dash-quiet mail-when">
              {order.starts_at &&
                `${shortDate(new Date(order.starts_at), zone)}, ${clockTime(new Date(order.starts_at), zone)}`}
            </TableCell>
            <TableCell className="dash-wide">
              <OrderBadge order={order} />
            </TableCell>
            <TableCell align="end" className="dash-amount">
              {price(order.total_cents, order.currency)}
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
