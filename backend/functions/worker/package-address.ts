// The package that an address means: npm:, jsr:, esm.sh and the other hosts of packages that functions import from.
const PACKAGE = /^(@[^/@]+\/[^/@]+|[^/@]+)(?:@[^/]*)?(\/.*)?$/;
const PACKAGE_HOSTS =
  /^https:\/\/(?:esm\.sh|cdn\.skypack\.dev|cdn\.jsdelivr\.net\/npm|esm\.run|unpkg\.com|jsr\.io)\/(.+)$/;
const DENO_LAND = /^https:\/\/deno\.land\/x\/([\w-]+)(?:@[^/]*)?(?:\/(.*))?$/;
/** Of the same library under another name. Others of deno.land/x have the same name, or no counterpart. */
const DENO_LAND_NAMES: Record<string, string> = { postgresjs: 'postgres', oak: '@oak/oak' };

export function bareSpecifier(specifier: string): string {
  const [, module, file = ''] = DENO_LAND.exec(specifier) ?? [];
  if (module !== undefined) {
    const name = DENO_LAND_NAMES[module] ?? module;
    return /^(mod|index|deno\/lib\/index|src\/index|lib\/mod)?(\.ts)?$/.test(file) ? name : `${name}/${file}`;
  }
  const rest = /^(?:npm|jsr):\/?(.+)$/.exec(specifier)?.[1] ?? PACKAGE_HOSTS.exec(specifier)?.[1];
  if (rest === undefined) return specifier;
  // esm.sh: a build version and an asterisk may come first, options last.
  const plain = rest
    .replace(/^(?:v\d+|stable|jsr)\//, '')
    .replace(/^\*/, '')
    .replace(/[?#].*$/, '');
  const [, name = plain, path = ''] = PACKAGE.exec(plain) ?? [];
  return name + path.replace(/^\/\+esm$/, '').replace(/\/$/, '');
}

/** The name without the path inside of the package: what has to be installed. */
export function packageName(specifier: string): string {
  return PACKAGE.exec(specifier)?.[1] ?? specifier;
}
