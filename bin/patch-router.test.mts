import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PATCHED_FILES, patchRouterFile } from './patch-router.mjs';

const FOLDER = join(import.meta.dirname, '../node_modules/react-router/dist/production/lib');
const LEAVES = /location\.(reload|assign|replace)\(|location\.href = /;

/** Files of the installed router that can leave the document, and how often. */
function leaving(): Record<string, number> {
  const found: Record<string, number> = {};
  for (const name of readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.js')) continue;
    const path = join(FOLDER, name);
    const text = readFileSync(path, 'utf8');
    const code = patchRouterFile(path, text, '/app/ui/load-file.ts')?.code ?? text;
    const count = code.split('\n').filter((line) => LEAVES.test(line)).length;
    if (count > 0) found[name.split('\\').join('/')] = count;
  }
  return found;
}

describe('the router of a page', () => {
  it('leaves the document only for another site, by a redirect, or where the browser has no history', () => {
    expect(leaving()).toEqual({
      // A redirect thrown while rendering, to another site; ours are thrown by loaders.
      'hooks.js': 1,
      // The browser rejects another entry in its history.
      'router/history.js': 1,
      // A redirect to another site, or one that asks for the document.
      'router/router.js': 2,
      // Server components, which are not part of this site.
      'rsc/browser.js': 2,
    });
  });

  it('imports the files of pages through our loader alone', () => {
    for (const name of PATCHED_FILES) {
      const path = join(FOLDER, `${name}.js`);
      const patched = patchRouterFile(path, readFileSync(path, 'utf8'), '/app/ui/load-file.ts');
      expect(patched?.code, name).not.toMatch(/\bimport\(/);
    }
  });

  it('keeps the conditions of assertions, and leaves out their messages', () => {
    const code = 'invariant(isIn(a, "b"), `useHref() may be used only in a router.`);';
    expect(patchRouterFile(join(FOLDER, 'hooks.js'), code, '/x.ts')?.code).toBe('invariant(isIn(a, "b"));');
  });

  it('says which line is gone when the router has changed', () => {
    const path = join(FOLDER, 'dom/ssr/links.js');
    expect(() => patchRouterFile(path, 'export {}', '/x.ts')).toThrow('React Router has changed');
    expect(patchRouterFile('/onda/app/root.tsx', 'export {}', '/x.ts')).toBeUndefined();
  });
});
