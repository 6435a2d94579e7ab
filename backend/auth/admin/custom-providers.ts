// /admin/custom-providers: identity providers added at run time. Secrets are write-only.
import { recordEvent } from '../audit.ts';
import type { AuthContext } from '../context.ts';
import { AuthError, errors } from '../errors.ts';
import type { Call } from '../http/call.ts';
import type { Fields, JsonObject } from '../http/fields.ts';
import { type CustomProviderRow, findCustomProvider } from '../providers/custom-provider.ts';
import { fetchObject } from '../providers/provider-fetch.ts';

const identifierFormat = /^custom:[a-z0-9][a-z0-9:-]{0,48}[a-z0-9]$/;
const addressFields = [
  'issuer',
  'discovery_url',
  'authorization_url',
  'token_url',
  'userinfo_url',
  'jwks_uri',
] as const;

type Columns = Partial<Omit<CustomProviderRow, 'id' | 'created_at' | 'updated_at' | 'cached_discovery'>> & {
  cached_discovery?: JsonObject;
};

export async function listCustomProviders(auth: AuthContext, call: Call): Promise<Response> {
  const type = call.query.get('type') ?? '';
  const rows = await auth.sql<CustomProviderRow[]>`
    select * from auth.custom_oauth_providers
    where ${type} = '' or provider_type = ${type} order by created_at, identifier`;
  return Response.json({ providers: rows.map(render) });
}

export async function createCustomProvider(auth: AuthContext, call: Call): Promise<Response> {
  const fields = await call.fields();
  const identifier = fields.string('identifier');
  const type = fields.string('provider_type');
  if (!identifierFormat.test(identifier)) {
    throw errors.validationFailed('identifier must look like custom:my-provider');
  }
  if (type !== 'oauth2' && type !== 'oidc')
    throw errors.validationFailed('provider_type must be oauth2 or oidc');
  for (const name of ['name', 'client_id', 'client_secret']) {
    if (!fields.string(name)) throw errors.validationFailed(`${name} is required`);
  }
  if (await findCustomProvider(auth.sql, identifier)) {
    throw new AuthError(409, 'conflict', 'A provider with this identifier already exists');
  }
  const columns = { ...readColumns(auth, fields), provider_type: type, identifier } as const;
  const complete = await completeAddresses(columns);
  const { sql } = auth;
  const [row] = await sql<CustomProviderRow[]>`
    insert into auth.custom_oauth_providers ${sql(toRow(auth, { ...columns, ...complete }))} returning *`;
  await recordEvent(auth, sql, call, { action: 'custom_provider_created', traits: { identifier } });
  return Response.json(row && render(row), { status: 201 });
}

export async function getCustomProvider(auth: AuthContext, call: Call): Promise<Response> {
  return Response.json(render(await requireRow(auth, call)));
}

export async function updateCustomProvider(auth: AuthContext, call: Call): Promise<Response> {
  const row = await requireRow(auth, call);
  const columns = readColumns(auth, await call.fields());
  const hasMoved = columns.issuer !== undefined || columns.discovery_url !== undefined;
  const complete = hasMoved ? await completeAddresses({ ...row, ...columns }) : {};
  const { sql } = auth;
  const [changed] = await sql<CustomProviderRow[]>`
    update auth.custom_oauth_providers set ${sql({ ...toRow(auth, { ...columns, ...complete }), updated_at: auth.now() })}
    where id = ${row.id} returning *`;
  await recordEvent(auth, sql, call, {
    action: 'custom_provider_updated',
    traits: { identifier: row.identifier },
  });
  return Response.json(changed && render(changed));
}

export async function deleteCustomProvider(auth: AuthContext, call: Call): Promise<Response> {
  const row = await requireRow(auth, call);
  await auth.sql`delete from auth.custom_oauth_providers where id = ${row.id}`;
  await recordEvent(auth, auth.sql, call, {
    action: 'custom_provider_deleted',
    traits: { identifier: row.identifier },
  });
  return new Response(null, { status: 204 });
}

async function requireRow(auth: AuthContext, call: Call): Promise<CustomProviderRow> {
  const row = await findCustomProvider(auth.sql, call.params.identifier ?? '');
  if (!row) throw new AuthError(404, 'custom_provider_not_found', 'Custom provider not found');
  return row;
}

function readColumns(auth: AuthContext, fields: Fields): Columns {
  const columns: Columns = {};
  for (const name of ['name', 'client_id'] as const) {
    if (fields.has(name)) columns[name] = fields.string(name);
  }
  if (fields.string('client_secret'))
    columns.client_secret = auth.secrets.seal(fields.string('client_secret'));
  for (const name of addressFields) {
    if (fields.has(name)) columns[name] = requireAddress(name, fields.string(name));
  }
  for (const name of ['acceptable_client_ids', 'scopes', 'custom_claims_allowlist'] as const) {
    const list = fields.strings(name);
    if (list) columns[name] = list;
  }
  for (const name of ['pkce_enabled', 'enabled', 'email_optional', 'skip_nonce_check'] as const) {
    if (fields.has(name)) columns[name] = fields.boolean(name, false);
  }
  for (const name of ['attribute_mapping', 'authorization_params'] as const) {
    const object = fields.object(name);
    if (object) columns[name] = object;
  }
  return columns;
}

function requireAddress(name: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isLocal = url && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (!url || !(url.protocol === 'https:' || (url.protocol === 'http:' && isLocal))) {
    throw errors.validationFailed(`${name} must be an https address`);
  }
  return text;
}

/** OpenID Connect providers publish their endpoints; plain OAuth providers need them in the request. */
async function completeAddresses(
  columns: Omit<Columns, 'cached_discovery'>,
): Promise<Pick<Columns, 'cached_discovery'>> {
  if (columns.provider_type === 'oauth2') {
    for (const name of ['authorization_url', 'token_url', 'userinfo_url'] as const) {
      if (!columns[name]) throw errors.validationFailed(`${name} is required for oauth2 providers`);
    }
    return {};
  }
  if (!columns.issuer) throw errors.validationFailed('issuer is required for oidc providers');
  const address =
    columns.discovery_url || `${columns.issuer.replace(/\/+$/, '')}/.well-known/openid-configuration`;
  let document: JsonObject;
  try {
    document = await fetchObject(address);
  } catch {
    throw errors.validationFailed(`The discovery document at ${address} cannot be read`);
  }
  if (document.issuer !== columns.issuer) {
    throw errors.validationFailed('The issuer in the discovery document does not match');
  }
  for (const name of ['authorization_endpoint', 'token_endpoint', 'jwks_uri']) {
    if (typeof document[name] !== 'string') {
      throw errors.validationFailed(`The discovery document does not name ${name}`);
    }
  }
  return { cached_discovery: document };
}

function toRow(auth: AuthContext, columns: Columns) {
  const { sql } = auth;
  const { attribute_mapping, authorization_params, cached_discovery, ...plain } = columns;
  return {
    ...plain,
    ...(attribute_mapping && { attribute_mapping: sql.json(attribute_mapping) }),
    ...(authorization_params && { authorization_params: sql.json(authorization_params) }),
    ...(cached_discovery && {
      cached_discovery: sql.json(cached_discovery),
      discovery_cached_at: auth.now(),
    }),
  };
}

function render(row: CustomProviderRow): Record<string, unknown> {
  const { client_secret: _secret, cached_discovery, ...open } = row;
  return {
    ...Object.fromEntries(Object.entries(open).filter(([, value]) => value !== null)),
    ...(row.provider_type === 'oidc' && { discovery_document: cached_discovery }),
  };
}
