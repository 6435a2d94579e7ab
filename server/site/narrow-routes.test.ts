import type { RouteConfigEntry } from '@react-router/dev/routes';
import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router';
import { describe, expect, it } from 'vitest';
import siteRoutes from '#app/routes.ts';
import { narrowRoutes } from './narrow-routes.ts';

type Routes = ServerBuild['routes'];

/** The tables of a build, from the program's own list of routes. */
async function wholeBuild(): Promise<ServerBuild> {
  const routes: Record<string, object> = {};
  const add = (entries: RouteConfigEntry[], parentId?: string) => {
    for (const { id = '', file, path, index, children } of entries) {
      const known = id || file.replace(/\.\w+$/, '');
      routes[known] = { id: known, parentId, path, index };
      add(children ?? [], known);
    }
  };
  routes.root = { id: 'root', path: '' };
  add(await siteRoutes, 'root');
  return { routes, assets: { routes } } as unknown as ServerBuild;
}

function tree(routes: Routes, parentId?: string): RouteObject[] {
  return Object.values(routes)
    .filter((route) => route?.parentId === parentId)
    .map((route) =>
      route?.index
        ? { id: route.id, index: true }
        : { id: route?.id, path: route?.path, children: tree(routes, route?.id) },
    );
}

const trees = new WeakMap<ServerBuild, RouteObject[]>();

function matched(build: ServerBuild, path: string) {
  const known = trees.get(build) ?? tree(build.routes);
  trees.set(build, known);
  return matchRoutes(known, path)?.map(({ route, params }) => [route.id, params]);
}

function pathOf(routes: Routes, id: string | undefined): string {
  const route = id === undefined ? undefined : routes[id];
  if (!route) return '';
  return `${pathOf(routes, route.parentId)}/${route.path ?? ''}`
    .replace(/:\w+\??|\*/g, 'some')
    .replace(/\/+/g, '/');
}

const build = await wholeBuild();
const narrow = narrowRoutes(build);
const paths = Object.keys(build.routes).map((id) => pathOf(build.routes, id));

describe('the routes an address can belong to', () => {
  it('match every address of the program as the whole table does', () => {
    expect(paths.length).toBeGreaterThan(100);
    for (const path of [...paths, ...paths.map((path) => `${path}/below`), '/nowhere', '/nowhere/at/all']) {
      expect(matched(narrow(path), path), path).toEqual(matched(build, path));
    }
  });

  it('are few for a page of the site, and one set for all pages that begin alike', () => {
    expect(Object.keys(narrow('/classes').routes).length).toBeLessThan(Object.keys(build.routes).length / 4);
    expect(narrow('/classes/life-drawing')).toBe(narrow('/classes'));
    expect(narrow('/classes.data')).toBe(narrow('/classes'));
    expect(narrow('/_.data')).toBe(narrow('/'));
    expect(Object.keys(narrow('/').assets.routes)).toEqual(Object.keys(narrow('/').routes));
  });

  it('are all of them when an address is written in a way that only the router understands', () => {
    for (const path of ['/Classes', '/%63lasses', '//classes', '/nowhere', '/classes.xml']) {
      expect(narrow(path), path).toBe(build);
    }
  });
});
