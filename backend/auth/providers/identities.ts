// DELETE /user/identities/:identity_id: unlinks an identity, never the last one.
import { recordEvent } from '../audit.ts';
import type { AuthContext } from '../context.ts';
import { AuthError, errors } from '../errors.ts';
import { isUuid } from '../http/addresses.ts';
import type { Call } from '../http/call.ts';
import type { Bearer } from '../http/guards.ts';
import { explainConflict, listProviders } from '../users/create-user.ts';
import { lockUser } from '../users/user-row.ts';

export async function unlinkIdentity(auth: AuthContext, call: Call, bearer: Bearer): Promise<Response> {
  if (!auth.settings.manualLinking) throw errors.manualLinkingDisabled();
  const id = (call.params.identity_id ?? '').toLowerCase();
  if (!isUuid(id)) throw new AuthError(404, 'validation_failed', 'identity_id must be an UUID');
  await auth.sql.begin(async (sql) => {
    // Locked, so that two tabs cannot remove the last two at once.
    const user = await lockUser(sql, bearer.user.id);
    const identity = user?.identities.find((one) => one.id === id);
    if (!user || !identity) throw errors.identityNotFound();
    const left = user.identities.filter((one) => one.id !== id);
    if (left.length === 0) throw errors.singleIdentity();
    await sql`delete from auth.identities where id = ${id}`;
    if (identity.provider === 'phone') {
      await sql`update auth.users set phone = null, phone_confirmed_at = null where id = ${user.id}`;
    }
    // The address must belong to a remaining identity.
    const addresses = left.flatMap((one) => (one.email ? [one.email] : []));
    if (user.email && !addresses.includes(user.email)) {
      try {
        await sql`update auth.users set email = ${addresses[0] ?? null} where id = ${user.id}`;
      } catch (error) {
        throw explainConflict(error) === error ? error : errors.identityConflict();
      }
    }
    await listProviders(sql, user.id);
    await recordEvent(auth, sql, call, {
      action: 'identity_unlinked',
      actor: user,
      traits: { identity_id: id, provider: identity.provider, provider_id: identity.provider_id },
    });
  });
  return Response.json({});
}
