import type { RouteConfigEntry } from '@react-router/dev/routes';
import { matchRoutes, type RouteObject } from 'react-router';
import { describe, expect, it } from 'vitest';
import { RELATIONS } from '#app/dashboard/content/content.ts';
import routes from '#app/routes.ts';
import { nearestSection } from './nearest-section.ts';

const entries = routes as RouteConfigEntry[];

function objects(list: RouteConfigEntry[]): RouteObject[] {
  return list.map(({ path, index, file, children }) =>
    index
      ? { index, handle: file }
      : { path, handle: file, ...(children && { children: objects(children) }) },
  );
}

function paths(list: RouteConfigEntry[], above = ''): string[] {
  return list.flatMap(({ path, children = [] }) => {
    const own = path ? `${above}/${path}` : above;
    return [own, ...paths(children, own)];
  });
}

const table = objects(entries);
/** The route file for a path, unless it is a layout or the missing page. */
function pageFileAt(path: string): string | undefined {
  const last = matchRoutes(table, path)?.at(-1)?.route;
  const file = last?.handle as string | undefined;
  return last?.children || file?.endsWith('missing-page.tsx') ? undefined : file;
}

describe('dashboard addresses', () => {
  const all = [...new Set(paths(entries))]
    .filter((path) => path.startsWith('/dashboard') && !path.endsWith('*') && !path.endsWith('.csv'))
    .map((path) => path.replaceAll(':relation', 'posts').replaceAll(/:\w+/g, 'x'));
  const parents = all.flatMap((path) => {
    const parts = path.split('/');
    return parts.slice(2).map((_, index) => parts.slice(0, index + 2).join('/'));
  });

  it('open a page when shortened at any slash', () => {
    expect(all.length).toBeGreaterThan(60);
    expect([...new Set([...all, ...parents])].filter((path) => !pageFileAt(path))).toEqual([]);
  });

  it('without a page of their own redirect to one that exists', () => {
    const redirects = [...all, ...parents].filter((path) =>
      pageFileAt(path)?.endsWith('redirect-to-section.ts'),
    );
    expect(redirects.length).toBeGreaterThan(0);
    for (const path of redirects) {
      const section = nearestSection(path) ?? '';
      expect(pageFileAt(section.split('?')[0] ?? ''), path).toMatch(/-page\.tsx$/);
    }
    for (const kind of RELATIONS) expect(nearestSection(`/dashboard/content/${kind}`)).toContain(kind);
    expect(nearestSection('/dashboard/content/nonsense')).toBeNull();
  });
});
