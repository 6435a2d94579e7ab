// A Supabase project on disk, as the Supabase CLI lays it out: config.toml, migrations, seeds, functions. Changes nothing.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { parse, type TomlTableWithoutBigInt as Settings, TomlDate, TomlError } from 'smol-toml';
import { ConfigError, type Environment } from '../environment-reader.ts';

export type { Settings };
export type Setting = Settings[string] | undefined;

export interface Project {
  /** The folder with config.toml. */
  directory: string;
  settings: Settings;
  /** What `env(NAME)` in config.toml reads: the process's environment, then the project's .env files. */
  environment: Environment;
}

/** The folder that `--project DIR` names, or undefined without it. */
export function projectArgument(parameters: readonly string[]): string | undefined {
  const at = parameters.findIndex((one) => one === '--project' || one.startsWith('--project='));
  const found = parameters[at];
  if (found === undefined) return undefined;
  const directory = found === '--project' ? parameters[at + 1] : found.slice('--project='.length);
  if (!directory || directory.startsWith('--'))
    throw new ConfigError('--project needs the folder of a Supabase project: --project ../my-app');
  return directory;
}

export function openProject(given: string, env: Environment): Project {
  // npm runs programs in the package's folder and names the folder where it was called.
  const directory = [join(given, 'supabase'), given]
    .map((folder) => resolve(env.INIT_CWD ?? '.', folder))
    .find((folder) => existsSync(join(folder, 'config.toml')) || existsSync(join(folder, 'migrations')));
  if (directory === undefined)
    throw new ConfigError(`--project ${given}: there is no supabase/config.toml and no supabase/migrations.`);
  const [shared, own] = [join(directory, '..', '.env'), join(directory, '.env')].map((file) =>
    parseEnv(readIfThere(file)),
  );
  return { directory, settings: readSettings(directory), environment: { ...shared, ...own, ...env } };
}

/** The seeds of the project, in order; none when they are switched off. */
export function seedFiles({ directory, settings }: Project): string[] {
  const seed = tableOf(tableOf(settings.db).seed);
  if (seed.enabled === false) return [];
  const paths = Array.isArray(seed.sql_paths) ? seed.sql_paths.map(String) : ['./seed.sql'];
  const found = paths.flatMap((path) => globSync(path, { cwd: directory }).sort());
  return [...new Set(found)].map((path) => resolve(directory, path));
}

export function tableOf(value: Setting): Settings {
  return typeof value === 'object' && !Array.isArray(value) && !(value instanceof TomlDate) ? value : {};
}

function readSettings(directory: string): Settings {
  const file = join(directory, 'config.toml');
  try {
    return parse(readIfThere(file), { integersAsBigInt: false });
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    // The library's message goes on with the lines around the mistake.
    const [reason] = error.message.replace('Invalid TOML document: ', '').split('\n');
    throw new ConfigError(`${file}, line ${error.line}: ${reason}`);
  }
}

function readIfThere(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}
