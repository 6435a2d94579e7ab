// The owner's window into the database: what its API answers and its pages show.

export interface DataColumn {
  name: string;
  type: string;
  isKey: boolean;
  isNullable: boolean;
  /** Passwords, tokens and codes: never shown in the list of rows. */
  isSecret: boolean;
  /** The database writes it. */
  isGenerated: boolean;
}

export interface DataPolicy {
  name: string;
  command: 'select' | 'insert' | 'update' | 'delete' | 'all';
  roles: string[];
  isPermissive: boolean;
  using: string | null;
  check: string | null;
}

export interface TableSummary {
  schema: string;
  name: string;
  kind: 'table' | 'view';
  /** As estimated by the database. */
  rows: number;
  bytes: number;
  hasRowPolicies: boolean;
  policyCount: number;
}

export interface DataTable extends TableSummary {
  columns: DataColumn[];
  policies: DataPolicy[];
}

/** Whose eyes: the owner's (all rows), a visitor's, or one person's, named by id or email address. */
export type DataRole = { as: 'owner' } | { as: 'anon' } | { as: 'person'; id: string };

export const ROW_FILTERS = ['eq', 'neq', 'contains', 'gt', 'lt', 'null', 'not_null'] as const;

export interface RowFilter {
  column: string;
  operator: (typeof ROW_FILTERS)[number];
  value: string;
}

export interface DataRows {
  table: DataTable;
  rows: (string | null)[][];
  page: number;
  has_more: boolean;
}

export interface StatementResult {
  columns: { name: string; type: string }[];
  rows: (string | null)[][];
  /** There were more rows than are shown. */
  isCut: boolean;
  /** Rows that were changed, where the statement changes rows. */
  count: number | null;
  command: string;
  ms: number;
}

export interface DataBucket {
  id: string;
  isPublic: boolean;
  maxBytes: number | null;
  types: string[] | null;
  files: number;
  bytes: number;
  lastAt: string | null;
}
