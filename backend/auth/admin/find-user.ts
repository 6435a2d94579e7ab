// Finds the user named in an administrator's request path.
import type { AuthContext } from '../context.ts';
import { AuthError, errors } from '../errors.ts';
import { isUuid } from '../http/addresses.ts';
import type { Call } from '../http/call.ts';
import { findUserById, type UserRow } from '../users/user-row.ts';

export async function requireNamedUser(auth: AuthContext, call: Call): Promise<UserRow> {
  const id = call.params.user_id ?? '';
  if (!isUuid(id)) throw new AuthError(404, 'validation_failed', 'user_id must be an UUID');
  const user = await findUserById(auth.sql, id);
  if (!user) throw errors.userNotFound();
  return user;
}
