// All orders of the studio, with views, filters, sums and pages.

import { Fragment } from 'react';
import { useSearchParams } from 'react-router';
import { isCalendarDay } from '#app/language/calendar-day.ts';
import { t } from '#app/language/messages.ts';
import { price } from '#app/language/price.ts';
import { siteContext } from '#app/site-context.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Link } from '#app/ui/link.tsx';
import type { OrderSum } from '#contracts/lists.ts';
import { dashboardMeta } from '../dashboard-meta.ts';
import { requireRole } from '../guard.server.ts';
import { PageHeader } from '../layout/page.tsx';
import { ChoiceFilter, DayFilter, SearchFilter } from '../list/filters.tsx';
import { filterOf, readsListAgain } from '../list/list-query.ts';
import { ListView } from '../list/list-view.tsx';
import { useOpenRow } from '../list/open-row.ts';
import { KeysetLinks } from '../pagination/page-links.tsx';
import { PAGE_SIZE } from '../pagination/page-size.ts';
import { idOf, oneOf } from '../pagination/read-query.ts';
import { pageOf, readCursor } from '../pagination/time-cursor.ts';
import { useLiveReload } from '../realtime/use-live-reload.ts';
import { useStudio } from '../use-studio.ts';
import type { Route } from './+types/orders-page.ts';
import { stateLabel } from './order.ts';
import { orderBulk, orderColumns } from './order-columns.tsx';
import { OrderPanel } from './order-panel.tsx';

const SHOWN = ['all', 'unpaid', 'confirmed', 'pending', 'cancelled', 'lapsed'] as const;
type Shown = (typeof SHOWN)[number];
const METHODS = ['card', 'transfer', 'studio'] as const;

function filterLabel(shown: Shown): string {
  if (shown === 'all') return t('dashboard.orders.all_orders');
  return shown === 'unpaid' ? t('dashboard.orders.unpaid') : stateLabel(shown);
}

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireRole({ request, context }, 'staff', 'owner');
  const { backend, now } = context.get(siteContext);
  const query = new URL(request.url).searchParams;
  const shown = oneOf(SHOWN, query.get('show')) ?? 'all';
  const day = (name: string) => (isCalendarDay(query.get(name) ?? '') ? query.get(name) : null);
  const cursor = readCursor(query);
  const filter = {
    query: (query.get('search') ?? '').trim().slice(0, 200),
    only_state: shown === 'all' || shown === 'unpaid' ? null : shown,
    unpaid: shown === 'unpaid',
    of_offering: idOf(query.get('class')),
    from_day: day('from'),
    to_day: day('to'),
    only_method: oneOf(METHODS, query.get('method')),
  };
  const [orders, sums, offerings] = await Promise.all([
    backend.rpc('list_orders', { ...filter, ...cursor, max_rows: PAGE_SIZE + 1 }),
    backend.rpc('sum_orders', filter),
    backend.from('offerings').select('id,title').order('title').limit(1000),
  ]);
  for (const { error } of [orders, sums, offerings]) if (error) throw error;
  return {
    now: now.toISOString(),
    page: pageOf(orders.data ?? [], {
      size: PAGE_SIZE,
      cursor,
      mark: ({ created_at, id }) => ({ at: created_at, id }),
    }),
    sums: sums.data ?? [],
    offerings: offerings.data ?? [],
    shown,
  };
}

export const shouldRevalidate = readsListAgain;

export const meta = dashboardMeta(() => t('dashboard.orders.page_title_orders'));

export default function OrdersPage({ loaderData }: Route.ComponentProps) {
  const { page, sums, offerings, shown } = loaderData;
  const { zone } = useStudio().studio;
  const [query] = useSearchParams();
  const [openId] = useOpenRow();
  const id = idOf(openId);
  useLiveReload({ table: 'orders' });
  const isFiltered = filterOf(query) !== filterOf(shown === 'all' ? '' : `show=${shown}`);
  return (
    <>
      <PageHeader
        title={t('dashboard.orders.orders')}
        link={['/dashboard/orders/new', t('dashboard.orders.new_booking')]}
      >
        {t('dashboard.orders.newest_first_new_orders_appear')}
      </PageHeader>
      <ListView
        list="orders"
        label={t('dashboard.orders.orders')}
        views={SHOWN.map((one) => ({
          label: filterLabel(one),
          filter: one === 'all' ? '' : `show=${one}`,
        }))}
        filters={
          <>
            <SearchFilter label={t('dashboard.forms.find_by_name_email_or_number')} />
            <ChoiceFilter
              label={t('dashboard.common.class')}
              name="class"
              choices={offerings.map(({ id, title }) => ({ value: id, label: title }))}
            />
            <ChoiceFilter
              label={t('dashboard.common.payment_method')}
              name="method"
              choices={METHODS.map((value) => ({ value, label: t(`dashboard.orders.method_${value}`) }))}
            />
            <DayFilter label={t('dashboard.orders.ordered_from')} name="from" />
            <DayFilter label={t('dashboard.orders.ordered_until')} name="to" />
          </>
        }
        summary={<Sums sums={sums} />}
        columns={orderColumns({ now: new Date(loaderData.now), zone })}
        rows={page.rows}
        rowId={({ id }) => id}
        isCurrent={(order) => order.id === id}
        isQuiet={({ state }) => state === 'cancelled' || state === 'lapsed'}
        bulk={orderBulk()}
        empty={
          <EmptyState
            level={2}
            title={formatEmptyState(shown, isFiltered)}
            action={isFiltered && <Link to="/dashboard/orders">{t('dashboard.common.clear_filters')}</Link>}
          >
            {isFiltered
              ? t('dashboard.orders.try_a_shorter_search_or_another')
              : t('dashboard.orders.orders_appear_here_when_someone_books')}
          </EmptyState>
        }
        pages={<KeysetLinks newer={page.newer} older={page.older} />}
      />
      {id && <OrderPanel id={id} name={page.rows.find((row) => row.id === id)?.buyer_name ?? ''} />}
    </>
  );
}

function Sums({ sums }: { sums: readonly OrderSum[] }) {
  const count = sums.reduce((sum, { orders }) => sum + orders, 0);
  return (
    <>
      <span>{t('dashboard.orders.order_count', { count })}</span>
      {sums.map(({ currency, total_cents, due_cents }) => (
        <Fragment key={currency}>
          <span>{t('dashboard.orders.amount_in_total', { amount: price(total_cents, currency) })}</span>
          {due_cents > 0 && (
            <span data-hot>
              {t('dashboard.orders.amount_unpaid', { amount: price(due_cents, currency) })}
            </span>
          )}
        </Fragment>
      ))}
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
