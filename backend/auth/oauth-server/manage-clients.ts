// /admin/oauth/clients, and POST /oauth/clients/register for dynamic registration.
import { randomUUID } from 'node:crypto';
import { recordEvent } from '../audit.ts';
import type { AuthContext } from '../context.ts';
import { AuthError, errors } from '../errors.ts';
import type { Call } from '../http/call.ts';
import type { Endpoint } from '../http/guards.ts';
import { pageHeaders, readPage } from '../http/pagination.ts';
import {
  type ClientRow,
  newClientSecret,
  readClientColumns,
  renderClient,
  requireClient,
} from './client-row.ts';

/** All endpoints of the OAuth server return 404 when it is disabled. */
export function whenServing(endpoint: Endpoint): Endpoint {
  return (auth, call) => {
    if (!auth.settings.oauthServer.enabled) throw errors.notFound();
    return endpoint(auth, call);
  };
}

export async function listClients(auth: AuthContext, call: Call): Promise<Response> {
  const page = readPage(call);
  const [clients, [counted]] = await Promise.all([
    auth.sql<ClientRow[]>`
      select * from auth.oauth_clients where deleted_at is null
      order by created_at desc, id limit ${page.perPage} offset ${page.offset}`,
    auth.sql<{ total: number }[]>`
      select count(*)::int as total from auth.oauth_clients where deleted_at is null`,
  ]);
  return Response.json(
    { clients: clients.map((client) => renderClient(client)), aud: 'authenticated' },
    { headers: pageHeaders(call, { settings: auth.settings, page, total: counted?.total ?? 0 }) },
  );
}

export async function createClient(auth: AuthContext, call: Call): Promise<Response> {
  return addClient(auth, call, 'manual');
}

export async function registerClient(auth: AuthContext, call: Call): Promise<Response> {
  if (!auth.settings.oauthServer.dynamicRegistration) {
    throw new AuthError(
      403,
      'oauth_dynamic_client_registration_disabled',
      'Dynamic client registration is not enabled',
    );
  }
  auth.limits.require('register client by ip', call.ip);
  return addClient(auth, call, 'dynamic');
}

async function addClient(
  auth: AuthContext,
  call: Call,
  registration: 'manual' | 'dynamic',
): Promise<Response> {
  const columns = readClientColumns(await call.fields());
  if (!columns.redirect_uris) throw errors.validationFailed('redirect_uris is required');
  const isPublic = columns.client_type === 'public';
  const made = isPublic ? undefined : newClientSecret();
  const now = auth.now();
  const { sql } = auth;
  const [client] = await sql<ClientRow[]>`
    insert into auth.oauth_clients ${sql({
      client_type: 'confidential',
      token_endpoint_auth_method: 'client_secret_basic',
      grant_types: 'authorization_code,refresh_token',
      ...columns,
      id: randomUUID(),
      client_secret_hash: made?.hash ?? null,
      registration_type: registration,
      created_at: now,
      updated_at: now,
    })} returning *`;
  if (!client) throw errors.notFound();
  await recordEvent(auth, sql, call, {
    action: 'oauth_client_created',
    traits: { client_id: client.id, registration_type: registration },
  });
  return Response.json(renderClient(client, made?.secret), { status: 201 });
}

export async function getClient(auth: AuthContext, call: Call): Promise<Response> {
  return Response.json(renderClient(await requireClient(auth, call.params.client_id ?? '')));
}

export async function updateClient(auth: AuthContext, call: Call): Promise<Response> {
  const client = await requireClient(auth, call.params.client_id ?? '');
  const columns = readClientColumns(await call.fields());
  if (Object.keys(columns).length === 0) throw errors.validationFailed('No fields provided for update');
  if (columns.client_type && columns.client_type !== client.client_type) {
    throw errors.validationFailed('client_type cannot be changed');
  }
  const { sql } = auth;
  const [changed] = await sql<ClientRow[]>`
    update auth.oauth_clients set ${sql({ ...columns, updated_at: auth.now() })} where id = ${client.id} returning *`;
  await recordEvent(auth, sql, call, { action: 'oauth_client_updated', traits: { client_id: client.id } });
  return Response.json(renderClient(changed ?? client));
}

export async function deleteClient(auth: AuthContext, call: Call): Promise<Response> {
  const client = await requireClient(auth, call.params.client_id ?? '');
  const now = auth.now();
  await auth.sql.begin(async (sql) => {
    await sql`update auth.oauth_clients set deleted_at = ${now}, updated_at = ${now} where id = ${client.id}`;
    await sql`delete from auth.sessions where oauth_client_id = ${client.id}`;
    await sql`delete from auth.oauth_authorizations where client_id = ${client.id}`;
    await sql`delete from auth.oauth_consents where client_id = ${client.id}`;
    await recordEvent(auth, sql, call, { action: 'oauth_client_deleted', traits: { client_id: client.id } });
  });
  return new Response(null, { status: 204 });
}

export async function regenerateSecret(auth: AuthContext, call: Call): Promise<Response> {
  const client = await requireClient(auth, call.params.client_id ?? '');
  if (client.client_type === 'public') {
    throw errors.validationFailed('Cannot regenerate secret for public client');
  }
  const { secret, hash } = newClientSecret();
  const [changed] = await auth.sql<ClientRow[]>`
    update auth.oauth_clients set client_secret_hash = ${hash}, updated_at = ${auth.now()}
    where id = ${client.id} returning *`;
  await recordEvent(auth, auth.sql, call, {
    action: 'oauth_client_updated',
    traits: { client_id: client.id, fields: ['client_secret'] },
  });
  return Response.json(renderClient(changed ?? client, secret));
}
