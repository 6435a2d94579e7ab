// GET /user: the current user, read from the database.
import type { AuthContext } from '../context.ts';
import type { Call } from '../http/call.ts';
import type { Bearer } from '../http/guards.ts';
import { renderUser } from '../users/render-user.ts';

export function getUser(_auth: AuthContext, _call: Call, { user }: Bearer): Response {
  return Response.json(renderUser(user));
}
