// Checks who may create objects in the database, and functions that run with the rights of their owner: those of the
// project's or owner's own migrations are theirs to change, so they are named and left as they are.
import { PASSWORD_MARK } from '#backend/database/caller-login.ts';
import type { Sql } from '#backend/database/driver/sql.ts';
import type { Check } from './checks.ts';

const MAX_NAMED = 5;

export async function checkDatabaseRights(sql: Sql): Promise<Check[]> {
  // Those of other owners belong to who hosts the database, or came with an extension.
  const functions = await sql<{ name: string; isSuperuser: boolean; isPathSafe: boolean }[]>`
    select p.oid::regprocedure::text as name, r.rolsuper as "isSuperuser",
      exists (select from unnest(p.proconfig) as setting where setting ~ '^search_path=(.*, *)?"?pg_temp"?$') as "isPathSafe"
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace join pg_roles r on r.oid = p.proowner
    where p.prosecdef and n.nspname !~ '^(pg_|information_schema$)' and pg_has_role(p.proowner, 'usage')
      and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
    order by 1`;
  const [open] = await sql<{ isOpen: boolean; name: string }[]>`
    select has_database_privilege('public', current_database(), 'create, temporary') as "isOpen",
      quote_ident(current_database()) as name`;
  const unsafe = functions.filter(({ isPathSafe }) => !isPathSafe);
  const powerful = functions.filter(({ isSuperuser }) => isSuperuser);
  const name = 'database rights';
  const found: Check[] = [];
  if (unsafe.length > 0)
    found.push({
      name,
      state: 'warn',
      message: `functions with the rights of their owner look names up among temporary objects first: ${list(unsafe)}`,
      advice: `Callers can replace the types and tables they use. For each: alter function ${unsafe[0]?.name} set search_path = pg_catalog, pg_temp; and write names with their schema.`,
    });
  if (powerful.length > 0)
    found.push({
      name,
      state: 'warn',
      message: `functions run with the rights of a superuser: ${list(powerful)}`,
      advice: `Restart the program, which changes the owner of its own. Others: alter function ${powerful[0]?.name} owner to a role that is no superuser.`,
    });
  if (open?.isOpen)
    found.push({
      name,
      state: 'warn',
      message: 'everyone who can connect may create temporary types and tables',
      advice: `As the owner of the database run: revoke create, temporary on database ${open.name} from public`,
    });
  return found.length > 0 ? found : [{ name, state: 'ok', message: 'are as narrow as they should be' }];
}

/** As whom the statements of callers are run: backend/database/caller-login.ts. */
export async function checkCallerLogin(sql: Sql): Promise<Check[]> {
  const [login] = await sql`select rolsuper as "isSuperuser" from pg_roles where rolname = session_user`;
  if (!login?.isSuperuser) return [];
  const foreign = await sql`
    select from pg_authid where rolname = 'authenticator' and rolpassword is not null
      and shobj_description(oid, 'pg_authid') is distinct from ${PASSWORD_MARK}`;
  if (foreign.length === 0) return [];
  return [
    {
      name: 'database rights',
      state: 'warn',
      message:
        'callers share the login of the program, a superuser, because the role authenticator has a password of its own',
      advice:
        'A function that runs text of its callers would make them superusers. Run: alter role authenticator password null; and restart the program. Or give DATABASE_URL a login that is no superuser.',
    },
  ];
}

function list(functions: readonly { name: string }[]): string {
  const named = functions.slice(0, MAX_NAMED).map(({ name }) => name);
  const more = functions.length - named.length;
  return more > 0 ? `${named.join(', ')} and ${more} more` : named.join(', ');
}
