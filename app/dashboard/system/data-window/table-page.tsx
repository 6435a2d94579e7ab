// The rows of one table: filtered, sorted, in pages, as the owner, a visitor or a person sees them. Changing rows is switched on
// for this visit of the page.
import { useState } from 'react';
import { redirect, useRevalidator, useSearchParams } from 'react-router';
import { questionText, t } from '#app/language/messages.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button, LinkButton } from '#app/ui/button.tsx';
import { confirm } from '#app/ui/confirm/confirm-store.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Link } from '#app/ui/link.tsx';
import { toastSuccess } from '#app/ui/toast/toast-store.ts';
import { type DataRole, type DataRows, type DataTable, ROW_FILTERS } from '#contracts/data-window.ts';
import { reportFailure } from '../../forms/report-failure.ts';
import { guardPage } from '../../guard.server.ts';
import { ChoiceFilter, SearchFilter } from '../../list/filters.tsx';
import { ownApi } from '../../own-api.ts';
import type { Route } from './+types/table-page.ts';
import { DataGate, DataHeader, DataLoading, dataMeta } from './data-header.tsx';
import { closingProblem, type DataProblem, loadData } from './load-data.ts';
import { PoliciesPanel } from './policies-panel.tsx';
import { ResultTable } from './result-table.tsx';
import { RoleChoice, roleOf } from './role-choice.tsx';
import { type Cells, RowForm } from './row-form.tsx';

export const loader = guardPage('owner');

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const query = new URL(request.url).searchParams;
  const table = query.get('table');
  if (!table) throw redirect('/dashboard/system/data');
  const column = query.get('column') ?? '';
  const operator = ROW_FILTERS.find((one) => one === query.get('is')) ?? 'contains';
  const value = query.get('value') ?? '';
  const isFiltered = column !== '' && (value !== '' || operator === 'null' || operator === 'not_null');
  return loadData<DataRows>('rows', {
    schema: query.get('schema') ?? 'public',
    table,
    role: roleOf(query),
    filters: isFiltered ? [{ column, operator, value }] : [],
    sort: query.get('sort') ?? '',
    is_descending: query.get('order') === 'down',
    page: Math.max(0, Math.trunc(Number(query.get('page')) || 0)),
  });
}
clientLoader.hydrate = true as const;

export const meta = dataMeta;
export const HydrateFallback = DataLoading;

export default function TablePage({ loaderData }: Route.ComponentProps) {
  const [query] = useSearchParams();
  const { revalidate } = useRevalidator();
  const [isWriting, setWriting] = useState(false);
  const [stopped, setStopped] = useState<DataProblem | null>(null);
  const [edited, setEdited] = useState<{ row: Cells | null } | null>(null);
  const problem = loaderData.problem ?? stopped;
  if (problem || !loaderData.answer)
    return (
      <>
        <DataHeader />
        {problem && (
          <DataGate
            problem={problem}
            onDone={() => {
              setStopped(null);
              void revalidate();
            }}
          />
        )}
      </>
    );
  const { table, rows, page, has_more: hasMore } = loaderData.answer;
  const role = roleOf(query);
  const cellsOf = (row: readonly (string | null)[]): Cells =>
    Object.fromEntries(table.columns.map(({ name }, at) => [name, row[at] ?? null]));
  const change = async (kind: 'insert' | 'update' | 'delete', row: Cells | null, set: Cells) => {
    try {
      await ownApi('/studio/data/change', {
        method: 'POST',
        body: { schema: table.schema, table: table.name, role, kind, key: keyOf(table, row), set },
      });
      setEdited(null);
      toastSuccess(t(`dashboard.data.row_${kind}`));
      await revalidate();
    } catch (reason) {
      setStopped(closingProblem(reason));
      if (!closingProblem(reason)) reportFailure(reason);
    }
  };
  const remove = (row: Cells) =>
    confirm({
      ...questionText('dashboard.data.delete_row'),
      type: 'destructive',
      onConfirm: () => change('delete', row, {}),
    });
  const startWriting = () =>
    confirm({
      ...questionText('dashboard.data.change_rows'),
      onConfirm: async () => setWriting(true),
    });
  const hasKey = table.columns.some(({ isKey }) => isKey);
  const mayWrite = table.kind === 'table' && table.schema === 'public';
  return (
    <>
      <DataHeader />
      <div className="data-table-head">
        <h2 dir="ltr">{`${table.schema}.${table.name}`}</h2>
        <Badge tone={isWriting ? 'danger' : 'quiet'}>
          {isWriting ? t('dashboard.data.changes_are_on') : t('dashboard.data.reading_only')}
        </Badge>
        {mayWrite &&
          (isWriting ? (
            <>
              <Button size="sm" variant="secondary" onClick={() => setEdited({ row: null })}>
                {t('dashboard.data.add_row')}
              </Button>
              <LinkButton onClick={() => setWriting(false)}>{t('dashboard.data.back_to_reading')}</LinkButton>
            </>
          ) : (
            <LinkButton onClick={startWriting}>{t('dashboard.data.change_rows')}</LinkButton>
          ))}
      </div>
      <RowFilters table={table} role={role} />
      {edited && (
        <RowForm
          key={JSON.stringify(edited.row && keyOf(table, edited.row))}
          table={table}
          row={edited.row}
          onCancel={() => setEdited(null)}
          onSave={(set) => change(edited.row ? 'update' : 'insert', edited.row, set)}
        />
      )}
      {rows.length === 0 ? (
        <EmptyState level={2} title={t('dashboard.data.no_rows')}>
          {t('dashboard.data.no_rows_for_this_choice')}
        </EmptyState>
      ) : (
        <ResultTable
          label={table.name}
          columns={table.columns}
          rows={rows}
          actions={
            isWriting && hasKey
              ? (row) => (
                  <span className="dash-row-actions">
                    <LinkButton onClick={() => setEdited({ row: cellsOf(row) })}>
                      {t('dashboard.data.change_row')}
                    </LinkButton>
                    <LinkButton onClick={() => remove(cellsOf(row))}>
                      {t('dashboard.data.delete_row')}
                    </LinkButton>
                  </span>
                )
              : undefined
          }
        />
      )}
      <Pages page={page} hasMore={hasMore} query={query} />
      <PoliciesPanel table={table} />
    </>
  );
}

function keyOf(table: DataTable, row: Cells | null): Cells {
  if (!row) return {};
  return Object.fromEntries(
    table.columns.filter(({ isKey }) => isKey).map(({ name }) => [name, row[name] ?? null]),
  );
}

function RowFilters({ table, role }: { table: DataTable; role: DataRole }) {
  const [query] = useSearchParams();
  const columns = table.columns
    .filter(({ isSecret }) => !isSecret)
    .map(({ name }) => ({ value: name, label: name }));
  const columnFilter = (name: string, label: string) => (
    <ChoiceFilter label={label} name={name} any={t('dashboard.data.choose')} choices={columns} />
  );
  const needsValue = query.get('is') !== 'null' && query.get('is') !== 'not_null';
  return (
    <fieldset className="list-filters">
      <legend className="sr-only">{t('dashboard.list.filters')}</legend>
      <RoleChoice role={role} />
      {columnFilter('column', t('dashboard.data.column'))}
      {query.get('column') && (
        <>
          <ChoiceFilter
            label={t('dashboard.data.condition')}
            name="is"
            any={t('dashboard.data.filter_contains')}
            choices={ROW_FILTERS.filter((one) => one !== 'contains').map((one) => ({
              value: one,
              label: t(`dashboard.data.filter_${one}`),
            }))}
          />
          {needsValue && <SearchFilter label={t('dashboard.data.value')} name="value" />}
        </>
      )}
      {columnFilter('sort', t('dashboard.data.sorted_by'))}
      {query.get('sort') && (
        <ChoiceFilter
          label={t('dashboard.data.order')}
          name="order"
          any={t('dashboard.data.smallest_first')}
          choices={[{ value: 'down', label: t('dashboard.data.largest_first') }]}
        />
      )}
    </fieldset>
  );
}

function Pages({ page, hasMore, query }: { page: number; hasMore: boolean; query: URLSearchParams }) {
  if (page === 0 && !hasMore) return null;
  const to = (other: number) => {
    const next = new URLSearchParams(query);
    next.set('page', String(other));
    return `?${next}`;
  };
  return (
    <p className="owner-choice">
      {page > 0 && <Link to={to(page - 1)}>{t('dashboard.data.previous_rows')}</Link>}
      {hasMore && <Link to={to(page + 1)}>{t('dashboard.data.next_rows')}</Link>}
    </p>
  );
}
