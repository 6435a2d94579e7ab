// Modules of Deno's standard library that functions import by address, answered by small equivalents of our own.
// Nothing is downloaded; what is not listed here fails with an error that names it.

/** Path in the standard library -> file in std/. Older and newer names of the same module lead to the same file. */
const MODULES: Record<string, string> = {
  'http/server': 'http-server',
  'http/mod': 'http',
  'http/cookie': 'cookie',
  'http/status': 'http-status',
  'http/http_status': 'http-status',
  'encoding/mod': 'encoding',
  'encoding/base64': 'base64',
  'encoding/base64url': 'base64url',
  'encoding/hex': 'hex',
  'async/mod': 'async',
  'async/delay': 'async',
  'async/deadline': 'async',
  'dotenv/mod': 'dotenv',
  'dotenv/load': 'dotenv',
  'path/mod': 'path',
  'path/posix': 'path',
  'path/posix/mod': 'path',
  'crypto/mod': 'crypto',
  'crypto/crypto': 'crypto',
  'crypto/timing_safe_equal': 'crypto',
  'crypto/timing-safe-equal': 'crypto',
  'uuid/mod': 'uuid',
  'uuid/v4': 'uuid',
  'assert/mod': 'assert',
  'testing/asserts': 'assert',
};
const ADDRESS = /^https:\/\/deno\.land\/std(?:@[^/]*)?\/(.+)$/;
const JSR = /^(?:jsr:\/?|https:\/\/(?:esm\.sh\/jsr|jsr\.io)\/)@std\/([\w-]+)(?:@[^/]*)?(?:\/(.+))?$/;

/** The file that answers the address; undefined when it is not one of the standard library. */
export function standardModule(specifier: string): URL | undefined {
  const path = pathOf(specifier);
  if (path === undefined) return undefined;
  const file = Object.hasOwn(MODULES, path) ? MODULES[path] : undefined;
  if (file === undefined)
    throw new Error(
      `${specifier} is not offered by this host. Of the standard library it offers ${Object.keys(MODULES).join(', ')}; import anything else from a package that is installed`,
    );
  return new URL(`./std/${file}.ts`, import.meta.url);
}

function pathOf(specifier: string): string | undefined {
  const address = ADDRESS.exec(specifier)?.[1];
  if (address !== undefined) return address.replace(/\.ts$/, '');
  const parts = JSR.exec(specifier);
  if (!parts) return undefined;
  return `${parts[1]}/${parts[2]?.replace(/\.ts$/, '') ?? 'mod'}`;
}
