// The owner's window into the database, behind the owner's guard: tables, rows, statements, files, lines of functions.
// Reading is the default; writing is asked for by each request. All of it is in the audit log.

import * as v from 'valibot';
import type { Sql } from '#backend/database/driver/sql.ts';
import { type DataBucket, type DataRole, type DataTable, ROW_FILTERS } from '#contracts/data-window.ts';
import type { Person } from '#contracts/visitor.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { readBody } from '../http-kit/read-body.ts';
import type { LogRing } from '../log-ring.ts';
import { dataErrors } from './data-errors.ts';
import { createDataLogins } from './data-login.ts';
import { describeTable, listTables } from './describe-tables.ts';
import { requireRecentFactor } from './recent-factor.ts';
import { changeStatement, readRowsStatement } from './row-statements.ts';
import { runStatement } from './run-statement.ts';

const PAGE_SIZE = 50;
const VIEW_MS = 600_000;
const name = v.pipe(v.string(), v.maxLength(63));
const cells = v.record(name, v.nullable(v.pipe(v.string(), v.maxLength(100_000))));
const role = v.optional(
  v.variant('as', [
    v.object({ as: v.literal('owner') }),
    v.object({ as: v.literal('anon') }),
    v.object({ as: v.literal('person'), id: v.pipe(v.string(), v.trim(), v.maxLength(255)) }),
  ]),
  { as: 'owner' },
);
const rowsBody = v.object({
  schema: name,
  table: name,
  role,
  filters: v.optional(
    v.pipe(
      v.array(
        v.object({
          column: name,
          operator: v.picklist(ROW_FILTERS),
          value: v.pipe(v.string(), v.maxLength(2000)),
        }),
      ),
      v.maxLength(10),
    ),
    [],
  ),
  sort: v.optional(name, ''),
  is_descending: v.optional(v.boolean(), false),
  page: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(10_000)), 0),
});
const changeBody = v.object({
  schema: name,
  table: name,
  role,
  kind: v.picklist(['insert', 'update', 'delete']),
  key: v.optional(cells, {}),
  set: v.optional(cells, {}),
});
const sqlBody = v.object({
  statement: v.pipe(v.string(), v.trim(), v.minLength(1, 'Write a statement.'), v.maxLength(100_000)),
  role,
  mode: v.optional(v.picklist(['read', 'write']), 'read'),
  explain: v.optional(v.picklist(['no', 'plan', 'analyze']), 'no'),
});

interface OwnerCall {
  request: Request;
  person: Person;
}

export interface DataOptions {
  sql: Sql;
  databaseUrl: string;
  /** The login's password is derived from it; undefined where a hosted backend has its own dashboard. */
  secret: string | undefined;
  ring: LogRing | undefined;
}

export function createDataHandlers({ sql, databaseUrl, secret, ring }: DataOptions) {
  const logins = createDataLogins({ sql, databaseUrl, secret: secret ?? '' });
  const seen = new Map<string, number>();
  const parts = { sql, logins };

  async function admit(person: Person, mode: 'read' | 'write'): Promise<void> {
    if (secret === undefined) throw dataErrors.hosted();
    await requireRecentFactor(sql, person, mode);
  }

  async function tableOf(schema: string, table: string): Promise<DataTable> {
    const found = await describeTable(sql, schema, table);
    if (!found) throw dataErrors.noTable();
    return found;
  }

  /** Pages of one table count as one look at it. */
  async function noteView(person: Person, subject: string, as: DataRole): Promise<void> {
    const key = JSON.stringify([person.id, subject, as]);
    const now = Date.now();
    for (const [old, at] of seen) if (now - at > VIEW_MS) seen.delete(old);
    if (seen.has(key)) return;
    seen.set(key, now);
    await writeAudit(sql, {
      area: 'data',
      action: 'viewed_a_table',
      subject,
      details: detailsOf(as),
      actorId: person.id,
    });
  }

  return {
    async tables({ person }: OwnerCall) {
      await admit(person, 'read');
      return { tables: await listTables(sql) };
    },
    async rows({ request, person }: OwnerCall) {
      const body = await readBody(request, rowsBody);
      await admit(person, 'read');
      const table = await tableOf(body.schema, body.table);
      const statement = readRowsStatement(table, {
        filters: body.filters,
        sort: body.sort,
        isDescending: body.is_descending,
        offset: body.page * PAGE_SIZE,
        limit: PAGE_SIZE + 1,
      });
      await noteView(person, `${body.schema}.${body.table}`, body.role);
      const { rows } = await runStatement(parts, {
        ...statement,
        role: body.role,
        mode: 'read',
        maxRows: PAGE_SIZE + 1,
        signal: request.signal,
      });
      return { table, rows: rows.slice(0, PAGE_SIZE), page: body.page, has_more: rows.length > PAGE_SIZE };
    },
    async change({ request, person }: OwnerCall) {
      const body = await readBody(request, changeBody);
      await admit(person, 'write');
      const table = await tableOf(body.schema, body.table);
      const statement = changeStatement(table, body);
      const { count } = await runStatement(parts, { ...statement, role: body.role, mode: 'write' });
      const action = ({ insert: 'added_a_row', update: 'changed_a_row', delete: 'deleted_a_row' } as const)[
        body.kind
      ];
      await writeAudit(sql, {
        area: 'data',
        action: count === 1 ? action : 'could_not_change_a_row',
        subject: `${body.schema}.${body.table}`,
        details: { ...detailsOf(body.role), key: JSON.stringify(body.key), columns: Object.keys(body.set) },
        actorId: person.id,
      });
      if (count !== 1) throw dataErrors.rowGone();
      return { count };
    },
    async sql({ request, person }: OwnerCall) {
      const { statement, role: as, mode, explain } = await readBody(request, sqlBody);
      await admit(person, mode);
      const prefix = { no: '', plan: 'explain (verbose off) ', analyze: 'explain (analyze, buffers) ' }[
        explain
      ];
      const whole = `${prefix}${statement}`;
      const note = (
        action: 'ran_a_statement' | 'ran_a_writing_statement' | 'failed_a_statement',
        more: object = {},
      ) =>
        writeAudit(sql, {
          area: 'data',
          action,
          details: { ...detailsOf(as), statement: mode === 'write' ? whole : whole.slice(0, 2000), ...more },
          actorId: person.id,
        });
      const action = mode === 'write' ? 'ran_a_writing_statement' : 'ran_a_statement';
      // Before it runs: a statement that writes must not be able to go without a trace.
      if (mode === 'write') await note(action);
      try {
        const result = await runStatement(parts, {
          text: whole,
          role: as,
          mode,
          signal: request.signal,
        });
        if (mode === 'read') await note(action, { rows: result.rows.length });
        return result;
      } catch (error) {
        await note('failed_a_statement', { mode });
        throw error;
      }
    },
    async buckets({ person }: OwnerCall) {
      await admit(person, 'read');
      const buckets = await sql<DataBucket[]>`
        select b.id, b.public as "isPublic", b.file_size_limit::float8 as "maxBytes", b.allowed_mime_types as types,
          count(o.id)::int as files, coalesce(sum((o.metadata ->> 'size')::float8), 0) as bytes, max(o.created_at) as "lastAt"
        from storage.buckets b left join storage.objects o on o.bucket_id = b.id group by b.id order by b.id`;
      return { buckets: [...buckets] };
    },
    async functions({ person }: OwnerCall) {
      await admit(person, 'read');
      const lines = ring?.read({ onlyWarnings: false, limit: 500 }) ?? [];
      return { lines: lines.filter(({ more }) => more.includes('"function":')) };
    },
  };
}

function detailsOf(as: DataRole): Record<string, string> {
  return as.as === 'person' ? { as: 'person', person: as.id } : { as: as.as };
}
