// Prepares GET on the root: the OpenAPI document of the schema, as far as the caller's role may use it.
import { errors } from '../errors.ts';
import { describeSchema } from '../openapi/describe-schema.ts';
import { contentTypeOf } from '../request/parse-accept.ts';
import type { ApiRequest } from '../request/parse-request.ts';
import { textOf } from '../response/final-row.ts';
import type { SchemaCache } from '../schema-cache/schema-cache.ts';
import type { Action } from './action.ts';

// Asked as the caller: its rights decide what the document shows.
const permittedText = `
select json_build_object(
  'relations', coalesce((
    select json_agg(c.relname) from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = $1::text and c.relkind in ('r', 'p', 'v', 'm', 'f')
      and (has_table_privilege(c.oid, 'select, insert, update, delete') or has_any_column_privilege(c.oid, 'select, insert, update'))
  ), '[]'),
  'routines', coalesce((
    select json_agg(distinct p.proname) from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname = $1::text and has_function_privilege(p.oid, 'execute')
  ), '[]')
)`;

export function prepareDescription(
  cache: SchemaCache,
  request: ApiRequest,
  location: { host: string; basePath: string; isSecure: boolean },
): Action {
  const isAccepted = request.accepted.some(({ kind }) => kind === 'json' || kind === 'openapi');
  if (!isAccepted) throw errors.unacceptable(request.accepted.map((media) => contentTypeOf(media)));
  return {
    statements: [{ text: permittedText, values: [request.schema] }],
    isReadOnly: true,
    isInspected: false,
    isUndone: false,
    settings: {},
    relations: [],
    render(rows) {
      const permitted = JSON.parse(textOf(rows[0]?.[0]?.[0]) ?? '{}') as {
        relations: string[];
        routines: string[];
      };
      const document = describeSchema(cache, {
        schema: request.schema,
        permitted: { relations: new Set(permitted.relations), routines: new Set(permitted.routines) },
        ...location,
      });
      const headers = new Headers({ 'content-type': contentTypeOf({ kind: 'openapi' }) });
      if (request.hasProfile) headers.set('content-profile', request.schema);
      return new Response(request.method === 'HEAD' ? null : JSON.stringify(document), { headers });
    },
  };
}
