// The errors of the REST service: PostgREST's codes, statuses and messages, and how a PostgreSQL error becomes one.
// Anything that is not a RestError or a database error is a fault of ours and is not described here.

export interface ErrorBody {
  code: string;
  details: unknown;
  hint: string | null;
  message: string;
}

export class RestError extends Error {
  readonly status: number;
  readonly body: ErrorBody;
  readonly headers: Record<string, string>;

  constructor(
    status: number,
    code: string,
    message: string,
    extra: {
      details?: unknown;
      hint?: string | null;
      headers?: Record<string, string>;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: extra.cause });
    this.name = 'RestError';
    this.status = status;
    this.body = { code, details: extra.details ?? null, hint: extra.hint ?? null, message };
    this.headers = extra.headers ?? {};
  }
}

export const errors = {
  parse: (what: string, input: string, column: number, details: string) =>
    new RestError(400, 'PGRST100', `"failed to parse ${what} (${input})" (line 1, column ${column})`, {
      details,
    }),
  invalidRange: (details: string) =>
    new RestError(416, 'PGRST103', 'Requested range not satisfiable', { details }),
  unsupportedMethod: (method: string) => new RestError(405, 'PGRST117', `Unsupported HTTP method: ${method}`),
  invalidBody: (message: string) => new RestError(400, 'PGRST102', message),
  invalidRpcMethod: (method: string) =>
    new RestError(405, 'PGRST101', `Cannot use the ${method} method on RPC`),
  invalidPut: (message: string) => new RestError(405, 'PGRST105', message),
  putMismatch: () =>
    new RestError(400, 'PGRST115', 'Payload values do not match URL in primary key column(s)'),
  putRange: () =>
    new RestError(400, 'PGRST114', 'limit/offset querystring parameters are not allowed for PUT'),
  unexposedSchema: (schema: string, schemas: string[]) =>
    new RestError(406, 'PGRST106', `Invalid schema: ${schema}`, {
      hint: `Only the following schemas are exposed: ${schemas.join(', ')}`,
    }),
  unacceptable: (accepted: string[]) =>
    new RestError(
      406,
      'PGRST107',
      `None of these media types are available: ${accepted.length ? accepted.join(', ') : '*/*'}`,
    ),
  filterOnAbsentEmbed: (name: string) =>
    new RestError(400, 'PGRST108', `'${name}' is not an embedded resource in this request`, {
      hint: `Verify that '${name}' is included in the 'select' query parameter.`,
    }),
  invalidResponseHeaders: () =>
    new RestError(
      500,
      'PGRST111',
      'response.headers guc must be a JSON array composed of objects with a single key and a string value',
    ),
  invalidResponseStatus: () =>
    new RestError(500, 'PGRST112', 'response.status guc must be a valid status code'),
  notSingular: (rows: number) =>
    new RestError(406, 'PGRST116', 'Cannot coerce the result to a single JSON object', {
      details: `The result contains ${rows} rows`,
    }),
  relatedOrderNotToOne: (origin: string, target: string) =>
    new RestError(400, 'PGRST118', `A related order on '${target}' is not possible`, {
      details: `'${origin}' and '${target}' do not form a many-to-one or one-to-one relationship`,
    }),
  embedNullFilter: (name: string) =>
    new RestError(400, 'PGRST120', `Bad operator on the '${name}' embedded resource`, {
      details: 'Only is null or not is null filters are allowed on embedded resources',
    }),
  invalidRaise: (details: string) =>
    new RestError(500, 'PGRST121', 'Could not parse JSON in the "RAISE SQLSTATE \'PGRST\'" error', {
      details,
      hint: "DETAIL must be a JSON object with obligatory keys: 'status', 'headers' and optional key: 'status_text'.",
    }),
  invalidPreferences: (tokens: string[]) =>
    new RestError(400, 'PGRST122', 'Invalid preferences given with handling=strict', {
      details: `Invalid preferences: ${tokens.join(', ')}`,
    }),
  aggregatesOff: () => new RestError(400, 'PGRST123', 'Use of aggregate functions is not allowed'),
  maxAffected: (count: number) =>
    new RestError(400, 'PGRST124', 'Query result exceeds max-affected preference constraint', {
      details: `The query affects ${count} rows`,
    }),
  invalidPath: () => new RestError(404, 'PGRST125', 'Invalid path specified in request URL'),
  openApiOff: () => new RestError(404, 'PGRST126', 'Root endpoint metadata is disabled'),
  notImplemented: (details: string) => new RestError(400, 'PGRST127', 'Feature not implemented', { details }),
  noRelationship: (
    origin: string,
    target: string,
    schema: string,
    hint: string | undefined,
    suggestion: string | null,
  ) =>
    new RestError(
      400,
      'PGRST200',
      `Could not find a relationship between '${origin}' and '${target}' in the schema cache`,
      {
        details:
          `Searched for a foreign key relationship between '${origin}' and '${target}'` +
          `${hint === undefined ? '' : ` using the hint '${hint}'`} in the schema '${schema}', but no matches were found.`,
        hint: suggestion,
      },
    ),
  ambiguousRelationship: (
    origin: string,
    target: string,
    candidates: { cardinality: string; embedding: string; relationship: string }[],
    choices: string[],
  ) =>
    new RestError(
      300,
      'PGRST201',
      `Could not embed because more than one relationship was found for '${origin}' and '${target}'`,
      {
        details: candidates,
        hint:
          `Try changing '${target}' to one of the following: ${choices.map((choice) => `'${choice}'`).join(', ')}. ` +
          "Find the desired relationship in the 'details' key.",
      },
    ),
  noColumnInCache: (column: string, relation: string) =>
    new RestError(
      400,
      'PGRST204',
      `Could not find the '${column}' column of '${relation}' in the schema cache`,
    ),
  noTable: (schema: string, name: string, suggestion: string | null) =>
    new RestError(404, 'PGRST205', `Could not find the table '${schema}.${name}' in the schema cache`, {
      hint: suggestion && `Perhaps you meant the table '${schema}.${suggestion}'`,
    }),
  cacheLoading: () =>
    new RestError(503, 'PGRST002', 'Could not query the database for the schema cache. Retrying.', {
      headers: { 'retry-after': '1' },
    }),
  noConnection: (details: string) =>
    new RestError(503, 'PGRST000', 'Database connection error. Retrying the connection.', {
      details,
      headers: { 'retry-after': '1' },
    }),
  poolTimeout: () => new RestError(504, 'PGRST003', 'Timed out acquiring connection from connection pool.'),
  maxAffectedNeedsSet: () =>
    new RestError(
      400,
      'PGRST128',
      'Function must return SETOF or TABLE when max-affected preference is used with handling=strict',
    ),
  bodyTooLarge: (maxBytes: number) =>
    new RestError(413, 'PGRST102', `The request body is larger than ${maxBytes} bytes`),
  tooManyValues: (maxValues: number) =>
    new RestError(413, 'PGRST102', `The request body has more than ${maxValues} values`),
  bodyTooDeep: (maxDepth: number) =>
    new RestError(400, 'PGRST102', `The request body is nested more than ${maxDepth} levels deep`),
  bodyCutOff: () => new RestError(400, 'PGRST102', 'The request body is incomplete'),
  noFunction: (message: string, details: string, hint: string | null) =>
    new RestError(404, 'PGRST202', message, { details, hint }),
  ambiguousFunction: (candidates: string[]) =>
    new RestError(
      300,
      'PGRST203',
      `Could not choose the best candidate function between: ${candidates.join(', ')}`,
      {
        hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
      },
    ),
  // The limits of what one request may cost are ours; PostgREST has no codes for them.
  embedsTooDeep: (max: number) =>
    new RestError(400, 'limit_embed_depth', `Relations may be embedded ${max} levels deep at most`, {
      hint: 'Request the deeper rows separately.',
    }),
  tooManyEmbeds: (max: number) =>
    new RestError(400, 'limit_embeds', `One request may embed ${max} relations at most`, {
      hint: 'Request some of the relations separately.',
    }),
  tooManyTerms: (max: number) =>
    new RestError(
      400,
      'limit_terms',
      `One request may have ${max} columns, conditions and order terms at most`,
      {
        hint: 'Patterns and full-text searches count several times. Request less, or use an in.(...) list.',
      },
    ),
  columnTooOften: (column: string, max: number) =>
    new RestError(400, 'limit_terms', `The column '${column}' may be selected ${max} times at most`),
  tooManyRows: (max: number) =>
    new RestError(
      413,
      'limit_rows',
      `The embedded lists of one response may have ${max} rows at most together`,
      {
        hint: 'Filter the rows, set a limit on the embedded relation, or request it separately.',
      },
    ),
  responseTooLarge: (maxBytes: number) =>
    new RestError(413, 'limit_bytes', `One response may have ${maxBytes} bytes at most`, {
      hint: 'Select fewer columns, or request fewer rows with limit and offset.',
    }),
  tooManyRequests: () =>
    new RestError(429, 'limit_requests', 'Too many concurrent requests', {
      hint: 'Wait for some of them to finish before you send more.',
      headers: { 'retry-after': '1' },
    }),
  abandoned: () => new RestError(499, 'abandoned', 'The caller disconnected before the response'),
  outcomeUnknown: () =>
    new RestError(
      504,
      'outcome_unknown',
      'The database stopped answering while this was being saved. It may or may not have been saved: check before you send it again.',
    ),
  internal: () => new RestError(500, 'PGRSTX00', 'Internal error'),

  // The two errors of PostgreSQL that the planner meets before the database does, with the database's own messages.
  undefinedColumn: (relation: string, column: string, suggestion: string | null) =>
    new RestError(400, '42703', `column ${relation}.${column} does not exist`, {
      hint: suggestion && `Perhaps you meant to reference the column "${relation}.${suggestion}".`,
    }),
  undefinedType: (type: string) => new RestError(400, '42704', `type "${type}" does not exist`),
};
