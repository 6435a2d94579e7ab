// All payments and refunds with their totals, filters and a CSV download.

import { Fragment } from 'react';
import { useSearchParams } from 'react-router';
import { Fact } from '#app/dashboard/layout/fact.tsx';
import { clockTime, shortDate } from '#app/language/format-time.ts';
import { localPath } from '#app/language/language-path.ts';
import { t } from '#app/language/messages.ts';
import { columnPrice, price } from '#app/language/price.ts';
import { siteContext } from '#app/site-context.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { Link } from '#app/ui/link.tsx';
import type { LedgerLine, LedgerSum } from '#contracts/lists.ts';
import { dashboardMeta } from '../dashboard-meta.ts';
import { formatCause } from '../format-cause.ts';
import { requireRole } from '../guard.server.ts';
import { PageHeader } from '../layout/page.tsx';
import { whenColumn } from '../list/common-columns.tsx';
import { EmptyList } from '../list/empty-list.tsx';
import { ChoiceFilter, DayFilter, SearchFilter } from '../list/filters.tsx';
import type { ListColumn } from '../list/list-column.ts';
import { ListView } from '../list/list-view.tsx';
import { KeysetLinks } from '../pagination/page-links.tsx';
import { PAGE_SIZE } from '../pagination/page-size.ts';
import { pageOf, readCursor } from '../pagination/time-cursor.ts';
import { useStudio } from '../use-studio.ts';
import type { Route } from './+types/ledger-page.ts';
import { METHODS, methodLabel, readLedgerFilter } from './ledger.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireRole({ request, context }, 'staff', 'owner');
  const { backend, now } = context.get(siteContext);
  const query = new URL(request.url).searchParams;
  const filter = readLedgerFilter(query);
  const cursor = readCursor(query);
  const [lines, sums] = await Promise.all([
    backend.rpc('list_ledger', { ...filter, ...cursor, max_rows: PAGE_SIZE + 1 }),
    backend.rpc('sum_ledger', { from_day: filter.from_day, to_day: filter.to_day }),
  ]);
  for (const { error } of [lines, sums]) if (error) throw error;
  return {
    page: pageOf(lines.data ?? [], {
      size: PAGE_SIZE,
      cursor,
      mark: ({ at, id }) => ({ at, id }),
    }),
    sums: sums.data ?? [],
    filter,
    // This one and those before it: what an accountant asks for.
    years: [0, 1, 2, 3, 4].map((ago) => String(now.getUTCFullYear() - ago)),
  };
}

export const meta = dashboardMeta(() => t('dashboard.payments.page_title_payments'));

export default function LedgerPage({ loaderData }: Route.ComponentProps) {
  const { page, sums, filter, years } = loaderData;
  const [search] = useSearchParams();
  const { zone } = useStudio().studio;
  const file = new URLSearchParams(search);
  file.delete('after');
  file.delete('before');
  return (
    <>
      <PageHeader
        title={t('dashboard.common.payments')}
        actions={
          <Button asChild variant="secondary" size="sm">
            <a href={localPath(`/dashboard/payments.csv${file.size > 0 ? `?${file}` : ''}`)} download>
              {t('dashboard.payments.download_csv')}
            </a>
          </Button>
        }
      >
        {filter.from_day || filter.to_day
          ? t('dashboard.payments.the_selected_days')
          : t('dashboard.payments.all_payments_and_refunds')}
      </PageHeader>
      <Sums sums={sums} />
      <ListView
        list="payments"
        label={t('dashboard.payments.payments_and_refunds')}
        filters={
          <>
            <SearchFilter label={t('dashboard.forms.find_by_name_email_or_number')} />
            <ChoiceFilter
              label={t('dashboard.common.payment_method')}
              name="method"
              choices={METHODS.map((method) => ({ value: method, label: methodLabel(method) }))}
            />
            <ChoiceFilter
              label={t('dashboard.payments.year')}
              name="year"
              choices={years.map((year) => ({ value: year, label: year }))}
            />
            <DayFilter label={t('dashboard.common.from_day')} name="from" />
            <DayFilter label={t('dashboard.common.until')} name="to" />
          </>
        }
        columns={ledgerColumns(zone)}
        rows={page.rows}
        rowId={({ id }) => id}
        empty={
          <EmptyList
            notFound={search.size > 0 && t('dashboard.payments.no_payments_found')}
            none={t('dashboard.payments.no_payments_yet')}
          >
            {t('dashboard.payments.payments_and_refunds_of_orders_appear')}
          </EmptyList>
        }
        pages={<KeysetLinks newer={page.newer} older={page.older} />}
      />
    </>
  );
}

function Sums({ sums }: { sums: LedgerSum[] }) {
  if (sums.length === 0) return null;
  const currencies = [...new Set(sums.map(({ currency }) => currency))];
  return (
    <dl className="pulse">
      {currencies.map((currency) => {
        const of = sums.filter((one) => one.currency === currency);
        const received = of.reduce((sum, { in_cents }) => sum + in_cents, 0);
        const refunded = of.reduce((sum, { out_cents }) => sum + out_cents, 0);
        return (
          <Fragment key={currency}>
            <Fact name={t('dashboard.payments.sum_net')}>{price(received - refunded, currency)}</Fact>
            <Fact name={t('dashboard.payments.sum_received')}>{price(received, currency)}</Fact>
            <Fact name={t('dashboard.payments.sum_refunded')}>{price(refunded, currency)}</Fact>
          </Fragment>
        );
      })}
      {sums.map(({ currency, method, in_cents, out_cents }) => (
        <Fact
          key={`${currency} ${method}`}
          name={
            out_cents > 0
              ? t('dashboard.payments.method_with_refunds', {
                  method: methodLabel(method),
                  amount: price(out_cents, currency),
                })
              : methodLabel(method)
          }
        >
          {price(in_cents - out_cents, currency)}
        </Fact>
      ))}
    </dl>
  );
}

function ledgerColumns(zone: string): ListColumn<LedgerLine>[] {
  return [
    whenColumn(
      'end-detail',
      ({ at }) => `${shortDate(new Date(at), zone)}, ${clockTime(new Date(at), zone)}`,
    ),
    {
      id: 'buyer',
      label: t('dashboard.payments.buyer'),
      isTitle: true,
      cell: (line) => (
        <>
          <Link to={`/dashboard/orders/${line.order_id}`} prefetch="intent">
            {line.buyer_name}
          </Link>
          <span className="dash-quiet list-wide">
            {line.receipt_number ? `${line.number}, ${line.receipt_number}` : line.number}
            {line.cause && `, ${formatCause(line)}`}
          </span>
        </>
      ),
    },
    {
      id: 'method',
      label: t('dashboard.payments.method'),
      phone: 'detail',
      cell: ({ method, state }) => (
        <>
          {methodLabel(method)}{' '}
          {state !== 'done' && (
            <Badge tone="danger">
              {state === 'failed'
                ? t('dashboard.payments.refund_failed')
                : t('dashboard.payments.refund_to_do')}
            </Badge>
          )}
        </>
      ),
    },
    {
      id: 'by',
      label: t('dashboard.payments.recorded_by'),
      width: 'name',
      drop: 2,
      className: 'dash-quiet',
      cell: ({ recorded_name }) => recorded_name,
    },
    {
      id: 'amount',
      label: t('dashboard.payments.amount'),
      width: 'money',
      align: 'end',
      phone: 'end',
      className: 'list-strong',
      cell: ({ amount_cents, currency }) => columnPrice(amount_cents, currency),
    },
  ];
}
