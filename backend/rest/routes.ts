// The REST service: one handler for every path under /rest/v1. Parses, plans, runs as the caller, renders; any throw
// becomes an error answer here and nowhere else.
import postgres from 'postgres';
import type { Caller } from '#contracts/caller.ts';
import { type CallerPool, type CallerStatement, openCallerPool } from '../database/run-as-caller.ts';
import { restErrorOf } from './database-error.ts';
import { errors, RestError } from './errors.ts';
import { findRelation, planRead, relationsRead } from './plan/plan-read.ts';
import { finalStatement } from './query/final-query.ts';
import { Values } from './query/fragment.ts';
import { readSelect } from './query/read-query.ts';
import { type ApiRequest, parseRequest } from './request/parse-request.ts';
import { finalRowOf, renderRows } from './response/render-rows.ts';
import { loadSchemaCache } from './schema-cache/load-schema-cache.ts';
import { openSchemaCache } from './schema-cache/open-schema-cache.ts';
import type { SchemaCache } from './schema-cache/schema-cache.ts';

export interface RestOptions {
  /** A login that may switch to the callers' roles; best the role authenticator, which may do nothing else. */
  databaseUrl: string;
  schemas: string[];
  /** Schemas that statements may use without naming them, after the requested one. */
  extraSearchPath?: string[];
  maxRows?: number;
  maxConnections?: number;
  allowsAggregates?: boolean;
  allowsPlan?: boolean;
  allowsTxOverride?: boolean;
  /** Hears the tables (`schema.name`) that a read is about to touch, before the statement runs. */
  onRead?: (relations: string[]) => void;
  onError?: (message: string, error: unknown) => void;
}

export interface Rest {
  /** `path` is what follows /rest/v1. */
  handle(request: Request, path: string, search: string, caller: Caller): Promise<Response>;
  close(): Promise<void>;
}

export async function createRest(options: RestOptions): Promise<Rest> {
  const onError = options.onError ?? (() => {});
  const pool = openCallerPool(options.databaseUrl, { maxConnections: options.maxConnections ?? 10 });
  const schemaCache = await openSchemaCache({
    load: () => loadSchemaCache(pool.sql, options.schemas),
    connect: (handlers) =>
      postgres(options.databaseUrl, {
        max: 1,
        idle_timeout: 0,
        max_lifetime: null,
        fetch_types: false,
        onnotice: () => {},
        connection: { application_name: 'onda schema watch' },
        ...handlers,
      } as postgres.Options<Record<string, never>>),
    onError,
  });

  async function respond(cache: SchemaCache, http: HttpRequest, caller: Caller): Promise<Response> {
    const request = parseRequest(http, {
      schemas: options.schemas,
      allowsTxOverride: options.allowsTxOverride ?? false,
      isTimezone: (name) => cache.timezones.has(name),
    });
    if (request.target.kind === 'relation' && (request.method === 'GET' || request.method === 'HEAD')) {
      return read(cache, request, request.target.name, http, caller);
    }
    throw errors.unsupportedMethod(request.method);
  }

  async function read(
    cache: SchemaCache,
    request: ApiRequest,
    name: string,
    http: HttpRequest,
    caller: Caller,
  ): Promise<Response> {
    const relation = findRelation(cache, request.schema, name);
    const source = { relation, alias: relation.name, source: 'relation' as const };
    const plan = planRead(cache, source, request.query, request.range, {
      schema: request.schema,
      maxRows: options.maxRows,
      allowsAggregates: options.allowsAggregates ?? false,
    });
    const media = request.accepted[0] ?? { kind: 'json' };
    const values = new Values();
    const statement = finalStatement(values, { named: [], rows: readSelect(values, plan), media });
    options.onRead?.(relationsRead(plan));
    const row = await run(pool, cache, request, http, caller, statement, true);
    return renderRows(request, finalRowOf(row), media, { offset: plan.page.offset ?? 0 });
  }

  function run(
    callerPool: CallerPool,
    cache: SchemaCache,
    request: ApiRequest,
    http: HttpRequest,
    caller: Caller,
    statement: CallerStatement,
    isReadOnly: boolean,
  ) {
    const timeout = cache.roleSettings.get(caller.role)?.get('statement_timeout');
    return callerPool.run({
      caller,
      isReadOnly,
      statement,
      settings: {
        search_path: searchPath(request.schema, options.extraSearchPath ?? ['public', 'extensions']),
        'request.jwt.claims': JSON.stringify(caller.claims),
        'request.method': request.method,
        'request.path': http.path,
        'request.headers': JSON.stringify(Object.fromEntries(http.headers)),
        'request.cookies': '{}',
        ...(timeout ? { statement_timeout: timeout } : {}),
        ...(request.preferences.timezone ? { timezone: request.preferences.timezone } : {}),
      },
    });
  }

  return {
    async handle(request, path, search, caller) {
      const http = { method: request.method, path, search, headers: request.headers };
      try {
        const cache = schemaCache.get();
        try {
          return await respond(cache, http, caller);
        } catch (error) {
          // What the cache does not know may have been made a moment ago.
          if (!isCacheMiss(error) || !(await schemaCache.settle(cache))) throw error;
          return await respond(schemaCache.get(), http, caller);
        }
      } catch (error) {
        const known = restErrorOf(error, caller.role === 'anon');
        if (!known) onError('a REST request failed', error);
        return errorResponse(known ?? errors.internal());
      }
    },
    async close() {
      await schemaCache.close();
      await pool.close();
    },
  };
}

interface HttpRequest {
  method: string;
  path: string;
  search: string;
  headers: Headers;
}

const missCodes = new Set(['PGRST200', 'PGRST202', 'PGRST204', 'PGRST205', '42703', '42704']);

function isCacheMiss(error: unknown): boolean {
  return error instanceof RestError && missCodes.has(error.body.code) && error.cause === undefined;
}

function searchPath(schema: string, extra: string[]): string {
  return [schema, ...extra].map((name) => `"${name.replaceAll('"', '""')}"`).join(', ');
}

export function errorResponse(error: RestError): Response {
  return new Response(JSON.stringify(error.body), {
    status: error.status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...error.headers },
  });
}
