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
      const described = descriptionOf(cache, request.schema, textOf(rows[0]?.[0]?.[0]) ?? '{}');
      const { host, basePath, isSecure } = location;
      const place = JSON.stringify({ host, basePath, schemes: [isSecure ? 'https' : 'http'] });
      const headers = new Headers({ 'content-type': contentTypeOf({ kind: 'openapi' }) });
      if (request.hasProfile) headers.set('content-profile', request.schema);
      return new Response(request.method === 'HEAD' ? null : `${place.slice(0, -1)},${described.slice(1)}`, {
        headers,
      });
    },
  };
}

const maxDescriptions = 20;
const descriptions = new WeakMap<SchemaCache, Map<string, string>>();

/** The document without its place, as JSON. Putting it together takes longer than many reads, so it is done once. */
function descriptionOf(cache: SchemaCache, schema: string, permittedText: string): string {
  const known = descriptions.get(cache) ?? new Map<string, string>();
  descriptions.set(cache, known);
  const key = `${schema}\n${permittedText}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  const permitted = JSON.parse(permittedText) as { relations: string[]; routines: string[] };
  const text = JSON.stringify(
    describeSchema(cache, {
      schema,
      permitted: { relations: new Set(permitted.relations), routines: new Set(permitted.routines) },
    }),
  );
  if (known.size >= maxDescriptions) known.clear();
  known.set(key, text);
  return text;
}
