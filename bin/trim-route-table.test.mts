import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { trimTable } from './trim-route-table.mjs';

it('keeps every route, its file and the files that a link fetches ahead', () => {
  const route = { hasLoader: true, hasAction: false, css: [] as string[] };
  const table = {
    entry: { module: '/assets/entry.js', imports: ['/assets/shell.js'] },
    routes: {
      'site/home/home-page': {
        ...route,
        id: 'site/home/home-page',
        module: '/assets/home-page-a1.js',
        imports: ['/assets/shell.js', '/assets/reading.js'],
      },
      'icon-svg': {
        ...route,
        id: 'icon-svg',
        module: '/assets/icon-file-b2.js',
        imports: ['/assets/shell.js'],
      },
    },
  };
  const page: { window?: unknown; __reactRouterManifest?: { routes: unknown } } = {};
  page.window = page;
  runInNewContext(trimTable(`window.__reactRouterManifest=${JSON.stringify(table)};`), page);
  expect(page.__reactRouterManifest?.routes).toEqual({
    'site/home/home-page': {
      id: 'site/home/home-page',
      hasLoader: true,
      module: '/assets/home-page-a1.js',
      imports: ['/assets/reading.js'],
    },
    'icon-svg': { id: 'icon-svg', hasLoader: true, module: '/assets/icon-file-b2.js' },
  });
});
