// TypeScript as people write it for Deno: enums and parameter properties too, and imports that are only types without
// saying so. Where types can be erased in place, lines and columns of errors stay those of the file.
import { stripTypeScriptTypes } from 'node:module';

const IMPORT = /^([ \t]*import\s+)([\w$]+\s*,\s*)?\{([^}]*)\}(\s*from\s*(['"])[^'"\n]+\5[^\n]*?;?)/gm;
const ONE_NAME = /^([ \t]*)import\s+([\w$]+)(\s*from\s*(['"])[^'"\n]+\4[^\n;]*;?)/gm;

export function readTypeScript(source: string, file: string): string {
  return dropUnusedImports(erase(source, file));
}

function erase(source: string, file: string): string {
  try {
    return quietly(() => stripTypeScriptTypes(source, { mode: 'strip' }));
  } catch (error) {
    if (!isUnsupported(error)) throw error;
    // Only now: with it, every package that is loaded has its map read, which makes a cold start slower.
    process.setSourceMapsEnabled(true);
    return quietly(() =>
      stripTypeScriptTypes(source, { mode: 'transform', sourceMap: true, sourceUrl: file }),
    );
  }
}

function isUnsupported(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX';
}

/** Node warns that this is experimental, once for each thread: noise in the log of a function. */
function quietly<Value>(work: () => Value): Value {
  const { emitWarning } = process;
  process.emitWarning = () => undefined;
  try {
    return work();
  } finally {
    process.emitWarning = emitWarning;
  }
}

/** A name that is used nowhere was a type: importing it would fail, because it is no longer there. */
function dropUnusedImports(code: string): string {
  const isUsed = (name: string) => {
    // `a.name` is another name, `...name` is this one.
    const word = new RegExp(`(?<![\\w$])(?<!(?<!\\.\\.)\\.)${name.replaceAll('$', '\\$')}(?![\\w$])`, 'g');
    return (code.match(word)?.length ?? 0) > 1;
  };
  const blank = (text: string) => text.replaceAll(/[^\n]/g, ' ');
  return code
    .replaceAll(IMPORT, (statement, start: string, first: string | undefined, list: string, end: string) => {
      const kept = list.replaceAll(/[^,]+,?/g, (entry) => {
        const name = /([\w$]+)\s*,?\s*$/.exec(entry)?.[1];
        return name === undefined || isUsed(name) ? entry : blank(entry);
      });
      if (kept === list) return statement;
      const firstName = /[\w$]+/.exec(first ?? '')?.[0];
      const isWholly = kept.trim() === '' && (firstName === undefined || !isUsed(firstName));
      return isWholly ? blank(statement) : `${start}${first ?? ''}{${kept}}${end}`;
    })
    .replaceAll(ONE_NAME, (statement, _indent: string, name: string) =>
      name === 'type' || isUsed(name) ? statement : blank(statement),
    );
}
