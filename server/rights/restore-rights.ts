// Takes back what earlier versions granted at each start from the second on: every right on everything in public, to
// anon, authenticated and service_role, whatever migrations had revoked. Such a database is known by anon's right to
// truncate tables, which no migration ever granted. Takes rights away and grants none that is not held already.
import type { Sql } from '#backend/database/driver/sql.ts';
import { type Right, readRights } from '#backend/database/read-rights.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { isAllowed, objectOf, type RightsList } from './rights-list.ts';

const STEP = 'restore rights';
const API_ROLES = ['anon', 'authenticated', 'service_role'];

/**
 * Before the migrations: they may revoke the very rights a widened database is known by, so what was found is written
 * down until restoreRights has dealt with it, in this start or a later one.
 */
export async function noteWidenedRights(sql: Sql, list: RightsList): Promise<void> {
  const tables = [...listedObjects(list)].flatMap((object) => /^table (.*)$/.exec(object)?.[1] ?? []);
  await sql`
    insert into extensions.onda_setup (step)
    select ${STEP} where exists (
      select from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
        and format('%I.%I', 'public', c.relname) = any(${tables}) and has_table_privilege('anon', c.oid, 'truncate')
    ) on conflict do nothing`;
}

/** After the migrations. Answers how many rights were taken back, or undefined when there was nothing to do. */
export async function restoreRights(sql: Sql, list: RightsList): Promise<number | undefined> {
  return sql.begin(async (within) => {
    // Held to the end: a second process finds the note gone.
    const noted = await within`delete from extensions.onda_setup where step = ${STEP} returning step`;
    if (noted.length === 0) return undefined;
    const listed = listedObjects(list);
    const ours = (await readRights(within)).filter(
      (right) =>
        API_ROLES.includes(right.grantee) &&
        right.name.startsWith('public.') &&
        (right.extension === null ? listed.has(objectOf(right)) : right.grantee !== 'service_role'),
    );
    const isExtra = (right: Right) => !isAllowed(list, right);
    const taken = ours.filter(isExtra);
    for (const [, [first, ...more]] of groupByHolder(ours)) {
      if (!first || ![first, ...more].some(isExtra)) continue;
      const expected = [first, ...more].filter((right) => !isExtra(right));
      // Revoked as a whole, since a right to a table includes those to its columns.
      await within.unsafe(`revoke all on ${objectOf(first)} from ${first.grantee}`);
      for (const { privilege, column } of expected)
        await within.unsafe(
          `grant ${privilege}${column === null ? '' : ` (${column})`} on ${objectOf(first)} to ${first.grantee}`,
        );
    }
    await writeAudit(within, {
      area: 'rights',
      action: 'revoked_rights_of_an_earlier_version',
      details: { rights: taken.length },
      actorId: null,
    });
    return taken.length;
  });
}

function listedObjects(list: RightsList): Set<string> {
  return new Set([...list.values()].flatMap((allowed) => [...allowed.keys()]));
}

function groupByHolder(rights: readonly Right[]): Map<string, Right[]> {
  return Map.groupBy(rights, (right) => `${right.grantee} ${objectOf(right)}`);
}
