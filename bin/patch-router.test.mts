import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PATCHED_FILES, patchRouterFile } from './patch-router.mjs';

const FOLDER = join(import.meta.dirname, '../node_modules/react-router/dist/production/lib');
const ROUTES = [
  {
    id: 'site',
    children: [
      { id: 'home', index: true },
      { id: 'class', path: 'classes/:slug' },
      { id: 'show', path: ':language?/radio/shows/:slug' },
      { id: 'missing', path: '*' },
    ],
  },
  { id: 'dashboard', path: 'dashboard', children: [{ id: 'orders', path: 'orders/:id?' }] },
];
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

  it('finds the same routes as the published router, and compiles a path once', async () => {
    const path = join(FOLDER, 'router/utils.js');
    const code = patchRouterFile(path, readFileSync(path, 'utf8'), '/x.ts')?.code ?? '';
    const copy = join(FOLDER, `router/utils-patched-${process.pid}.js`);
    writeFileSync(copy, code);
    try {
      const published = await import(path);
      const patched = await import(copy);
      for (const address of [
        '/',
        '/classes',
        '/classes/ink',
        '/pt/radio/shows/low-water',
        '/dashboard/x',
        '/a/b',
      ])
        expect(patched.matchRoutes(ROUTES, address), address).toEqual(published.matchRoutes(ROUTES, address));
      expect(patched.compilePath('/classes/:slug')[0]).toBe(patched.compilePath('/classes/:slug')[0]);
      expect(patched.compilePath('/classes/:slug', true)[0].flags).toBe('');
    } finally {
      rmSync(copy);
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
