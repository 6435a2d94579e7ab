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
/** The file that answers an address, if it is a room and not the frame around one or the word that there is none. */
function roomAt(path: string): string | undefined {
  const last = matchRoutes(table, path)?.at(-1)?.route;
  const file = last?.handle as string | undefined;
  return last?.children || file?.endsWith('missing-page.tsx') ? undefined : file;
}

describe('every address of the dashboard', () => {
  const all = [...new Set(paths(entries))]
    .filter((path) => path.startsWith('/dashboard') && !path.endsWith('*') && !path.endsWith('.csv'))
    .map((path) => path.replaceAll(':relation', 'posts').replaceAll(/:\w+/g, 'x'));
  const parents = all.flatMap((path) => {
    const parts = path.split('/');
    return parts.slice(2).map((_, index) => parts.slice(0, index + 2).join('/'));
  });

  it('can be cut short at any place and still opens a room', () => {
    expect(all.length).toBeGreaterThan(60);
    expect([...new Set([...all, ...parents])].filter((path) => !roomAt(path))).toEqual([]);
  });

  it('that is only a parent leads to a room that exists', () => {
    const led = [...all, ...parents].filter((path) => roomAt(path)?.endsWith('redirect-to-section.ts'));
    expect(led.length).toBeGreaterThan(0);
    for (const path of led) {
      const room = nearestSection(path) ?? '';
      expect(roomAt(room.split('?')[0] ?? ''), path).toMatch(/-page\.tsx$/);
    }
    for (const kind of RELATIONS) expect(nearestSection(`/dashboard/content/${kind}`)).toContain(kind);
    expect(nearestSection('/dashboard/content/nonsense')).toBeNull();
  });
});
