// The table of every list: fixed columns, a header that stays, rows by keyboard, two lines a row on a phone.

import { clsx } from 'clsx';
import { memo, type ReactNode, useEffect, useRef, useState } from 'react';
import { t } from '#app/language/messages.ts';
import { afterPaint } from '#app/ui/after-paint.ts';
import type { ListColumn } from './list-column.ts';
import { useRowKeys } from './use-row-keys.ts';
import type { Selection } from './use-selection.ts';

export interface ListTableProps<Row> {
  label: string;
  columns: readonly ListColumn<Row>[];
  rows: readonly Row[];
  rowId(row: Row): string;
  /** The row stands out: it is open, on now, or one's own. */
  isCurrent?(row: Row): boolean;
  /** The row is over or cancelled. */
  isQuiet?(row: Row): boolean;
  /** Rows only inform: none of them opens. */
  isReadOnly?: boolean | undefined;
  /** Shown in place of the row's cells: a form to edit it. */
  expanded?(row: Row): ReactNode;
}

interface SelectableProps<Row> extends ListTableProps<Row> {
  selection?: Selection | undefined;
  /** Names a row in the label of its checkbox. */
  nameOf?: ((row: Row) => string) | undefined;
}

export function ListTable<Row>({
  label,
  columns,
  rows,
  rowId,
  isCurrent,
  isQuiet,
  isReadOnly,
  expanded,
  selection,
  nameOf,
}: SelectableProps<Row>) {
  const body = useRef<HTMLTableSectionElement>(null);
  useRowKeys(body);
  const width = columns.length + (selection ? 1 : 0);
  return (
    <table className="list-table" aria-label={label} data-read-only={isReadOnly || undefined}>
      <thead>
        <tr>
          {selection && (
            <th scope="col" className="list-check">
              <AllBox selection={selection} />
            </th>
          )}
          {columns.map((column) => (
            <th key={column.id} scope="col" {...placeOf(column)}>
              {column.isUnlabelled ? <span className="sr-only">{column.label}</span> : column.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody ref={body}>
        {rows.map((row) => {
          const id = rowId(row);
          const form = expanded?.(row);
          if (form)
            return (
              <tr key={id} data-state="current" className="list-expanded">
                <td colSpan={width}>{form}</td>
              </tr>
            );
          return (
            <ListRow
              key={id}
              id={id}
              row={row}
              columns={columns}
              isCurrent={isCurrent?.(row) ?? false}
              isQuiet={isQuiet?.(row) ?? false}
              isSelected={selection?.has(id) ?? false}
              name={nameOf?.(row) ?? ''}
              onSelect={selection?.toggle}
            />
          );
        })}
      </tbody>
    </table>
  );
}

interface ListRowProps<Row> {
  id: string;
  row: Row;
  columns: readonly ListColumn<Row>[];
  isCurrent: boolean;
  isQuiet: boolean;
  isSelected: boolean;
  /** In the label of its checkbox. */
  name: string;
  onSelect?: ((id: string) => void) | undefined;
}

/** Memoized: selecting one row of many renders that row alone. */
const ListRow = memo(function ListRow<Row>(props: ListRowProps<Row>) {
  const { id, row, columns, isCurrent, isQuiet, isSelected, name, onSelect } = props;
  return (
    <tr
      data-row={id}
      data-state={isCurrent ? 'current' : undefined}
      data-selected={isSelected || undefined}
      data-quiet={isQuiet || undefined}
    >
      {onSelect && (
        <td className="list-check">
          <label>
            <input
              type="checkbox"
              className="choice-box"
              aria-label={t('dashboard.list.select_row', { name })}
              checked={isSelected}
              onChange={() => onSelect(id)}
            />
          </label>
        </td>
      )}
      <Cells row={row} columns={columns} />
    </tr>
  );
}) as <Row>(props: ListRowProps<Row> & { key?: string }) => ReactNode;

/** Memoized: a row that is selected renders its checkbox alone. */
const Cells = memo(function Cells<Row>({ row, columns }: Pick<ListRowProps<Row>, 'row' | 'columns'>) {
  return columns.map((column) => <Cell key={column.id} column={column} row={row} />);
}) as <Row>(props: Pick<ListRowProps<Row>, 'row' | 'columns'>) => ReactNode;

function Cell<Row>({ column, row }: { column: ListColumn<Row>; row: Row }) {
  const place = placeOf(column);
  return column.isTitle ? (
    <th scope="row" {...place}>
      {column.cell(row)}
    </th>
  ) : (
    <td {...place}>{column.cell(row)}</td>
  );
}

function placeOf<Row>({ isTitle, className, width, align, drop, phone }: ListColumn<Row>) {
  return {
    className: clsx(isTitle && 'list-title', className) || undefined,
    'data-width': width,
    'data-align': align,
    'data-drop': drop,
    'data-phone': isTitle ? 'title' : phone,
  };
}

function AllBox({ selection }: { selection: Selection }) {
  const { ids, allIds } = selection;
  const box = useRef<HTMLInputElement>(null);
  const count = ids.length;
  const isAll = count > 0 && count === allIds.length;
  const [pressed, setPressed] = useState<boolean | null>(null);
  const cancel = useRef<() => void>(undefined);
  useEffect(() => () => cancel.current?.(), []);
  useEffect(() => {
    if (box.current) box.current.indeterminate = pressed === null && count > 0 && !isAll;
  }, [count, isAll, pressed]);
  // This box is painted first: the rows of a full page take the browser long.
  const selectAll = (isWanted: boolean) => {
    cancel.current?.();
    setPressed(isWanted);
    cancel.current = afterPaint(() => {
      setPressed(null);
      selection.set(isWanted ? allIds : []);
    });
  };
  return (
    <label>
      <input
        ref={box}
        type="checkbox"
        className="choice-box"
        aria-label={t('dashboard.list.select_all')}
        checked={pressed ?? isAll}
        onChange={({ currentTarget }) => selectAll(currentTarget.checked)}
      />
    </label>
  );
}
