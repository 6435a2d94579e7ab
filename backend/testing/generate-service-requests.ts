// Generated requests to sign-in, the S3 protocol, functions and the tables of a studio: every address that the program has,
// with values that no client would send. From the random choices of their caller.
import { routes as authRoutes } from '../auth/routes.ts';
import type { Sql } from '../database/driver/sql.ts';
import { sha256, signRequest } from '../storage/blobs/s3-signature.ts';
import { encode, headerText, type Pick } from './odd-text.ts';

export interface GeneratedRequest {
  service: 'rest' | 'storage' | 'realtime' | 'functions' | 'auth' | 's3' | 'elsewhere';
  method: string;
  /** Path and query, encoded as it leaves. */
  target: string;
  headers: Record<string, string>;
  body: string | undefined;
}

export interface RequestParts {
  pick: Pick;
  odd: () => string;
  headers: () => Record<string, string>;
}

/** What a database offers, so that values reach its casts. */
export interface DatabaseShape {
  tables: { name: string; columns: string[] }[];
  functions: { name: string; parameters: string[] }[];
  /** Keys of rows that are there, so that not everything ends at the first check. */
  ids: string[];
}

const PLAUSIBLE = [
  '1',
  '2',
  '0.5',
  'true',
  'x@example.com',
  '2026-11-20',
  '2026-11-20T10:00:00Z',
  '18:30',
  'en',
  'UTC',
];

export async function shapeOf(sql: Sql): Promise<DatabaseShape> {
  const tables = await sql<DatabaseShape['tables'][number][]>`
    select table_name as name, array_agg(column_name::text) as columns from information_schema.columns
    where table_schema = 'public' group by table_name`;
  const functions = await sql<DatabaseShape['functions'][number][]>`
    select proname as name, coalesce(proargnames[1:pronargs], '{}') as parameters from pg_catalog.pg_proc
    where pronamespace = 'public'::regnamespace and prorettype <> 'trigger'::regtype`;
  const ids = await Promise.all(
    tables
      .filter(({ columns }) => columns.includes('id'))
      .map(({ name }) => sql<{ id: string }[]>`select id::text as id from ${sql(`public.${name}`)} limit 2`),
  );
  return { tables: [...tables], functions: [...functions], ids: ids.flat().map(({ id }) => id) };
}

export interface S3Target {
  /** Whose host is signed. */
  origin: string;
  accessKeyId: string;
  secretAccessKey: string;
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const AUTH_FIELDS =
  `email phone password token token_hash type data code code_challenge code_challenge_method auth_code code_verifier
refresh_token provider id_token nonce access_token create_user channel redirect_to scopes user_id email_confirm ban_duration role
app_metadata user_metadata factor_type friendly_name issuer challenge_id credential credential_response client_id client_secret
redirect_uris grant_type client_name action state gotrue_meta_security current_password new_email per_page page name`.split(
    /\s+/,
  );

/** Values that a cast, a parser or a calendar stumbles over. */
export function createOddValue({ pick, odd }: Omit<RequestParts, 'headers'>): () => string {
  return () =>
    pick(
      () =>
        pick(
          '2026-13-45',
          '2026-02-30',
          '0000-00-00',
          '+275760-09-13',
          '25:61',
          '1 lightyear',
          'infinity',
          'now',
        ),
      () =>
        pick('1e999', 'NaN', 'Infinity', '2147483648', '-9223372036854775809', '0x10', '1,2', '-0', '1.5'),
      () => pick('Mars/Olympus', 'europe/berlin', 'UTC', 'EST5EDT', '+99:99', 'a.1', '::1', '300.1.1.1'),
      () =>
        pick(
          '00000000-0000-0000-0000-000000000000',
          '00000000-0000-0000-0000-00000000000g',
          'true',
          'null',
          '',
        ),
      () =>
        pick('{}', '[]', '{1,2}', '{"a":', '(1,2)', '[2,1]', '\\x0g', '$$', 'pg_catalog.pg_class', "E'\\\\'"),
      odd,
    )();
}

export function createAuthRequests(parts: RequestParts): () => GeneratedRequest {
  const { pick, odd, headers } = parts;
  const value = createOddValue(parts);
  // Sessions of the callers shall last as long as the requests.
  const endpoints = authRoutes.filter(([, path]) => !/logout|\/sessions|keys\/rotate/.test(path));
  const field = () =>
    JSON.stringify(pick<unknown>(value(), value(), 1e20, -1, null, true, [value()], { [value()]: value() }));
  const list = (max: number, make: () => string) => Array.from({ length: pick(0, 1, 2, max) }, make);
  return () => {
    const [method, path] = pick(...endpoints);
    const filled = path.replaceAll(/:\w+/g, () => encode(value()) || 'x');
    const query = list(3, () => `${pick(...AUTH_FIELDS, encode(odd()))}=${encode(value())}`).join('&');
    const isForm = pick(false, false, false, true);
    const form = list(4, () => `${pick(...AUTH_FIELDS)}=${encode(value())}`).join('&');
    const json = `{${list(6, () => `"${pick(...AUTH_FIELDS)}":${field()}`).join(',')}}`;
    return {
      service: 'auth',
      method: pick(method, method, method, method, pick(...METHODS)),
      target: `/auth/v1${filled}${pick('', `?${query}`, '?grant_type=password', '?grant_type=refresh_token', '?grant_type=pkce')}`,
      headers: {
        ...headers(),
        'content-type': isForm
          ? 'application/x-www-form-urlencoded'
          : pick('application/json', headerText(odd()) || 'x'),
        ...pick<Record<string, string>>({}, {}, { 'x-supabase-api-version': headerText(value()) || 'x' }),
      },
      body: isForm
        ? form
        : pick(json, json, json, odd(), '[]', 'null', '{"email":"\\u0000"}', '{"email":"\\ud800"}'),
    };
  };
}

export function createS3Requests(
  { pick, odd }: RequestParts,
  { origin, ...keys }: S3Target,
): () => GeneratedRequest {
  const value = createOddValue({ pick, odd });
  const parameters =
    `uploads uploadId partNumber list-type prefix delimiter max-keys continuation-token start-after marker
encoding-type delete tagging acl location versioning policy cors part-number-marker max-parts key-marker upload-id-marker
response-content-type response-content-disposition versionId attributes`.split(/\s+/);
  return () => {
    const bucket = pick('files', 'files', 'covers', encode(odd()) || 'x', '');
    const key = pick('', 'a.txt', 'a/b.txt', encode(value()), `${encode(odd())}/${encode(odd())}`);
    const query = Array.from(
      { length: pick(0, 0, 1, 2) },
      () => `${pick(...parameters)}=${encode(value())}`,
    ).join('&');
    const target = `/storage/v1/s3/${bucket}${key && `/${key}`}${query && `?${query}`}`;
    const body = pick(
      '',
      value(),
      '<Delete><Object><Key>a.txt</Key></Object></Delete>',
      `<Delete>${'<Object><Key>x</Key></Object>'.repeat(3)}`,
      '<CompleteMultipartUpload><Part><PartNumber>x</PartNumber><ETag>"a"</ETag></Part></CompleteMultipartUpload>',
      '<!DOCTYPE a [<!ENTITY b "c">]><Delete>&b;</Delete>',
      odd(),
    );
    const extra = pick<Record<string, string>>(
      {},
      {},
      { 'x-amz-copy-source': headerText(value()) || '/files/a.txt' },
      { 'x-amz-copy-source-range': 'bytes=9-1', 'x-amz-copy-source': '/files/a.txt' },
      { range: pick('bytes=0-1', 'bytes=9-1', 'x') },
      { 'if-modified-since': headerText(value()) || 'x' },
      { 'content-md5': headerText(value()) || 'x' },
      { 'x-amz-checksum-crc32': headerText(value()) || 'x' },
      { 'x-amz-decoded-content-length': pick('-1', 'x', '99999999999') },
      { [`x-amz-meta-${pick('a', 'b')}`]: headerText(odd()) || 'x' },
    );
    const method = pick('GET', 'GET', 'HEAD', 'PUT', 'POST', 'DELETE', 'PATCH');
    const sent = method === 'GET' || method === 'HEAD' ? undefined : body.toWellFormed();
    const payloadHash = pick(
      sha256(sent ?? ''),
      sha256(sent ?? ''),
      'UNSIGNED-PAYLOAD',
      'STREAMING-UNSIGNED-PAYLOAD-TRAILER',
      sha256('x'),
    );
    const request = { method, url: new URL(origin + target), headers: extra, payloadHash };
    const { host: _host, ...headers } = signRequest(
      request,
      { ...keys, region: pick('local', 'local', 'us-east-1') },
      new Date(),
    );
    return { service: 's3', method, target, headers, body: sent };
  };
}

export function createFunctionRequests(
  { pick, odd, headers }: RequestParts,
  names: string[],
): () => GeneratedRequest {
  const value = createOddValue({ pick, odd });
  return () => ({
    service: 'functions',
    method: pick('GET', 'POST', ...METHODS),
    target: `/functions/v1/${pick(...names, ...names, encode(odd()))}${pick('', `/${encode(value())}`)}${pick('', `?${encode(odd())}=${encode(value())}`, `?lang=${encode(value())}`)}`,
    headers: {
      ...headers(),
      'content-type': pick('application/json', 'text/plain', headerText(odd()) || 'x'),
    },
    body: pick('{}', value(), odd()),
  });
}

/** Every column and every parameter of a database; nothing that is written stays. */
export function createDatabaseRequests(
  parts: RequestParts,
  { tables, functions, ids }: DatabaseShape,
): () => GeneratedRequest {
  const { pick, headers } = parts;
  const oddValue = createOddValue(parts);
  const value = () =>
    pick(
      oddValue,
      () => pick(...ids),
      () => pick(...PLAUSIBLE),
    )();
  const operator = () =>
    pick('eq', 'neq', 'gt', 'lt', 'is', 'in', 'cs', 'cd', 'ov', 'like', 'fts', 'sl', 'adj', 'isdistinct');
  const json = () =>
    pick<() => unknown>(
      value,
      value,
      () => 1e20,
      () => null,
      () => [value()],
      () => ({ a: value() }),
    )();
  return () => {
    const common = {
      service: 'rest' as const,
      headers: { ...headers(), prefer: 'tx=rollback', 'content-type': 'application/json' },
    };
    if (pick(true, false)) {
      const { name, columns } = pick(...tables);
      const column = () => pick(...columns);
      const written = pick('POST', 'PATCH', 'GET', 'GET', 'GET', 'DELETE');
      return {
        ...common,
        method: written,
        target: `/rest/v1/${name}?${column()}=${operator()}.${encode(value())}&order=${column()}&limit=3`,
        body: JSON.stringify({ [column()]: json(), [column()]: json() }),
      };
    }
    const { name, parameters } = pick(...functions);
    const given = parameters.filter(() => pick(true, true, true, false));
    const isGet = pick(true, false, false, false);
    return {
      ...common,
      method: isGet ? 'GET' : 'POST',
      target: `/rest/v1/rpc/${name}${isGet ? `?${given.map((one) => `${one}=${encode(value())}`).join('&')}` : ''}`,
      body: JSON.stringify(Object.fromEntries(given.map((one) => [one, json()]))),
    };
  };
}
