// The built files as browsers meet them: which page needs which, and which come later by an import of their own.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ASSETS = join(import.meta.dirname, '..', '..', 'build', 'client', 'assets');
const STATIC_IMPORT = /(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g;
const LATE_IMPORT = /import\(["'`]\.\/([\w.-]+\.js)["'`]\)/g;

interface BuiltRoute {
  parentId?: string;
  path?: string;
  hasDefaultExport?: boolean;
  module: string;
  clientLoaderModule?: string;
}

export interface BuiltPage {
  id: string;
  /** As in app/routes.ts: "/classes/:slug". */
  route: string;
  /** An address that leads to it. */
  path: string;
  /** Its own file. */
  file: string;
  /** Every file that is needed to open it. */
  files: Set<string>;
}

const texts = () =>
  new Map(
    readdirSync(ASSETS)
      .filter((name) => name.endsWith('.js'))
      .map((name) => [name, readFileSync(join(ASSETS, name), 'utf8')] as const),
  );

/** Adds a file and everything that it cannot do without. */
function withImports(all: Map<string, string>): (name: string, files: Set<string>) => void {
  return function add(name, files) {
    if (files.has(name)) return;
    files.add(name);
    for (const imported of matchesOf(all.get(name) ?? '', STATIC_IMPORT)) add(imported, files);
  };
}

function matchesOf(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, name]) => name ?? '');
}

/** Every page of the build, from the route table that browsers get. */
export function readPages(): BuiltPage[] {
  const all = texts();
  const add = withImports(all);
  const table = [...all].find(([name]) => /^manifest-[\w-]+\.js$/.test(name))?.[1] ?? '';
  const routes: Record<string, BuiltRoute> = JSON.parse(
    table.slice(table.indexOf('{'), table.lastIndexOf(';for(')),
  ).routes;
  // A file named after its route has only its hash in the table: see bin/trim-route-table.mjs.
  for (const [id, route] of Object.entries(routes))
    if (!route.module.startsWith('/')) route.module = `/assets/${id.split('/').pop()}-${route.module}.js`;
  const lineOf = (id: string): BuiltRoute[] => {
    const route = routes[id];
    return route ? [...(route.parentId ? lineOf(route.parentId) : []), route] : [];
  };
  const parents = new Set(Object.values(routes).map(({ parentId }) => parentId));
  return Object.keys(routes)
    .filter((id) => routes[id]?.hasDefaultExport && !parents.has(id))
    .map((id) => {
      const line = lineOf(id);
      const files = new Set<string>();
      for (const { module, clientLoaderModule } of line)
        for (const file of [module, clientLoaderModule]) if (file) add(nameOf(file), files);
      const route = line.map(({ path }) => (path ? `/${path}` : '')).join('') || '/';
      return {
        id,
        route,
        path: route.replace('*', 'x1/x2/x3').replace(/:\w+/g, 'x1'),
        file: nameOf(line.at(-1)?.module ?? ''),
        files,
      };
    });
}

export const nameOf = (address: string): string =>
  /[^/#?]*(?=[#?]|$)/.exec(address.replace(/^.*\//, ''))?.[0] ?? '';

/** Names of the files that another one cannot do without. */
export function importedFiles(): Set<string> {
  return new Set([...texts().values()].flatMap((text) => matchesOf(text, STATIC_IMPORT)));
}

/** With everything that they cannot do without. */
export function closureOf(names: Iterable<string>): Set<string> {
  const add = withImports(texts());
  const files = new Set<string>();
  for (const name of names) add(name, files);
  return files;
}

/** Files that are imported on demand. */
export function lateFiles(): string[] {
  return [...new Set([...texts().values()].flatMap((text) => matchesOf(text, LATE_IMPORT)))];
}

/** The name that a file has in every build. */
export const partOf = (address: string): string => nameOf(address).replace(/-[\w-]{8}\.\w+$/, '');
