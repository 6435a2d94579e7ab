// The settings each transaction runs with beside its role: what row policies and functions may ask about the request,
// the search path, and the limits set on the caller's role.
import type { Caller } from '#contracts/caller.ts';
import { quoteIdent } from './query/fragment.ts';
import type { ApiRequest } from './request/parse-request.ts';
import type { SchemaCache } from './schema-cache/schema-cache.ts';

const defaultExtraSearchPath = ['public', 'extensions'];

export function transactionSettings(
  cache: SchemaCache,
  request: ApiRequest,
  caller: Caller,
  incoming: { path: string; headers: Headers; clientIp?: string },
  extraSearchPath = defaultExtraSearchPath,
): Record<string, string> {
  const settings: Record<string, string> = {
    search_path: [request.schema, ...extraSearchPath].map(quoteIdent).join(', '),
    'request.jwt.claims': claimsText(caller),
    'request.method': request.method,
    'request.path': incoming.path,
    'request.headers': headersText(incoming),
    'request.cookies': cookiesText(incoming.headers.get('cookie')),
  };
  const timeout = cache.roleSettings.get(caller.role)?.get('statement_timeout');
  if (timeout !== undefined) settings.statement_timeout = timeout;
  if (request.preferences.timezone !== undefined) settings.timezone = request.preferences.timezone;
  return settings;
}

// Anyone can write this header: limits in the database must count the real caller.
function headersText({ headers, clientIp }: { headers: Headers; clientIp?: string }): string {
  const pairs: Record<string, string> = Object.fromEntries(headers);
  if (clientIp !== undefined) pairs['x-forwarded-for'] = clientIp;
  return JSON.stringify(pairs);
}

const claimTexts = new WeakMap<object, string>();

/** The claims as JSON; a caller's claims are the same object for as long as its token is remembered. */
function claimsText({ role, claims }: Caller): string {
  const known = claimTexts.get(claims);
  if (known !== undefined) return known;
  // Without a role claim the caller still has one, and policies ask for it.
  const text = JSON.stringify('role' in claims ? claims : { ...claims, role });
  claimTexts.set(claims, text);
  return text;
}

function cookiesText(header: string | null): string {
  if (header === null) return '{}';
  const cookies: Record<string, string> = {};
  for (const pair of header.split(';')) {
    const equals = pair.indexOf('=');
    if (equals > 0) cookies[pair.slice(0, equals).trim()] = pair.slice(equals + 1).trim();
  }
  return JSON.stringify(cookies);
}
