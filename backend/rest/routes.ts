// The REST service: one handler for every path under /rest/v1. Prepares the action, runs it as the caller, answers;
// any throw becomes an error answer here and nowhere else.

import { openLastingConnection } from '#backend/database/lasting-connection.ts';
import type { Caller } from '#contracts/caller.ts';
import type { RequestSource } from '#contracts/request-source.ts';
import { openSql } from '../database/driver/open-sql.ts';
import type { Sql } from '../database/driver/sql.ts';
import { openCallerPool, type RawRow } from '../database/run-as-caller.ts';
import { ServerError } from '../database/wire/message-reader.ts';
import type { ShareResolver } from '../limits/caller-share.ts';
import type { Action, ActionRules } from './actions/action.ts';
import { prepareCall } from './actions/call-action.ts';
import { prepareDescription } from './actions/describe-action.ts';
import { prepareMutation, type RequestBody } from './actions/mutation-action.ts';
import { prepareRead } from './actions/read-action.ts';
import { restErrorOf } from './database-error.ts';
import { allowsTxOverride, rulesOf } from './database-settings.ts';
import { errors, RestError } from './errors.ts';
import { limitsOf, type RestLimits, requireWithinLimits } from './limits.ts';
import { overweightOf } from './query/weight-query.ts';
import { bodyLimitsOf, checkBody, type RestBodyLimits } from './request/body-limits.ts';
import { parseContentType } from './request/parse-body.ts';
import { type ApiRequest, parseRequest } from './request/parse-request.ts';
import { readBody } from './request/read-body.ts';
import { loadSchemaCache } from './schema-cache/load-schema-cache.ts';
import { openSchemaCache } from './schema-cache/open-schema-cache.ts';
import type { SchemaCache } from './schema-cache/schema-cache.ts';
import { transactionSettings } from './transaction-settings.ts';

export interface RestOptions {
  /** A login that may switch to the callers' roles; best the role authenticator, which may do nothing else. */
  databaseUrl: string;
  schemas: string[];
  /** Schemas that statements may use without naming them, after the requested one. */
  extraSearchPath?: string[];
  maxRows?: number;
  maxConnections?: number;
  /** Connections of their own for requests of the program itself; without them they share the others. */
  pageConnections?: number;
  /** What one request may cost; without it everything that PostgREST allows. */
  limits?: RestLimits;
  /** Whose share of the connections a request counts in; without it, first come, first served. */
  shareOf?: ShareResolver;
  maxBodyBytes?: number;
  allowsAggregates?: boolean;
  allowsPlan?: boolean;
  allowsTxOverride?: boolean;
  /**
   * Receives the tables (`schema.name`) that a read is about to touch, before the statement runs; `*` stands for those
   * that a function may read.
   */
  onRead?: (relations: string[]) => void;
  /** Who sent a request: functions of the database find it as `x-forwarded-for`, whatever the caller wrote there. */
  clientIp?: (request: Request) => string;
  onError?: (message: string, error: unknown) => void;
}

export interface Rest {
  /** `path` is what follows /rest/v1. */
  handle(
    request: Request,
    path: string,
    search: string,
    caller: Caller,
    source?: RequestSource,
  ): Promise<Response>;
  close(): Promise<void>;
}

const defaultMaxConnections = 20;

export async function createRest(options: RestOptions): Promise<Rest> {
  const onError = options.onError ?? (() => {});
  const configured: ActionRules = {
    maxRows: options.maxRows,
    allowsAggregates: options.allowsAggregates ?? false,
    allowsPlan: options.allowsPlan ?? false,
  };
  const catalog = openSql(options.databaseUrl, {
    max: 1,
    idle_timeout: 30,
    fetch_types: false,
    applicationName: `onda schema cache #${process.pid}`,
  });
  const pool = openCallerPool(catalog, { maxConnections: options.maxConnections ?? defaultMaxConnections });
  const pagePool = options.pageConnections
    ? openCallerPool(catalog, { maxConnections: options.pageConnections, applicationName: 'onda pages' })
    : pool;
  const schemaCache = await openSchemaCache({
    load: () => loadSchemaCache(catalog, options.schemas),
    connect: (handlers) => listeningConnection(options.databaseUrl, handlers),
    onError,
  });

  async function answer(cache: SchemaCache, incoming: Incoming, caller: Caller): Promise<Response> {
    const request = parseRequest(incoming, {
      schemas: options.schemas,
      allowsTxOverride: options.allowsTxOverride || allowsTxOverride(cache),
      isTimezone: (name) => cache.timezones.has(name),
    });
    if (request.method === 'OPTIONS')
      return new Response(null, { status: 200, headers: { allow: allowedMethods } });
    const { limits } = incoming;
    if (limits) requireWithinLimits(request.query, limits);
    const action = prepare(cache, request, incoming, await incoming.body());
    if (action.relations.length > 0) options.onRead?.(action.relations);
    return runAction(cache, request, incoming, caller, action);
  }

  function prepare(
    cache: SchemaCache,
    request: ApiRequest,
    incoming: Incoming,
    body: RequestBody | undefined,
  ): Action {
    const rules = { ...rulesOf(cache, configured), limits: incoming.limits };
    const { target } = request;
    switch (target.kind) {
      case 'root':
        return prepareDescription(cache, request, incoming.location());
      case 'function':
        return prepareCall(cache, request, target.name, body, rules);
      case 'relation':
        return body === undefined
          ? prepareRead(cache, request, target.name, rules)
          : prepareMutation(cache, request, target.name, body, rules);
    }
  }

  async function runAction(
    cache: SchemaCache,
    request: ApiRequest,
    incoming: Incoming,
    caller: Caller,
    action: Action,
  ): Promise<Response> {
    const settings = transactionSettings(cache, request, caller, incoming, options.extraSearchPath);
    let inspected: Response | undefined;
    const inspect = (rows: RawRow[][]) => {
      inspected = action.render(rows);
      return action.isUndone ? ('rollback' as const) : ('commit' as const);
    };
    const { source } = incoming;
    const rows = await (source?.isInProcess ? pagePool : pool).run({
      caller,
      share: options.shareOf?.(caller, source),
      // What writes ends with its request: see request-writes.ts.
      isAbandoned: action.isReadOnly ? incoming.isAbandoned : undefined,
      settings: { ...settings, ...action.settings },
      isReadOnly: action.isReadOnly,
      statements: action.statements,
      inspect: action.isInspected ? inspect : undefined,
    });
    return inspected ?? action.render(rows);
  }

  return {
    async handle(request, path, search, caller, source) {
      const limits = limitsOf(caller, options.limits);
      const incoming = incomingOf(request, path, search, {
        limits,
        source,
        clientIp: options.clientIp?.(request),
        bodyLimits: bodyLimitsOf(caller, {
          maxBytes: options.maxBodyBytes,
          strangerBytes: limits?.maxBodyBytes,
        }),
      });
      try {
        const cache = schemaCache.get();
        try {
          return await answer(cache, incoming, caller);
        } catch (error) {
          // What the cache does not know may have been made a moment ago.
          if (!mayBeOutdated(error) || !(await schemaCache.settle(cache))) throw error;
          return await answer(schemaCache.get(), incoming, caller);
        }
      } catch (error) {
        const known = restErrorOf(error, { isAnonymous: caller.role === 'anon', limits });
        if (!known || known.status >= 500) onError(`${request.method} ${path} failed`, error);
        return errorResponse(known ?? errors.internal());
      }
    },
    async close() {
      await schemaCache.close();
      await Promise.all([pool.close(), pagePool.close(), catalog.end({ timeout: 1 })]);
    },
  };
}

const allowedMethods = 'OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE';

interface Incoming {
  method: string;
  path: string;
  search: string;
  headers: Headers;
  /** Undefined where nobody can say, and headers are believed. */
  clientIp?: string;
  limits: RestLimits | undefined;
  source: RequestSource | undefined;
  /** Whether the sender has gone. */
  isAbandoned(): boolean;
  /** The body of a method that has one; undefined for the others. */
  body(): Promise<RequestBody | undefined>;
  /** Where the service was found. */
  location(): { host: string; basePath: string; isSecure: boolean };
}

function incomingOf(
  request: Request,
  path: string,
  search: string,
  {
    limits,
    bodyLimits,
    source,
    clientIp,
  }: Pick<Incoming, 'limits' | 'source' | 'clientIp'> & { bodyLimits: RestBodyLimits },
): Incoming {
  const { method, headers } = request;
  const hasBody = method === 'POST' || method === 'PATCH' || method === 'PUT' || method === 'DELETE';
  let body: Promise<RequestBody> | undefined;
  return {
    method,
    path,
    search,
    headers,
    limits,
    source,
    clientIp,
    isAbandoned: () => request.signal.aborted,
    location() {
      const { host, pathname, protocol } = new URL(request.url);
      return {
        host,
        basePath: pathname.slice(0, pathname.length - path.length) || '/',
        isSecure: protocol === 'https:',
      };
    },
    async body() {
      if (!hasBody) return undefined;
      // Stored, because a request may be answered a second time with a fresh schema cache.
      body ??= readBody(request, bodyLimits.maxBytes).then((bytes) => {
        const type = method === 'DELETE' ? 'json' : parseContentType(headers.get('content-type'));
        checkBody(bytes, type, bodyLimits);
        return { type, bytes };
      });
      return body;
    },
  };
}

function listeningConnection(
  databaseUrl: string,
  handlers: { onnotify: (channel: string, payload: string) => void; onclose: () => void },
): Sql {
  return openLastingConnection(databaseUrl, 'schema watch', handlers);
}

const missCodes = new Set(['PGRST200', 'PGRST202', 'PGRST204', 'PGRST205', '42703', '42704']);

/**
 * Whether the error may come from a schema cache that is a moment too old: our own planning does not know a name, or
 * the database does not understand names and types that were right before. Such a request changed nothing.
 */
function mayBeOutdated(error: unknown): boolean {
  if (error instanceof RestError) return missCodes.has(error.body.code);
  return (
    error instanceof ServerError &&
    /^(42|22)/.test(error.code) &&
    error.code !== '42501' &&
    overweightOf(error) === undefined
  );
}

export function errorResponse(error: RestError): Response {
  return new Response(JSON.stringify(error.body), {
    status: error.status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'proxy-status': `PostgREST; error=${error.body.code}`,
      ...error.headers,
    },
  });
}
