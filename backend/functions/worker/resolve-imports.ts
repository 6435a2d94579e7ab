// Resolves a function's imports: npm:, jsr: and the usual package URLs become installed packages,
// names of a deno.json become its entries. Nothing is ever downloaded.
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const EMPTY_MODULE = 'data:text/javascript,';
const PACKAGE = /^(@[^/@]+\/[^/@]+|[^/@]+)(?:@[^/]*)?(\/.*)?$/;
const PACKAGE_HOSTS = /^https:\/\/(?:esm\.sh|cdn\.skypack\.dev|cdn\.jsdelivr\.net\/npm|esm\.run)\/(.+)$/;

/** Calls `onFile` with each file of the function's own that is loaded. */
export function installResolver(entrypoint: string, onFile: (file: string) => void): void {
  const names = readImportMap(join(dirname(entrypoint), 'deno.json'));
  registerHooks({
    resolve(specifier, context, next) {
      const mapped = mapSpecifier(specifier, names);
      if (mapped.endsWith('.d.ts')) return { url: EMPTY_MODULE, shortCircuit: true };
      const wanted = bareSpecifier(mapped);
      if (/^https?:/.test(wanted))
        throw new Error(`${specifier} is a URL: install the package and import it by name`);
      const found = next(wanted, context);
      if (found.url.startsWith('file:') && !found.url.includes('/node_modules/'))
        onFile(fileURLToPath(found.url));
      return found;
    },
  });
}

export function bareSpecifier(specifier: string): string {
  const rest = /^(?:npm|jsr):\/?(.+)$/.exec(specifier)?.[1] ?? PACKAGE_HOSTS.exec(specifier)?.[1];
  if (rest === undefined) return specifier;
  const [, name = rest, path = ''] = PACKAGE.exec(rest.replace(/\?.*$/, '')) ?? [];
  return name + path;
}

function mapSpecifier(specifier: string, names: Map<string, string>): string {
  const exact = names.get(specifier);
  if (exact !== undefined) return exact;
  for (const [name, target] of names) {
    if (name.endsWith('/') && specifier.startsWith(name)) return target + specifier.slice(name.length);
  }
  return specifier;
}

function readImportMap(file: string): Map<string, string> {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return new Map();
  }
  const { imports = {} } = JSON.parse(text) as { imports?: Record<string, string> };
  return new Map(
    Object.entries(imports).map(([name, target]) => [
      name,
      target.startsWith('./') || target.startsWith('../')
        ? new URL(target, pathToFileURL(file)).href
        : target,
    ]),
  );
}
