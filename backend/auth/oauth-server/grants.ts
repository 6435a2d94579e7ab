// GET and DELETE /user/oauth/grants: lists the applications a user authorised and revokes one.
import { recordEvent } from '../audit.ts';
import type { AuthContext } from '../context.ts';
import { AuthError, errors } from '../errors.ts';
import { isUuid } from '../http/addresses.ts';
import type { Call } from '../http/call.ts';
import type { Bearer } from '../http/guards.ts';
import { type ClientRow, renderApplicant } from './client-row.ts';

export async function listGrants(auth: AuthContext, _call: Call, { user }: Bearer): Promise<Response> {
  const grants = await auth.sql<(ClientRow & { scopes: string; granted_at: Date })[]>`
    select c.*, g.scopes, g.granted_at
    from auth.oauth_consents as g join auth.oauth_clients as c on c.id = g.client_id
    where g.user_id = ${user.id} and g.revoked_at is null and c.deleted_at is null order by g.granted_at desc`;
  return Response.json(
    grants.map((grant) => ({
      client: renderApplicant(grant),
      scopes: grant.scopes.split(' '),
      granted_at: grant.granted_at.toISOString(),
    })),
  );
}

export async function revokeGrant(auth: AuthContext, call: Call, { user }: Bearer): Promise<Response> {
  const clientId = call.query.get('client_id') ?? '';
  if (!isUuid(clientId)) throw errors.validationFailed('client_id must be a valid UUID');
  await auth.sql.begin(async (sql) => {
    const revoked = await sql`
      update auth.oauth_consents set revoked_at = greatest(${auth.now()}, granted_at)
      where user_id = ${user.id} and client_id = ${clientId} and revoked_at is null`;
    if (revoked.count === 0)
      throw new AuthError(404, 'oauth_consent_not_found', 'No active grant found for this client');
    await sql`delete from auth.sessions where user_id = ${user.id} and oauth_client_id = ${clientId}`;
    await recordEvent(auth, sql, call, {
      action: 'oauth_consent_revoked',
      actor: user,
      traits: { client_id: clientId },
    });
  });
  return new Response(null, { status: 204 });
}
