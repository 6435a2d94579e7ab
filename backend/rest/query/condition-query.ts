// Writes conditions and fields as SQL. Values go in as parameters, whatever they look like.
import type { Embed, PlannedCondition, PlannedField } from '../plan/read-plan.ts';
import type {
  Operation,
  QuantifiedOperator,
  SearchOperator,
  SimpleOperator,
} from '../request/parse-filter.ts';
import { arrayLiteral, quoteIdent, quoteName, type Values } from './fragment.ts';

const quantifiedSql: Record<QuantifiedOperator, string> = {
  eq: '=',
  gte: '>=',
  gt: '>',
  lte: '<=',
  lt: '<',
  like: 'LIKE',
  ilike: 'ILIKE',
  match: '~',
  imatch: '~*',
};

const simpleSql: Record<SimpleOperator, string> = {
  neq: '<>',
  cs: '@>',
  cd: '<@',
  ov: '&&',
  sl: '<<',
  sr: '>>',
  nxr: '&<',
  nxl: '&>',
  adj: '-|-',
  isdistinct: 'IS DISTINCT FROM',
};

const searchSql: Record<SearchOperator, string> = {
  fts: 'to_tsquery',
  plfts: 'plainto_tsquery',
  phfts: 'phraseto_tsquery',
  wfts: 'websearch_to_tsquery',
};

const isSql = {
  null: 'IS NULL',
  not_null: 'IS NOT NULL',
  true: 'IS TRUE',
  false: 'IS FALSE',
  unknown: 'IS UNKNOWN',
};

/** What stands for a row of the read: its alias, and the type of its rows when the alias itself has none. */
export interface RowReference {
  alias: string;
  /** Given for rows of a WITH statement, which have lost the type that functions of the row ask for. */
  rowType?: { schema: string; name: string };
  /** How to say that an embed found nothing; by default through the join that fetches it. */
  embedIsNull?: (embed: Embed) => string;
}

export function fieldSql(values: Values, row: RowReference, field: PlannedField): string {
  const base = baseSql(row, field);
  if (field.path.length === 0) return base;
  const steps = field.path.map(({ arrow, operand }) =>
    'key' in operand
      ? `${arrow}${values.addTyped(operand.key, 'text')}`
      : `${arrow}${values.addTyped(operand.index, 'int4')}`,
  );
  return `(${field.isJson ? base : `to_jsonb(${base})`}${steps.join('')})`;
}

function baseSql(row: RowReference, field: PlannedField): string {
  if (!field.routine) return `${quoteIdent(row.alias)}.${quoteIdent(field.column)}`;
  const whole = row.rowType ? `${quoteIdent(row.alias)}::${quoteName(row.rowType)}` : quoteIdent(row.alias);
  return `${quoteName(field.routine)}(${whole})`;
}

export function conditionSql(values: Values, row: RowReference, condition: PlannedCondition): string {
  switch (condition.kind) {
    case 'group': {
      const members = condition.children.map((child) => conditionSql(values, row, child));
      const joined = `(${members.join(condition.operator === 'and' ? ' AND ' : ' OR ')})`;
      return condition.isNegated ? `NOT ${joined}` : joined;
    }
    case 'embed-null': {
      const test = (row.embedIsNull ?? joinIsNull)(condition.embed);
      return condition.isNegated ? `NOT (${test})` : test;
    }
    case 'condition': {
      const sql = operationSql(values, fieldSql(values, row, condition.field), condition);
      return condition.isNegated ? `NOT ${sql}` : sql;
    }
  }
}

function joinIsNull(embed: Embed): string {
  const alias = quoteIdent(embed.alias);
  // A joined row counts as absent only as a whole: "IS NULL" is also true of a row of nulls.
  return embed.isToOne ? `${alias} IS NOT DISTINCT FROM NULL` : `${alias}.${alias} IS NULL`;
}

function operationSql(
  values: Values,
  field: string,
  condition: { field: PlannedField; operation: Operation },
): string {
  const { operation } = condition;
  switch (operation.kind) {
    case 'is':
      return `${field} ${isSql[operation.value]}`;
    case 'in':
      return `${field} = ANY (${values.add(arrayLiteral(operation.values))})`;
    case 'simple':
      return `${field} ${simpleSql[operation.operator]} ${values.add(operation.value)}`;
    case 'quantified': {
      const isPattern = operation.operator === 'like' || operation.operator === 'ilike';
      const value = isPattern ? operation.value.replaceAll('*', '%') : operation.value;
      const parameter = values.add(value);
      const operand = operation.quantifier
        ? `${operation.quantifier.toUpperCase()} (${parameter})`
        : parameter;
      return `${field} ${quantifiedSql[operation.operator]} ${operand}`;
    }
    case 'search': {
      const config =
        operation.config === undefined ? '' : `${values.addTyped(operation.config, 'regconfig')}, `;
      return `${field} @@ ${searchSql[operation.operator]}(${config}${values.addTyped(operation.value, 'text')})`;
    }
  }
}
