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

/** Declarations that name left or right; with values: shorthands of four sides. */
const PHYSICAL =
  /(?<=[;{\s])(?:(?:margin|padding|border)-(?:left|right)(?:-\w+)?(?=:)|(?:left|right)(?=:)|text-align: (?:left|right)|float: (?:left|right)|border-(?:top|bottom)-(?:left|right)-radius)\b[^;{}]*|(?<=[;{\s])(?:(padding|margin|inset): ([^;{}]+))/g;
const SAME_IN_EVERY_LANGUAGE: Record<string, string> = {
  'app/styles/kit/buttons.css: inset: auto 0 -2px -360px': 'the waves travel to the right everywhere',
  'app/styles/kit/data.css: left: -360px': 'the waves travel to the right everywhere',
  'app/styles/kit/data.css: right: 0': 'the waves travel to the right everywhere',
  'app/styles/dashboard/calendar/session.css: inset: 0 auto auto 0':
    'moved to the pointer by its coordinates',
  'app/styles/dashboard/media.css: margin: -1.375rem 0 0 -1.375rem':
    'a point of a picture, which is not mirrored',
};

/** Whether a shorthand of four sides has another value on the left than on the right. */
function hasUnequalSides(declaration: string): boolean {
  let inner = declaration.replace(/^[\w-]+:\s*/, '');
  while (inner.includes('('))
    inner = inner.replace(/\(([^()]*)\)/g, (_, values: string) => `[${values.replaceAll(/\s/g, '')}]`);
  const [, right, , left] = inner.trim().split(/\s+/);
  return left !== undefined && left !== right;
}

/** The values of a declaration that are not inside of a function. */
function plainValues(value: string): string[] {
  let inner = value;
  while (/\([^()]*\)/.test(inner)) inner = inner.replace(/[\w-]*\([^()]*\)/g, '');
  return inner.split(/[\s/,]+/);
}

// A compound selector without class, id or state, before a sibling combinator.
const SLOW_SIBLING =
  /(^|[\s>(])([a-z]\w*|\[data-slot[^\]]*\])(:not\([^)]*\))?\s*[+~]\s*[^\d\s]|\(\s*[+~]\s*\[data-slot/;

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

  it('name sides by the direction of the text, so that they hold in languages written from right to left', () => {
    const physical = sheets.flatMap(({ file, text }) =>
      [...text.matchAll(PHYSICAL)]
        .filter(([declaration, , values = '']) => values === '' || hasUnequalSides(declaration))
        .map(([declaration]) => `${file}: ${declaration.trim()}`)
        .filter((found) => !(found in SAME_IN_EVERY_LANGUAGE)),
    );
    expect(physical).toEqual([]);
    const all = sheets.map(({ file, text }) => `${file}: ${text}`).join('\n');
    for (const listed of Object.keys(SAME_IN_EVERY_LANGUAGE))
      expect(all, listed).toContain(listed.split(': ').slice(1).join(': '));
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

  it('begin no sibling rule with a tag or data-slot: each insertion would restyle all tags that such rules end with', () => {
    const rules = sheets.flatMap(({ file, text }) =>
      [...text.matchAll(/[^{};]+(?=\{)/g)]
        .flatMap(([selectors]) => selectors.split(/,(?![^(]*\))/))
        .filter((selector) => SLOW_SIBLING.test(selector))
        .map((selector) => `${file}: ${selector.trim()}`),
    );
    expect(rules).toEqual([]);
  });
});
