// Loads a function's files: addresses of packages become installed packages, the standard library's become our
// equivalents, names of an import map its entries, TypeScript JavaScript. Nothing is ever downloaded.
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { mapSpecifier, readImportMaps } from './import-map.ts';
import { bareSpecifier, packageName } from './package-address.ts';
import { readTypeScript } from './read-typescript.ts';
import { standardModule } from './standard-library.ts';

const EMPTY_MODULE = 'data:text/javascript,';

export interface ResolverOptions {
  entrypoint: string;
  functionsDir: string;
  importMap?: string;
  /** Called with each file of the function's own that is loaded. */
  onFile(file: string): void;
}

export function installResolver({ entrypoint, functionsDir, importMap, onFile }: ResolverOptions): void {
  const names = readImportMaps(entrypoint, functionsDir, importMap);
  const own = new Set<string>();
  registerHooks({
    resolve(specifier, context, next) {
      const mapped = mapSpecifier(specifier, names);
      if (mapped.endsWith('.d.ts')) return { url: EMPTY_MODULE, shortCircuit: true };
      const standard = standardModule(mapped);
      if (standard) return next(standard.href, context);
      const wanted = bareSpecifier(mapped);
      if (/^https?:/.test(wanted))
        throw new Error(
          `${specifier} is a URL that this host does not know: install the package and import it by name`,
        );
      const found = isPackage(wanted) ? findPackage(wanted, specifier, context, next) : next(wanted, context);
      if (isFunctionFile(found.url) && !isHostFile(found.url)) {
        own.add(found.url);
        onFile(fileURLToPath(found.url));
      }
      return found;
    },
    load(url, context, next) {
      if (!own.has(url) || !/\.m?ts$/.test(url)) return next(url, context);
      const file = fileURLToPath(url);
      return {
        format: 'module',
        source: readTypeScript(readFileSync(file, 'utf8'), file),
        shortCircuit: true,
      };
    },
  });
}

type Resolve = NonNullable<Parameters<typeof registerHooks>[0]['resolve']>;
type Next = Parameters<Resolve>[2];

/** The function's own packages first, then those of the host: supabase-js is always there. */
function findPackage(wanted: string, specifier: string, context: Parameters<Resolve>[1], next: Next) {
  try {
    return next(wanted, context);
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
  try {
    return next(wanted, { ...context, parentURL: import.meta.url });
  } catch (error) {
    if (!isNotFound(error)) throw error;
    const name = packageName(wanted);
    throw new Error(
      `${specifier}: the package ${name} is not installed, run "npm install ${name}" beside the functions`,
    );
  }
}

function isNotFound(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    (error.code === 'ERR_MODULE_NOT_FOUND' || error.code === 'ERR_PACKAGE_PATH_NOT_EXPORTED')
  );
}

function isPackage(specifier: string): boolean {
  return !/^(\.{0,2}\/|[a-z]+:)/.test(specifier);
}

const STANDARD = new URL('./std/', import.meta.url).href;

function isHostFile(url: string): boolean {
  return url.startsWith(STANDARD);
}

function isFunctionFile(url: string): boolean {
  return url.startsWith('file:') && !url.includes('/node_modules/');
}
