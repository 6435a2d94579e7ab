// GET /admin/users/:user_id
import type { AuthContext } from '../context.ts';
import type { Call } from '../http/call.ts';
import { renderUser } from '../users/render-user.ts';
import { requireNamedUser } from './find-user.ts';

export async function getUserAsAdmin(auth: AuthContext, call: Call): Promise<Response> {
  return Response.json(renderUser(await requireNamedUser(auth, call)));
}
