// Names that a function may import: of its own deno.json or import map, then of those that all functions share.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

type ImportMap = Map<string, string>;
const FILES = ['deno.json', 'deno.jsonc', 'import_map.json'];

/** `given` is the import map that config.toml names for this function. */
export function readImportMaps(entrypoint: string, functionsDir: string, given?: string): ImportMap {
  const own = dirname(entrypoint);
  const folders = own === functionsDir ? [own] : [own, functionsDir];
  const files = [given, ...folders.flatMap((folder) => FILES.map((file) => join(folder, file)))];
  const names: ImportMap = new Map();
  for (const file of files) {
    if (file === undefined) continue;
    for (const [name, target] of readImportMap(file)) if (!names.has(name)) names.set(name, target);
  }
  return names;
}

export function mapSpecifier(specifier: string, names: ImportMap): string {
  const exact = names.get(specifier);
  if (exact !== undefined) return exact;
  // The longest prefix is the most exact one.
  const prefixes = [...names.keys()].filter((name) => name.endsWith('/') && specifier.startsWith(name));
  const [prefix] = prefixes.sort((left, right) => right.length - left.length);
  return prefix === undefined ? specifier : names.get(prefix) + specifier.slice(prefix.length);
}

function readImportMap(file: string): [name: string, target: string][] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return [];
  }
  const { imports = {}, importMap } = parse(file, text);
  const own = Object.entries(imports).map(([name, target]): [string, string] => [
    name,
    /^\.{0,2}\//.test(target) ? new URL(target, pathToFileURL(file)).href : target,
  ]);
  return importMap === undefined ? own : [...own, ...readImportMap(join(dirname(file), importMap))];
}

function parse(file: string, text: string): { imports?: Record<string, string>; importMap?: string } {
  // Deno allows comments and a comma at the end; strings are left as they are.
  const json = text
    .replaceAll(/"(?:[^"\\]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (part) =>
      part.startsWith('"') ? part : '',
    )
    .replaceAll(/,(?=\s*[}\]])/g, '');
  try {
    return JSON.parse(json);
  } catch (error) {
    throw new Error(`${file} is not JSON: ${error instanceof Error ? error.message : error}`);
  }
}
