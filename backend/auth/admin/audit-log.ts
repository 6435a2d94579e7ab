// GET /admin/audit: the audit log, newest first, filtered by `query=action:login` and the like.
import type { AuthContext } from '../context.ts';
import { errors } from '../errors.ts';
import type { Call } from '../http/call.ts';
import { pageHeaders, readPage } from '../http/pagination.ts';

interface EntryRow {
  id: string;
  payload: unknown;
  created_at: Date;
  ip_address: string;
}

const searchable: Record<string, string> = {
  author: 'actor_username',
  action: 'action',
  type: 'log_type',
  actor: 'actor_id',
};

export async function auditLog(auth: AuthContext, call: Call): Promise<Response> {
  const { sql } = auth;
  const page = readPage(call);
  const query = call.query.get('query') ?? '';
  const [name = '', ...rest] = query.split(':');
  const field = Object.hasOwn(searchable, name) ? searchable[name] : undefined;
  if (query && (!field || rest.length === 0)) {
    throw errors.validationFailed(
      `Invalid scope: ${query}. Use one of ${Object.keys(searchable).join(', ')}`,
    );
  }
  const matches = field ? sql`payload ->> ${field} = ${rest.join(':')}` : sql`true`;
  const [entries, [counted]] = await Promise.all([
    sql<EntryRow[]>`
      select id, payload, created_at, ip_address from auth.audit_log_entries where ${matches}
      order by created_at desc, id limit ${page.perPage} offset ${page.offset}`,
    sql<{ total: number }[]>`select count(*)::int as total from auth.audit_log_entries where ${matches}`,
  ]);
  return Response.json(
    entries.map((entry) => ({ ...entry, created_at: entry.created_at.toISOString() })),
    { headers: pageHeaders(call, { settings: auth.settings, page, total: counted?.total ?? 0 }) },
  );
}
