// A list of the dashboard from top to bottom: views, filters, count, table, what to do with selected rows, pages.

import { type ReactElement, type ReactNode, useMemo } from 'react';
import { useLocation, useNavigation } from 'react-router';
import { t } from '#app/language/messages.ts';
import { LinkButton } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Menu, MenuCheckboxItem, MenuContent, MenuTrigger } from '#app/ui/menu.tsx';
import { type Bulk, BulkBar } from './bulk-bar.tsx';
import { optionalColumns } from './list-column.ts';
import { useListSettings, withColumn } from './list-settings.ts';
import { ListTable, type ListTableProps } from './list-table.tsx';
import { useRowsInSteps } from './use-rows-in-steps.ts';
import { useSelection } from './use-selection.ts';
import { type ListedView, Views } from './views.tsx';

/** No less than that of most rows: Back finds its place before all of them are there. */
const ROW_HEIGHT_REM = 4;

export interface ListViewProps<Row> extends ListTableProps<Row> {
  /** Names the list in what the browser stores: "orders". */
  list: string;
  views?: readonly ListedView[];
  filters?: ReactNode;
  /** Count and sums of the whole list. */
  summary?: ReactNode;
  /** Beside the choice of columns: export and the like. */
  actions?: ReactNode;
  bulk?: Bulk<Row>;
  /** In place of the table when there are no rows: title and text, or something of its own. */
  empty: readonly [title: string, text: string] | ReactElement | false;
  pages?: ReactNode;
}

export function ListView<Row>({
  list,
  views = [],
  filters,
  summary,
  actions,
  bulk,
  empty,
  pages,
  columns,
  ...table
}: ListViewProps<Row>) {
  const [settings, save] = useListSettings(list);
  const { pathname } = useLocation();
  const navigation = useNavigation();
  const { rows, rowId } = table;
  const selection = useSelection(rows.map(rowId));
  const shownRows = useRowsInSteps(rows, rowId);
  const { hiddenColumns } = settings;
  const shownColumns = useMemo(
    () =>
      columns.filter(
        ({ id, isTitle, isUnlabelled }) => isTitle || isUnlabelled || !hiddenColumns.includes(id),
      ),
    [columns, hiddenColumns],
  );
  const isLoading = navigation.state === 'loading' && navigation.location.pathname === pathname;
  const optional = optionalColumns(columns);
  const tools = (
    <div className="list-tools">
      {rows.length > 0 && optional.length > 1 && (
        <Menu>
          <MenuTrigger>
            <LinkButton className="list-columns">{t('dashboard.list.columns')}</LinkButton>
          </MenuTrigger>
          <MenuContent align="end">
            {optional.map((column) => (
              <MenuCheckboxItem
                key={column.id}
                checked={shownColumns.includes(column)}
                staysOpen
                onCheckedChange={(checked) => save(withColumn(settings, column.id, checked))}
              >
                {column.label}
              </MenuCheckboxItem>
            ))}
          </MenuContent>
        </Menu>
      )}
      {actions}
    </div>
  );
  return (
    <div className="list">
      <Views list={list} views={views} />
      {filters && (
        <fieldset className="list-filters">
          <legend className="sr-only">{t('dashboard.list.filters')}</legend>
          {filters}
          {!summary && tools}
        </fieldset>
      )}
      {(summary || (!filters && (rows.length > 0 || actions))) && (
        <div className="list-summary">
          <div role="status">{summary}</div>
          {tools}
        </div>
      )}
      {rows.length === 0 ? (
        Array.isArray(empty) ? (
          <EmptyState level={2} title={empty[0]}>
            {empty[1]}
          </EmptyState>
        ) : (
          empty
        )
      ) : (
        <div
          className="list-rows"
          aria-busy={isLoading || undefined}
          // Room for the rows of the next frames.
          style={{ paddingBottom: `${(rows.length - shownRows.length) * ROW_HEIGHT_REM}rem` }}
        >
          <ListTable
            {...table}
            rows={shownRows}
            columns={shownColumns}
            selection={bulk && selection}
            nameOf={bulk?.nameOf}
          />
        </div>
      )}
      {bulk && <BulkBar bulk={bulk} selection={selection} rows={rows} rowId={rowId} />}
      {pages}
      {rows.length > 1 && !table.isReadOnly && (
        <p className="list-keys" aria-hidden="true">
          <span>
            <kbd>↑</kbd> <kbd>↓</kbd> {t('dashboard.list.key_move')}
          </span>
          <span>
            <kbd>{t('dashboard.list.enter_key')}</kbd> {t('dashboard.list.key_open')}
          </span>
          {bulk && (
            <span>
              <kbd>X</kbd> {t('dashboard.list.key_select')}
            </span>
          )}
        </p>
      )}
    </div>
  );
}
