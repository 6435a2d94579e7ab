// Writes the call of a function as the WITH statement that its answer is read from.
import { type CallPlan, takesWholeBody } from '../plan/plan-call.ts';
import type { Routine, RoutineParameter } from '../schema-cache/schema-cache.ts';
import { arrayLiteral, quoteIdent, quoteName, type Values } from './fragment.ts';
import { namedRows } from './read-query.ts';

/** The column of a result that is one bare value. */
export const scalarColumn = 'pgrst_scalar';

const body = 'pgrst_body';

/** `isScalar`: the result is a bare value, not a row with columns. */
export function callSource(values: Values, plan: CallPlan, options: { isScalar: boolean }): string {
  const { from, call } = callSql(values, plan);
  const { returns } = plan.routine;
  // A record without declared columns cannot stand in FROM, only in the list of results.
  if (returns.kind === 'record' && options.isScalar) {
    return `${namedRows} AS (SELECT ${call} AS ${scalarColumn}${from ? ` FROM ${from}` : ''})`;
  }
  const source = from ? `${from}, LATERAL ${call}` : call;
  return options.isScalar
    ? `${namedRows} AS (SELECT pgrst_call.${scalarColumn} FROM ${source} AS pgrst_call(${scalarColumn}))`
    : `${namedRows} AS (SELECT pgrst_call.* FROM ${source} AS pgrst_call)`;
}

function callSql(values: Values, plan: CallPlan): { from?: string; call: string } {
  const { routine, payload } = plan;
  const name = quoteName(routine);
  const [only] = routine.parameters;
  if (only && takesWholeBody(plan)) {
    const value = payload.kind === 'json' ? payload.json : payload.kind === 'raw' ? payload.value : '';
    return { call: `${name}(${values.add(value)}::${only.type})` };
  }
  if (payload.kind === 'form') return { call: `${name}(${directArguments(values, routine, payload.args)})` };
  if (payload.kind === 'raw') return { call: `${name}()` };
  const given = routine.parameters.filter((parameter) => payload.keys.includes(parameter.name));
  if (given.length === 0) return { call: `${name}()` };
  const types = given.map((parameter) => `${quoteIdent(keyOfParameter(parameter))} ${parameter.type}`);
  const args = given.map((parameter) =>
    argument(parameter, `${body}.${quoteIdent(keyOfParameter(parameter))}`),
  );
  return {
    from: `json_to_record(${bodyJson(values, payload.json, given)}) AS ${body}(${types.join(', ')})`,
    call: `${name}(${args.join(', ')})`,
  };
}

// An empty name cannot be quoted, so the argument without a name is called by another one on its way.
function keyOfParameter(parameter: RoutineParameter): string {
  return parameter.name === '' ? 'pgrst_unnamed' : parameter.name;
}

function bodyJson(values: Values, json: string, given: RoutineParameter[]): string {
  const parameter = `${values.add(json)}::json`;
  if (given.every(({ name }) => name !== '')) return parameter;
  return `json_build_object('pgrst_unnamed', ${parameter} -> '')`;
}

function argument(parameter: RoutineParameter, value: string): string {
  const named = parameter.name === '' ? value : `${quoteIdent(parameter.name)} := ${value}`;
  return parameter.isVariadic ? `VARIADIC ${named}` : named;
}

/** Arguments that came as text: from a query string or a form. */
function directArguments(values: Values, routine: Routine, args: [name: string, value: string][]): string {
  return routine.parameters
    .flatMap((parameter) => {
      const given = args.filter(([name]) => name === parameter.name).map(([, value]) => value);
      const last = given.at(-1);
      if (last === undefined) return [];
      // A variadic parameter takes every value given under its name, or one array.
      const isList = parameter.isVariadic && !(given.length === 1 && /^\{.*\}$/s.test(last));
      const text = isList ? arrayLiteral(given) : last;
      return [argument(parameter, `${values.add(text)}::${parameter.type}`)];
    })
    .join(', ');
}
