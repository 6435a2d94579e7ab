// Wraps the rows of a read, a write or a call into the one row that the answer is made from.
import type { MediaType } from '../request/parse-accept.ts';
import type { Statement, Values } from './fragment.ts';
import { limitSizeSql, weighSql } from './weight-query.ts';

export interface FinalParts {
  /** WITH statements that come first, each as `name AS (...)`. */
  named: string[];
  /** The SELECT whose rows are the answer. */
  rows: string;
  media: MediaType;
  /** An expression for the total number of rows, if requested. */
  total?: string;
  /** Set when each row is one bare value: its column. */
  scalarColumn?: string;
  /** Whether the bare value is bytes (bytea). */
  isBytes?: boolean;
  /** Whether the rows are one object or value, not a list. */
  isSingle?: boolean;
  isBodiless?: boolean;
  /** The statement fails when its body is larger. */
  maxBytes?: number;
  /** Whether the rows are so many that their bytes are counted one by one, before the body is put together. */
  isWeighed?: boolean;
}

/**
 * One row of: total, rows of the page, body, response headers, response status, rows inserted by an upsert, and
 * nothing, where the size of the body is looked at.
 */
export function finalStatement(values: Values, parts: FinalParts): Statement {
  const isTwice = parts.media.kind === 'csv' && !parts.isBodiless;
  const named = isTwice ? [...parts.named, `pgrst_csv AS (${parts.rows})`] : parts.named;
  const text =
    `${named.length > 0 ? `WITH ${named.join(', ')} ` : ''}` +
    `SELECT ${parts.total ?? 'null::int8'} AS total, count(*) AS page_total, ` +
    `${parts.isBodiless ? 'null::text' : bodySql(parts, parts.media)} AS body, ` +
    `${setting('response.headers')} AS headers, ${setting('response.status')} AS status, ` +
    `${setting('pgrst.inserted')} AS inserted${sizeLimit(parts)} ` +
    `FROM (${isTwice ? 'SELECT * FROM pgrst_csv' : parts.rows}) AS pgrst_rows` +
    `${parts.isWeighed && !parts.isBodiless ? ` WHERE ${weighSql({ bytes: 'pg_column_size(pgrst_rows)' })} = 0` : ''}`;
  return { text, values: values.values };
}

export function explained(statement: Statement, media: MediaType & { kind: 'plan' }): Statement {
  const options = [
    `FORMAT ${media.format.toUpperCase()}`,
    ...media.options.map((option) => option.toUpperCase()),
  ];
  return { text: `EXPLAIN (${options.join(', ')}) ${statement.text}`, values: statement.values };
}

function setting(name: string): string {
  return `nullif(current_setting('${name}', true), '')`;
}

function sizeLimit(parts: FinalParts): string {
  if (parts.maxBytes === undefined || !Number.isFinite(parts.maxBytes) || parts.isBodiless) return '';
  return `, ${limitSizeSql(aggregateSql(parts, parts.media), parts.maxBytes)} AS too_large`;
}

/** The aggregate that a body is made from: written twice alike, PostgreSQL computes it once. */
function aggregateSql(parts: FinalParts, media: MediaType): string {
  const value = valueSql(parts);
  switch (media.kind) {
    case 'csv':
      return parts.scalarColumn ? `string_agg(${value}::text, E'\\n')` : csvLines;
    case 'geojson':
      return 'json_agg(ST_AsGeoJSON(pgrst_rows)::json)';
    case 'scalar':
      return media.type === 'application/octet-stream'
        ? `string_agg(${parts.isBytes ? value : `convert_to(${value}::text, 'UTF8')`}, '')`
        : `string_agg(${value}::text, '')`;
    case 'plan':
      return aggregateSql(parts, media.of);
    default:
      return `json_agg(${value})`;
  }
}

function valueSql(parts: FinalParts): string {
  return parts.scalarColumn ? `pgrst_rows.${parts.scalarColumn}` : 'pgrst_rows';
}

function bodySql(parts: FinalParts, media: MediaType): string {
  const aggregate = aggregateSql(parts, media);
  const list = `coalesce(${aggregate}, '[]')`;
  const first = `coalesce(${aggregate}->0, 'null')`;
  const whole = parts.isSingle ? first : list;
  switch (media.kind) {
    case 'json':
    case 'openapi':
      return whole;
    case 'array':
      return `json_strip_nulls(${whole})`;
    case 'object':
      return media.isStripped ? `json_strip_nulls(${first})` : first;
    case 'csv':
      return `${parts.scalarColumn ? '' : csvHead}coalesce(${aggregate}, '')`;
    case 'geojson':
      return `json_build_object('type', 'FeatureCollection', 'features', ${list})`;
    case 'scalar':
      return media.type === 'application/octet-stream' ? aggregate : `coalesce(${aggregate}, '')`;
    case 'plan':
      return bodySql(parts, media.of);
  }
}

const csvLines = `string_agg(substring(pgrst_rows::text, 2, length(pgrst_rows::text) - 2), E'\\n')`;

const csvHead =
  `(SELECT coalesce(string_agg(name, ',' ORDER BY place), '') ` +
  `FROM (SELECT row_to_json(one) AS row FROM pgrst_csv AS one LIMIT 1) AS head, ` +
  `json_object_keys(head.row) WITH ORDINALITY AS keys(name, place)) || E'\\n' || `;
