// The list of every right of the API roles (supabase/rights.txt) as text and as data: one line an object, a section a
// role. The text is written by `npm run rights` and reviewed by people.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Right } from '#backend/database/read-rights.ts';

export const RIGHTS_FILE = join(import.meta.dirname, '..', '..', 'supabase', 'rights.txt');

const ROLES = ['public', 'anon', 'authenticated', 'service_role'] as const;
const HEADER = `# Every right of the API roles, by name: what a stranger (anon), anyone signed in (authenticated), the service key
# (service_role) and every role of the database (public) may do at most; row policies narrow it further.
# Written by \`npm run rights\`. A test fails while the database differs from this list: decide whether the new right is
# needed, revoke it in a migration if not, and write the list again. A start takes back what an earlier version added.
`;

// MAINTAIN came with PostgreSQL 17: a list that names it would hold for some servers only.
const FULL: Partial<Record<Right['kind'], string[]>> = {
  table: ['select', 'insert', 'update', 'delete', 'truncate', 'references', 'trigger'],
  sequence: ['select', 'update', 'usage'],
  'default privileges': ['select', 'insert', 'update', 'delete', 'truncate', 'references', 'trigger'],
};

/** Privilege -> the columns it is for, or `all` for the whole object. */
type Held = Map<string, 'all' | Set<string>>;
/** By object: "table public.orders". */
type Allowed = Map<string, Held>;
export type RightsList = Map<string, Allowed>;

export function objectOf({ kind, name }: Pick<Right, 'kind' | 'name'>): string {
  return `${kind} ${name}`;
}

function collectRights(rights: readonly Right[]): RightsList {
  const list: RightsList = new Map();
  for (const right of rights) {
    const { grantee, privilege, column } = right;
    const ofRole = entry(list, grantee, () => new Map());
    const ofObject: Held = entry(ofRole, objectOf(right), () => new Map());
    if (column === null) ofObject.set(privilege, 'all');
    else {
      const columns = ofObject.get(privilege) ?? new Set();
      if (columns !== 'all') ofObject.set(privilege, columns.add(column));
    }
  }
  return list;
}

export function formatRights(rights: readonly Right[]): string {
  // The service key may use every routine of an extension; naming hundreds of them would hide the rest.
  const list = collectRights(
    rights.filter(({ grantee, extension }) => grantee !== 'service_role' || extension === null),
  );
  const sections = ROLES.map((role) => {
    const objects = [...(list.get(role) ?? new Map<string, Held>())].sort(([one], [other]) =>
      one < other ? -1 : 1,
    );
    return [`\n[${role}]`, ...objects.map(([object, held]) => `${object}: ${formatHeld(object, held)}`)];
  });
  return `${[HEADER.trimEnd(), ...sections.flat()].join('\n')}\n`;
}

function formatHeld(object: string, held: Held): string {
  const kind = object.startsWith('default privileges')
    ? 'default privileges'
    : (object.split(' ')[0] as Right['kind']);
  const full = FULL[kind];
  if (full?.every((privilege) => held.get(privilege) === 'all')) return 'all';
  return [...held]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([privilege, columns]) =>
      columns === 'all' ? privilege : `${privilege} (${[...columns].sort().join(', ')})`,
    )
    .join(', ');
}

export function parseRights(text: string): RightsList {
  const list: RightsList = new Map();
  let role: Allowed | undefined;
  for (const line of text.split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    const section = /^\[(\w+)\]$/.exec(line)?.[1];
    if (section) {
      role = entry(list, section, () => new Map());
      continue;
    }
    const at = line.indexOf(': ');
    if (!role || at < 0) throw new Error(`supabase/rights.txt has an invalid line: ${line}`);
    const held = entry(role, line.slice(0, at), () => new Map());
    for (const [, privilege = '', columns] of line.slice(at + 2).matchAll(/(\w+)(?: \(([^)]*)\))?/g))
      held.set(privilege, columns === undefined ? 'all' : new Set(columns.split(', ')));
  }
  return list;
}

export async function readRightsList(file = RIGHTS_FILE): Promise<RightsList> {
  return parseRights(await readFile(file, 'utf8'));
}

export function isAllowed(list: RightsList, right: Right): boolean {
  const held = list.get(right.grantee)?.get(objectOf(right));
  const allowed = held?.get('all') ?? held?.get(right.privilege);
  return allowed === 'all' || (right.column !== null && allowed?.has(right.column) === true);
}

function entry<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}
