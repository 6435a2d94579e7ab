// Every table of the database, with its size and whether row policies protect it.
import { useSearchParams } from 'react-router';
import { formatBytes } from '#app/language/format-bytes.ts';
import { currentLanguage, t } from '#app/language/messages.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Link } from '#app/ui/link.tsx';
import type { TableSummary } from '#contracts/data-window.ts';
import { guardPage } from '../../guard.server.ts';
import { ChoiceFilter, SearchFilter } from '../../list/filters.tsx';
import type { ListColumn } from '../../list/list-column.ts';
import { ListView } from '../../list/list-view.tsx';
import type { Route } from './+types/tables-page.ts';
import { DataGate, DataHeader, DataLoading, dataMeta } from './data-header.tsx';
import { dataLoader } from './load-data.ts';

export const loader = guardPage('owner');
export const clientLoader = dataLoader<{ tables: TableSummary[] }>('tables');
export const meta = dataMeta;
export const HydrateFallback = DataLoading;

export default function TablesPage({ loaderData }: Route.ComponentProps) {
  const [query] = useSearchParams();
  const { answer, problem } = loaderData;
  if (problem)
    return (
      <>
        <DataHeader />
        <DataGate problem={problem} />
      </>
    );
  const schema = query.get('schema') ?? 'public';
  const search = (query.get('search') ?? '').toLowerCase();
  const schemas = [...new Set(answer.tables.map((table) => table.schema))];
  const shown = answer.tables.filter(
    (table) => (query.has('search') || table.schema === schema) && table.name.includes(search),
  );
  return (
    <>
      <DataHeader />
      <ListView
        list="data-tables"
        label={t('dashboard.data.tables')}
        filters={
          <>
            <SearchFilter label={t('dashboard.data.find_a_table')} />
            <ChoiceFilter
              label={t('dashboard.data.schema')}
              name="schema"
              any="public"
              choices={schemas.filter((one) => one !== 'public').map((one) => ({ value: one, label: one }))}
            />
          </>
        }
        columns={tableColumns()}
        rows={shown}
        rowId={({ schema: of, name }) => `${of}.${name}`}
        empty={[t('dashboard.data.no_tables'), t('dashboard.data.tables_of_migrations_appear_here')]}
      />
    </>
  );
}

function tableColumns(): ListColumn<TableSummary>[] {
  const count = new Intl.NumberFormat(currentLanguage().locale, { maximumFractionDigits: 0 });
  return [
    {
      id: 'name',
      label: t('dashboard.data.table'),
      isTitle: true,
      cell: ({ schema, name }) => (
        <Link to={`/dashboard/system/data/table?${new URLSearchParams({ schema, table: name })}`}>
          <span dir="ltr">{schema === 'public' ? name : `${schema}.${name}`}</span>
        </Link>
      ),
    },
    {
      id: 'rows',
      label: t('dashboard.data.rows_estimated'),
      width: 'money',
      align: 'end',
      phone: 'end',
      cell: ({ kind, rows }) => kind === 'table' && count.format(rows),
    },
    {
      id: 'size',
      label: t('dashboard.data.size'),
      width: 'money',
      align: 'end',
      drop: 1,
      cell: ({ bytes }) => formatBytes(bytes),
    },
    {
      id: 'policies',
      label: t('dashboard.data.row_policies'),
      width: 'state',
      phone: 'detail',
      cell: ({ kind, hasRowPolicies, policyCount }) =>
        kind === 'view' ? (
          <Badge tone="quiet">{t('dashboard.data.view')}</Badge>
        ) : hasRowPolicies ? (
          t('dashboard.data.policy_count', { count: policyCount })
        ) : (
          <Badge tone="danger">{t('dashboard.data.none')}</Badge>
        ),
    },
  ];
}
