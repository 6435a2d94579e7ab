// Chooses the function that a call means, by its name and the names of its arguments, and says what it gives.
// Pure.
import { errors } from '../errors.ts';
import type { CallPayload } from '../request/parse-body.ts';
import { keyOf, type Relation, type Routine, type SchemaCache } from '../schema-cache/schema-cache.ts';
import { mostSimilar } from './suggest-name.ts';

export interface CallPlan {
  routine: Routine;
  payload: CallPayload;
}

export function planCall(
  cache: SchemaCache,
  name: { schema: string; name: string },
  payload: CallPayload,
  options: { isPost: boolean },
): CallPlan {
  const overloads = cache.routines.get(keyOf(name)) ?? [];
  const keys = argumentNames(payload);
  const isRaw = payload.kind === 'raw';
  const byName = isRaw ? [] : overloads.filter((routine) => matchesNames(routine, keys));
  const byBody = options.isPost ? overloads.filter((routine) => takesBody(routine, payload)) : [];
  const found = byName.length > 0 ? byName : byBody;
  const [routine, other] = found;
  if (!routine) throw notFound(cache, name, overloads, payload, options.isPost);
  if (other) throw errors.ambiguousFunction([...found].sort(compareOverloads).map(signature));
  return { routine, payload };
}

/** Whether the function's only parameter has no name and takes the whole body. */
export function takesWholeBody({ routine, payload }: CallPlan): boolean {
  return takesBody(routine, payload) && !matchesNames(routine, argumentNames(payload));
}

function argumentNames(payload: CallPayload): Set<string> {
  if (payload.kind === 'raw') return new Set();
  return new Set(payload.kind === 'json' ? payload.keys : payload.args.map(([name]) => name));
}

function matchesNames(routine: Routine, keys: Set<string>): boolean {
  const names = new Set(routine.parameters.map((parameter) => parameter.name));
  return (
    [...keys].every((key) => names.has(key)) &&
    routine.parameters.every((parameter) => !parameter.isRequired || keys.has(parameter.name))
  );
}

function takesBody(routine: Routine, payload: CallPayload): boolean {
  const [parameter] = routine.parameters;
  if (routine.parameters.length !== 1 || !parameter || parameter.name !== '') return false;
  if (payload.kind === 'form') return false;
  if (payload.kind === 'raw') return parameter.type === payload.type;
  return parameter.type === 'json' || parameter.type === 'jsonb';
}

/** The order in which PostgREST lists overloads: fewest parameters, without a comment first, then by parameter. */
function compareOverloads(left: Routine, right: Routine): number {
  const keys = (routine: Routine) => [
    routine.description === null ? '' : `+${routine.description}`,
    ...routine.parameters.flatMap(({ name, type, isRequired, isVariadic }) => [
      name,
      type,
      isRequired ? '1' : '0',
      isVariadic ? '1' : '0',
    ]),
  ];
  const byCount = left.parameters.length - right.parameters.length;
  const others = keys(right);
  return keys(left).reduce((order, key, at) => order || compareText(key, others[at] ?? ''), byCount);
}

function compareText(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

function signature(routine: Routine): string {
  const parameters = routine.parameters.map(({ name, type }) => `${name} => ${type}`);
  return `${routine.schema}.${routine.name}(${parameters.join(', ')})`;
}

function notFound(
  cache: SchemaCache,
  name: { schema: string; name: string },
  overloads: Routine[],
  payload: CallPayload,
  isPost: boolean,
): Error {
  const wanted = `${name.schema}.${name.name}`;
  if (payload.kind === 'raw') {
    return errors.noFunction(
      `Could not find the function ${wanted} in the schema cache`,
      `Searched for the function ${wanted} with a single unnamed ${payload.type} parameter, but no matches were found in the schema cache.`,
      null,
    );
  }
  const keys = [...argumentNames(payload)].sort();
  const given = keys.length === 0 ? ' without parameters' : `(${keys.join(', ')})`;
  const searched =
    keys.length === 0
      ? ' without parameters'
      : ` with parameter${keys.length > 1 ? 's' : ''} ${keys.join(', ')}`;
  const orBody = isPost && payload.kind === 'json' ? ' or with a single unnamed json/jsonb parameter' : '';
  return errors.noFunction(
    `Could not find the function ${wanted}${given} in the schema cache`,
    `Searched for the function ${wanted}${searched}${orBody}, but no matches were found in the schema cache.`,
    suggestion(cache, name, overloads, keys),
  );
}

/** Without such a name, the nearest name; with it, the overload whose parameters are nearest. */
function suggestion(
  cache: SchemaCache,
  name: { schema: string; name: string },
  overloads: Routine[],
  keys: string[],
): string | null {
  const listed = (names: string[]) => `(${[...names].sort().join(', ')})`;
  let found: string | null;
  if (overloads.length === 0) {
    const names = [...cache.routines.values()].flatMap(([first]) =>
      first && first.schema === name.schema ? [first.name] : [],
    );
    found = mostSimilar(name.name, names, 0.75);
  } else {
    const nearest = mostSimilar(
      listed(keys),
      overloads.map((routine) => listed(routine.parameters.map((parameter) => parameter.name))),
    );
    found = nearest && `${name.name}${nearest}`;
  }
  return found && `Perhaps you meant to call the function ${name.schema}.${found}`;
}

/** The relation whose rows a call gives: a table's, or one made up of its result columns; none for bare values. */
export function resultRelation(cache: SchemaCache, routine: Routine): Relation | undefined {
  const { returns } = routine;
  if (returns.kind === 'scalar' || returns.kind === 'void') return undefined;
  const relation = returns.relation && cache.relations.get(keyOf(returns.relation));
  if (relation) return relation;
  if (returns.columns.length === 0) return undefined;
  return {
    // No schema: a result has no relationships and no functions of its rows.
    schema: '',
    name: routine.name,
    isView: false,
    columns: new Map(
      returns.columns.map(({ name, type }) => [
        name,
        {
          name,
          type,
          definition: type,
          isJson: type === 'json' || type === 'jsonb',
          isNullable: true,
          default: null,
          isGenerated: false,
          maxLength: null,
          description: null,
          enumValues: null,
        },
      ]),
    ),
    primaryKey: [],
    isInsertable: false,
    isUpdatable: false,
    isDeletable: false,
    description: null,
    sources: [],
  };
}
