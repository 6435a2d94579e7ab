// Style sheets use the spacing tokens and have no rules for classes that nothing has.
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (pattern: string) =>
  globSync(pattern, { cwd: root }).map((file) => ({ file, text: readFileSync(`${root}/${file}`, 'utf8') }));

const sheets = read('app/styles/**/*.css').map(({ file, text }) => ({
  file,
  text: text.replace(/\/\*[\s\S]*?\*\//g, ''),
}));
const tokens = new Map(
  sheets.flatMap(({ file, text }) =>
    file.endsWith('tokens.css')
      ? [...text.matchAll(/(--s-[\d-]+): ([\d.]+rem);/g)].map(([, name, value]) => [value, name] as const)
      : [],
  ),
);

const SPACING =
  /(?:^|[;{\s])((?:row-|column-)?gap|(?:padding|margin|inset)(?:-[a-z]+)*)\s*:\s*([^;{}]+)(?=[;}])/g;
/** Classes that a library sets. */
const FOREIGN = /^ProseMirror/;

/** The values of a declaration that are not inside of a function. */
function plainValues(value: string): string[] {
  let inner = value;
  while (/\([^()]*\)/.test(inner)) inner = inner.replace(/[\w-]*\([^()]*\)/g, '');
  return inner.split(/[\s/,]+/);
}

describe('style sheets', () => {
  it('name spacing by its token wherever there is one', () => {
    expect(tokens.size).toBeGreaterThan(8);
    const raw = sheets.flatMap(({ file, text }) =>
      [...text.matchAll(SPACING)].flatMap(([, property, value = '']) =>
        plainValues(value)
          .filter((one) => tokens.has(one))
          .map((one) => `${file}: ${property}: ${one} is var(${tokens.get(one)})`),
      ),
    );
    expect(raw).toEqual([]);
  });

  it('have rules only for classes that the program uses', () => {
    const words = new Set(
      read('{app,server,contracts,public}/**/*.{ts,tsx,html}').flatMap(
        ({ text }) => text.match(/[\w-]+/g) ?? [],
      ),
    );
    const unused = sheets.flatMap(({ file, text }) =>
      [...new Set(text.replace(/\{[^{}]*\}/g, '{}').match(/(?<=\.)-?[a-zA-Z_][\w-]*/g) ?? [])]
        .filter((name) => !words.has(name) && !FOREIGN.test(name))
        .map((name) => `${file}: .${name}`),
    );
    expect(unused).toEqual([]);
  });
});
