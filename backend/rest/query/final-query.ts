// Wraps the rows of a read, a mutation or a call into the one row that the answer is made from.
import type { MediaType } from '../request/parse-accept.ts';
import type { Statement, Values } from './fragment.ts';

/** The columns of the final row, in order. */
export const finalColumns = ['total', 'pageTotal', 'body', 'headers', 'status'] as const;

export interface FinalParts {
  /** WITH statements that come first, each as `name AS (...)`. */
  named: string[];
  /** The SELECT whose rows are the answer. */
  rows: string;
  media: MediaType;
  /** An expression for the total number of rows, or undefined when nobody asked. */
  total?: string;
  /** Whether the rows have one unnamed value each, whose bare form is the answer. */
  scalar?: { isSet: boolean; column: string };
  /** Whether the answer has no body at all. */
  isBodiless?: boolean;
}

export function finalStatement(values: Values, parts: FinalParts): Statement {
  const named = parts.named.length > 0 ? `WITH ${parts.named.join(', ')} ` : '';
  const text =
    `${named}SELECT ${parts.total ?? 'null::int8'} AS total, count(*) AS page_total, ` +
    `${bodySql(parts)} AS body, ` +
    `nullif(current_setting('response.headers', true), '') AS headers, ` +
    `nullif(current_setting('response.status', true), '') AS status ` +
    `FROM (${parts.rows}) AS pgrst_rows`;
  return { text, values: values.values };
}

function bodySql({ media, scalar, isBodiless }: FinalParts): string {
  if (isBodiless) return 'null::text';
  const value = scalar ? `pgrst_rows.${scalar.column}` : 'pgrst_rows';
  const isOne = scalar !== undefined && !scalar.isSet;
  switch (media.kind) {
    case 'json':
    case 'openapi':
    case 'geojson':
      return isOne ? `coalesce(json_agg(${value})->0, 'null')` : `coalesce(json_agg(${value}), '[]')`;
    case 'array':
      return isOne
        ? `coalesce(json_agg(${value})->0, 'null')`
        : `json_strip_nulls(coalesce(json_agg(${value}), '[]'))`;
    case 'object':
      return media.isStripped
        ? `json_strip_nulls(coalesce(json_agg(${value})->0, 'null'))`
        : `coalesce(json_agg(${value})->0, 'null')`;
    default:
      return `coalesce(json_agg(${value}), '[]')`;
  }
}
