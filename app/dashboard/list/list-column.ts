import type { ReactNode } from 'react';

export interface ListColumn<Row> {
  id: string;
  label: string;
  cell(row: Row): ReactNode;
  /** What the column holds, which sets its width; columns without it share the rest. */
  width?:
    | 'number'
    | 'when'
    | 'start'
    | 'date'
    | 'name'
    | 'state'
    | 'places'
    | 'money'
    | 'length'
    | 'action'
    | 'actions';
  /** Figures and money. */
  align?: 'end';
  /** The cell that names the row and opens it. It cannot be hidden, and stands first on a phone. */
  isTitle?: boolean;
  /** The label is only read aloud. */
  isUnlabelled?: boolean;
  /** Columns that a narrow table leaves out: those with 1 first. */
  drop?: 1 | 2;
  /** Place in the two lines of a row on a phone; a column without a place is not shown there. */
  phone?: 'detail' | 'end' | 'end-detail';
  className?: string;
}

/** The columns that a person can hide. */
export function optionalColumns<Row>(columns: readonly ListColumn<Row>[]): ListColumn<Row>[] {
  return columns.filter(({ isTitle, isUnlabelled }) => !isTitle && !isUnlabelled);
}
