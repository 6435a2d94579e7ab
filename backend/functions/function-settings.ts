// Finds functions in the Supabase CLI's layout: <name>/index.ts, settings of each in
// ../config.toml under [functions.<name>], secrets in .env. Reads files; runs nothing.
import { readFile, stat } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { parseEnv } from 'node:util';

export interface FunctionSettings {
  name: string;
  entrypoint: string;
  verifiesJwt: boolean;
  importMap?: string;
}

// Folders that begin with an underscore contain shared code.
const NAME = /^[A-Za-z0-9][\w-]{0,62}$/;

export async function findFunction(directory: string, name: string): Promise<FunctionSettings | undefined> {
  if (!NAME.test(name)) return undefined;
  const settings = (await readSettings(join(directory, '..', 'config.toml'))).get(name);
  if (settings?.enabled === false) return undefined;
  const given = settings?.entrypoint;
  const entrypoint =
    typeof given === 'string' ? resolve(directory, '..', given) : join(directory, name, 'index.ts');
  // An entry point outside the folder would run code that was not meant as a function.
  if (!entrypoint.startsWith(resolve(directory) + sep)) return undefined;
  const isThere = await stat(entrypoint).then(
    (found) => found.isFile(),
    () => false,
  );
  if (!isThere) return undefined;
  const map = settings?.import_map;
  return {
    name,
    entrypoint,
    verifiesJwt: settings?.verify_jwt !== false,
    importMap: typeof map === 'string' ? resolve(directory, '..', map) : undefined,
  };
}

export async function readSecrets(directory: string): Promise<Record<string, string>> {
  const text = await readFile(join(directory, '.env'), 'utf8').catch(() => '');
  const secrets: Record<string, string> = {};
  for (const [name, value] of Object.entries(parseEnv(text))) {
    // These names are reserved for the host.
    if (value !== undefined && !name.startsWith('SUPABASE_')) secrets[name] = value;
  }
  return secrets;
}

type Settings = Record<string, string | boolean>;

async function readSettings(file: string): Promise<Map<string, Settings>> {
  return parseFunctionTables(await readFile(file, 'utf8').catch(() => ''));
}

/** The tables [functions.<name>] of a TOML file with their strings and booleans; everything else is ignored. */
export function parseFunctionTables(toml: string): Map<string, Settings> {
  const tables = new Map<string, Settings>();
  let table: Settings | undefined;
  for (const line of toml.split('\n')) {
    const header = /^\s*\[\s*([^\]]+?)\s*\]\s*(?:#.*)?$/.exec(line)?.[1];
    if (header !== undefined) {
      const name = /^functions\s*\.\s*"?([\w-]+)"?$/.exec(header)?.[1];
      table = name === undefined ? undefined : (tables.get(name) ?? {});
      if (name !== undefined && table) tables.set(name, table);
      continue;
    }
    const pair = /^\s*(\w+)\s*=\s*(?:(true|false)|"([^"]*)"|'([^']*)')\s*(?:#.*)?$/.exec(line);
    if (table && pair?.[1]) table[pair[1]] = pair[2] ? pair[2] === 'true' : (pair[3] ?? pair[4] ?? '');
  }
  return tables;
}
