// Describes a schema as an OpenAPI 2.0 document: a path for every relation and function that the caller may use.
// Where the service was found (host, base path, scheme) is added to it by describe-action.ts.
// Pure: what the caller may use arrives as names.
import { keyOf, type Relation, type Routine, type SchemaCache } from '../schema-cache/schema-cache.ts';
import { describeColumn, openApiType } from './describe-types.ts';

interface Permitted {
  relations: Set<string>;
  routines: Set<string>;
}

export interface DescribeOptions {
  schema: string;
  permitted: Permitted;
}

type Json = Record<string, unknown>;

export function describeSchema(cache: SchemaCache, options: DescribeOptions): Json {
  const relations = [...cache.relations.values()]
    .filter(
      (relation) => relation.schema === options.schema && options.permitted.relations.has(relation.name),
    )
    .sort((left, right) => left.name.localeCompare(right.name));
  const routines = [...cache.routines.values()].flatMap((overloads) => {
    const [first] = overloads;
    return first && first.schema === options.schema && options.permitted.routines.has(first.name)
      ? [overloads]
      : [];
  });
  const description = cache.schemaDescriptions.get(options.schema) ?? '';
  const [title, ...more] = description.split('\n');
  return {
    swagger: '2.0',
    info: {
      title: title || `${options.schema} schema`,
      description:
        more.join('\n').trim() || 'Tables, views and functions of this schema, as the caller may use them',
      version: '14.0',
    },
    consumes: bodyTypes,
    produces: bodyTypes,
    paths: {
      '/': {
        get: {
          tags: ['Introspection'],
          summary: 'This document',
          produces: ['application/openapi+json', 'application/json'],
          responses: { 200: { description: 'OK' } },
        },
      },
      ...Object.fromEntries(relations.map((relation) => [`/${relation.name}`, relationPath(relation)])),
      ...Object.fromEntries(
        routines.map((overloads) => [`/rpc/${overloads[0]?.name}`, routinePath(overloads)]),
      ),
    },
    definitions: Object.fromEntries(
      relations.map((relation) => [relation.name, definition(cache, relation)]),
    ),
    parameters: {
      ...sharedParameters,
      ...Object.fromEntries(relations.map((relation) => [`body.${relation.name}`, bodyParameter(relation)])),
      ...Object.fromEntries(relations.flatMap(rowFilters)),
    },
    externalDocs: {
      description: 'PostgREST documentation',
      url: 'https://postgrest.org/en/stable/references/api.html',
    },
  };
}

const bodyTypes = [
  'application/json',
  'application/vnd.pgrst.object+json;nulls=stripped',
  'application/vnd.pgrst.object+json',
  'text/csv',
];

const preference = (values: string[]): Json => ({
  name: 'Prefer',
  description: 'Preference',
  required: false,
  in: 'header',
  type: 'string',
  enum: values,
});

const queryText = (name: string, description: string): Json => ({
  name,
  description,
  required: false,
  in: 'query',
  type: 'string',
});

const sharedParameters: Json = {
  preferParams: preference(['params=single-object']),
  preferReturn: preference(['return=representation', 'return=minimal', 'return=none']),
  preferCount: preference(['count=none']),
  preferPost: preference([
    'return=representation',
    'return=minimal',
    'return=none',
    'resolution=ignore-duplicates',
    'resolution=merge-duplicates',
  ]),
  select: queryText('select', 'Filtering Columns'),
  on_conflict: queryText('on_conflict', 'On Conflict'),
  order: queryText('order', 'Ordering'),
  range: {
    name: 'Range',
    description: 'Limiting and Pagination',
    required: false,
    in: 'header',
    type: 'string',
  },
  rangeUnit: {
    name: 'Range-Unit',
    description: 'Limiting and Pagination',
    required: false,
    default: 'items',
    in: 'header',
    type: 'string',
  },
  offset: queryText('offset', 'Limiting and Pagination'),
  limit: queryText('limit', 'Limiting and Pagination'),
};

const parameter = (name: string): Json => ({ $ref: `#/parameters/${name}` });

function definition(cache: SchemaCache, relation: Relation): Json {
  const columns = [...relation.columns.values()];
  const relationships = cache.relationships.get(keyOf(relation)) ?? [];
  return {
    description: relation.description ?? undefined,
    required: columns
      .filter((column) => !column.isNullable && column.default === null)
      .map((column) => column.name),
    properties: Object.fromEntries(
      columns.map((column) => [
        column.name,
        describeColumn(column, { isPrimary: relation.primaryKey.includes(column.name), relationships }),
      ]),
    ),
    type: 'object',
  };
}

function bodyParameter(relation: Relation): Json {
  return {
    name: relation.name,
    description: relation.description ?? relation.name,
    required: false,
    in: 'body',
    schema: { $ref: `#/definitions/${relation.name}` },
  };
}

function rowFilters(relation: Relation): [string, Json][] {
  return [...relation.columns.values()].map((column) => [
    `rowFilter.${relation.name}.${column.name}`,
    {
      name: column.name,
      description: column.description ?? undefined,
      required: false,
      in: 'query',
      type: 'string',
    },
  ]);
}

function relationPath(relation: Relation): Json {
  const [summary, ...more] = (relation.description ?? '').split('\n');
  const common = {
    tags: [relation.name],
    summary: summary || undefined,
    description: more.join('\n').trim() || undefined,
  };
  const filters = [...relation.columns.keys()].map((name) => parameter(`rowFilter.${relation.name}.${name}`));
  const body = parameter(`body.${relation.name}`);
  return {
    get: {
      ...common,
      parameters: [
        ...filters,
        ...['select', 'order', 'range', 'rangeUnit', 'offset', 'limit', 'preferCount'].map(parameter),
      ],
      responses: {
        200: {
          description: 'OK',
          schema: { type: 'array', items: { $ref: `#/definitions/${relation.name}` } },
        },
        206: { description: 'Partial Content' },
      },
    },
    ...(relation.isInsertable
      ? {
          post: {
            ...common,
            parameters: [body, parameter('select'), parameter('preferPost')],
            responses: { 201: { description: 'Created' } },
          },
        }
      : {}),
    ...(relation.isDeletable
      ? {
          delete: {
            ...common,
            parameters: [...filters, parameter('preferReturn')],
            responses: { 204: { description: 'No Content' } },
          },
        }
      : {}),
    ...(relation.isUpdatable
      ? {
          patch: {
            ...common,
            parameters: [...filters, body, parameter('preferReturn')],
            responses: { 204: { description: 'No Content' } },
          },
        }
      : {}),
  };
}

function routinePath(overloads: Routine[]): Json {
  const [routine] = overloads;
  if (!routine) return {};
  const [summary, ...more] = (routine.description ?? '').split('\n');
  const common = {
    tags: [`(rpc) ${routine.name}`],
    summary: summary || undefined,
    description: more.join('\n').trim() || undefined,
    produces: [
      'application/json',
      'application/vnd.pgrst.object+json;nulls=stripped',
      'application/vnd.pgrst.object+json',
    ],
    responses: { 200: { description: 'OK' } },
  };
  const post = {
    ...common,
    parameters: [
      {
        name: 'args',
        required: true,
        in: 'body',
        schema: {
          type: 'object',
          description: routine.description ?? undefined,
          required: routine.parameters.filter((one) => one.isRequired).map((one) => one.name),
          properties: Object.fromEntries(routine.parameters.map((one) => [one.name, openApiType(one.type)])),
        },
      },
      parameter('preferParams'),
    ],
  };
  if (routine.volatility === 'volatile') return { post };
  return {
    get: {
      ...common,
      parameters: routine.parameters.map((one) => ({
        name: one.name,
        required: one.isRequired,
        in: 'query',
        ...queryType(one.type),
      })),
    },
    post,
  };
}

function queryType(type: string): Json {
  const described = openApiType(type);
  return described.type === 'array' || !described.type ? { type: 'string', format: type } : { ...described };
}
