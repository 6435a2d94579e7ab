// Turns an HTTP request into an ApiRequest: what is asked for, of which schema, in which form. Pure: no cache, no
// database; the body is read elsewhere, and only for the methods that have one.
import { errors } from '../errors.ts';
import { type MediaType, parseAccept } from './parse-accept.ts';
import { type Preferences, type PreferRules, parsePrefer } from './parse-prefer.ts';
import { type Page, type ParsedQuery, parseQuery } from './parse-query.ts';

type Method = 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'PUT' | 'DELETE' | 'OPTIONS';

type Target = { kind: 'root' } | { kind: 'relation'; name: string } | { kind: 'function'; name: string };

export interface ApiRequest {
  method: Method;
  target: Target;
  schema: string;
  /** Whether the caller chose the schema by a profile header; the answer then repeats it. */
  hasProfile: boolean;
  query: ParsedQuery;
  preferences: Preferences;
  accepted: MediaType[];
  /** The page the Range header asks for. */
  range: Page;
  path: string;
}

export interface RequestRules extends PreferRules {
  schemas: string[];
}

const methods = new Set<string>(['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS']);

/** `path` is what follows /rest/v1, still percent-encoded. */
export function parseRequest(
  input: { method: string; path: string; search: string; headers: Headers },
  rules: RequestRules,
): ApiRequest {
  const { headers } = input;
  if (!methods.has(input.method)) throw errors.unsupportedMethod(input.method);
  const method = input.method as Method;
  const isRead = method === 'GET' || method === 'HEAD';
  const target = parseTarget(input.path);
  if (target.kind === 'function' && (method === 'PATCH' || method === 'PUT' || method === 'DELETE')) {
    throw errors.invalidRpcMethod(method);
  }
  if (target.kind === 'root' && !isRead && method !== 'OPTIONS') throw errors.unsupportedMethod(method);
  const profile = headers.get(isRead ? 'accept-profile' : 'content-profile');
  const schema = profile ?? rules.schemas[0] ?? 'public';
  if (!rules.schemas.includes(schema)) throw errors.unexposedSchema(schema, rules.schemas);
  return {
    method,
    target,
    schema,
    hasProfile: profile !== null || rules.schemas.length > 1,
    query: parseQuery(input.search, { isFunctionRead: target.kind === 'function' && isRead }),
    preferences: parsePrefer(headers.get('prefer'), rules),
    accepted: parseAccept(headers.get('accept')),
    range: isRead ? parseRange(headers.get('range')) : {},
    path: input.path,
  };
}

function parseTarget(path: string): Target {
  let segments: string[];
  try {
    segments = path
      .split('/')
      .filter((segment) => segment !== '')
      .map(decodeURIComponent);
  } catch {
    throw errors.invalidPath();
  }
  const [first, second, ...more] = segments;
  if (first === undefined) return { kind: 'root' };
  if (first === 'rpc' && second !== undefined && more.length === 0) return { kind: 'function', name: second };
  if (second === undefined && first !== 'rpc') return { kind: 'relation', name: first };
  throw errors.invalidPath();
}

function parseRange(header: string | null): Page {
  const match = header === null ? null : /^(?:items=)?(\d+)-(\d*)$/.exec(header.trim());
  if (!match) return {};
  const from = Number(match[1]);
  if (match[2] === '') return { offset: from };
  const to = Number(match[2]);
  if (to < from) {
    throw errors.invalidRange(
      'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
    );
  }
  return { offset: from, limit: to - from + 1 };
}
