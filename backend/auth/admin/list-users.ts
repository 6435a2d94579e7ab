// GET /admin/users: all users, in pages, newest first by default.
import type { AuthContext } from '../context.ts';
import { errors } from '../errors.ts';
import type { Call } from '../http/call.ts';
import { pageHeaders, readPage } from '../http/pagination.ts';
import { renderUser } from '../users/render-user.ts';
import { type UserRow, userColumns } from '../users/user-row.ts';

const sortable = ['created_at', 'updated_at', 'email', 'phone', 'last_sign_in_at'];

export async function listUsers(auth: AuthContext, call: Call): Promise<Response> {
  const { sql } = auth;
  const page = readPage(call);
  const filter = call.query.get('filter') ?? '';
  const pattern = `%${filter.replace(/[\\%_]/g, '\\$&')}%`;
  const matches = sql`
    (${filter} = '' or u.email ilike ${pattern} or u.phone like ${pattern}
      or u.raw_user_meta_data ->> 'full_name' ilike ${pattern})`;
  const [users, [counted]] = await Promise.all([
    sql<UserRow[]>`
      select ${userColumns(sql)} from auth.users as u where ${matches}
      order by ${order(auth, call.query.get('sort') ?? '')}, u.id
      limit ${page.perPage} offset ${page.offset}`,
    sql<{ total: number }[]>`select count(*)::int as total from auth.users as u where ${matches}`,
  ]);
  return Response.json(
    { users: users.map(renderUser), aud: 'authenticated' },
    { headers: pageHeaders(call, { settings: auth.settings, page, total: counted?.total ?? 0 }) },
  );
}

function order({ sql }: AuthContext, text: string) {
  const [column = '', direction = 'desc'] = (text || 'created_at desc').trim().split(/\s+/);
  if (!sortable.includes(column) || !/^(asc|desc)$/i.test(direction)) {
    throw errors.validationFailed(`Bad Sort Parameters: sort by ${sortable.join(', ')}, asc or desc`);
  }
  return direction.toLowerCase() === 'asc'
    ? sql`${sql(`u.${column}`)} asc`
    : sql`${sql(`u.${column}`)} desc nulls last`;
}
