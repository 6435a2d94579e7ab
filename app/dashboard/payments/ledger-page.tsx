// All payments and refunds with their totals, filters and a CSV download.

import { Form, useSearchParams } from 'react-router';
import { clockTime, shortDate } from '#app/language/format-time.ts';
import { localPath } from '#app/language/language-path.ts';
import { t } from '#app/language/messages.ts';
import { price } from '#app/language/price.ts';
import { siteContext } from '#app/site-context.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Field } from '#app/ui/field.tsx';
import { Link } from '#app/ui/link.tsx';
import { Select } from '#app/ui/select.tsx';
import { Table, TableBody, TableCell, TableRow } from '#app/ui/table.tsx';
import type { LedgerLine, LedgerSum } from '#contracts/lists.ts';
import { dashboardMeta } from '../dashboard-meta.ts';
import { formatCause } from '../format-cause.ts';
import { DayRangeFields, OrderSearchField } from '../forms/filter-fields.tsx';
import { requireRole } from '../guard.server.ts';
import { Columns } from '../layout/columns.tsx';
import { PageHeader } from '../layout/page.tsx';
import { KeysetLinks } from '../pagination/page-links.tsx';
import { pageOf, readCursor } from '../pagination/time-cursor.ts';
import { useStudio } from '../use-studio.ts';
import type { Route } from './+types/ledger-page.ts';
import { METHODS, methodLabel, readLedgerFilter } from './ledger.ts';

const SIZE = 40;

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireRole({ request, context }, 'staff', 'owner');
  const { backend } = context.get(siteContext);
  const query = new URL(request.url).searchParams;
  const filter = readLedgerFilter(query);
  const cursor = readCursor(query);
  const [lines, sums] = await Promise.all([
    backend.rpc('list_ledger', { ...filter, ...cursor, max_rows: SIZE + 1 }),
    backend.rpc('sum_ledger', { from_day: filter.from_day, to_day: filter.to_day }),
  ]);
  for (const { error } of [lines, sums]) if (error) throw error;
  return {
    page: pageOf(lines.data ?? [], {
      size: SIZE,
      cursor,
      mark: ({ at, id }) => ({ at, id }),
    }),
    sums: sums.data ?? [],
    filter,
  };
}

export const meta = dashboardMeta(() => t('dashboard.payments.page_title_payments'));

export default function LedgerPage({ loaderData }: Route.ComponentProps) {
  const { page, sums, filter } = loaderData;
  const [search] = useSearchParams();
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
      <Form className="dash-filters" role="search" key={search.toString()}>
        <OrderSearchField query={filter.query} />
        <Field label={t('dashboard.common.payment_method')}>
          <Select
            name="method"
            defaultValue={filter.only_method ?? ''}
            options={METHODS.map((method) => [method, methodLabel(method)])}
            none={t('dashboard.payments.all_methods')}
          />
        </Field>
        <DayRangeFields from={filter.from_day} to={filter.to_day} />
        <Button variant="tertiary" type="submit">
          {t('dashboard.common.find')}
        </Button>
      </Form>
      {page.rows.length === 0 ? (
        <EmptyState
          level={2}
          title={
            search.size > 0
              ? t('dashboard.payments.no_payments_found')
              : t('dashboard.payments.no_payments_yet')
          }
        >
          {t('dashboard.payments.payments_and_refunds_of_orders_appear')}
        </EmptyState>
      ) : (
        <LedgerTable lines={page.rows} />
      )}
      <KeysetLinks newer={page.newer} older={page.older} />
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
        const total = of.reduce((sum, { in_cents, out_cents }) => sum + in_cents - out_cents, 0);
        return (
          <div key={currency}>
            <dt>{t('dashboard.payments.total_of_method')}</dt>
            <dd>{price(total, currency)}</dd>
          </div>
        );
      })}
      {sums.map(({ currency, method, in_cents, out_cents }) => (
        <div key={`${currency} ${method}`}>
          <dt>
            {out_cents > 0
              ? t('dashboard.payments.method_with_refunds', {
                  method: methodLabel(method),
                  amount: price(out_cents, currency),
                })
              : methodLabel(method)}
          </dt>
          <dd>{price(in_cents - out_cents, currency)}</dd>
        </div>
      ))}
    </dl>
  );
}

function LedgerTable({ lines }: { lines: LedgerLine[] }) {
  const { zone } = useStudio().studio;
  return (
    <Table label={t('dashboard.payments.payments_and_refunds')} className="dash-table">
      <Columns
        of={[
          t('dashboard.common.when'),
          t('dashboard.payments.buyer'),
          { wide: t('dashboard.payments.method') },
          { wide: t('dashboard.payments.recorded_by') },
          { end: t('dashboard.payments.amount') },
        ]}
      />
      <TableBody>
        {lines.map((line) => (
          <TableRow key={line.id}>
            <TableCell className="dash-quiet mail-when">
              {shortDate(new Date(line.at), zone)}, {clockTime(new Date(line.at), zone)}
            </TableCell>
            <TableCell className="mail-subject">
              <Link to={`/dashboard/orders/${line.order_id}`} prefetch="intent">
                {line.buyer_name}
              </Link>
              <span className="dash-quiet">
                {line.number}
                {line.cause && `, ${formatCause(line)}`}
                <span className="dash-narrow">{methodLabel(line.method)}</span>
              </span>
            </TableCell>
            <TableCell className="dash-wide">
              {methodLabel(line.method)}{' '}
              {line.state !== 'done' && (
                <Badge tone="danger">
                  {line.state === 'failed'
                    ? t('dashboard.payments.refund_failed')
                    : t('dashboard.payments.refund_to_do')}
                </Badge>
              )}
            </TableCell>
            <TableCell className="dash-wide dash-quiet">{line.recorded_name}</TableCell>
            <TableCell align="end" className="dash-amount">
              {price(line.amount_cents, line.currency)}
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
