// Finds the route of a request: the first whose pattern fits the path and whose methods hold its method.
import { errors } from '../errors.ts';
import type { Route } from '../routes.ts';

interface Match {
  route: Route;
  params: Record<string, string>;
}

export type MatchRoute = (method: string, path: string) => Match | undefined;

export function createMatchRoute(routes: Route[]): MatchRoute {
  const compiled = routes.map((route) => ({
    route,
    methods: route[0].split(' '),
    pattern: compile(route[1]),
  }));
  return (method, path) => {
    for (const { route, methods, pattern } of compiled) {
      if (!methods.includes(method)) continue;
      const groups = pattern.exec(path)?.groups;
      if (groups) return { route, params: decodeAll(groups) };
    }
    return undefined;
  };
}

function compile(path: string): RegExp {
  const source = path.replace(/\*$/, '(?<key>.+)').replace(/:(\w+)/g, '(?<$1>[^/]+)');
  // An empty group keeps `groups` defined for patterns without names.
  return new RegExp(`^${source}/?(?<none>)$`);
}

function decodeAll(groups: Record<string, string>): Record<string, string> {
  const params: Record<string, string> = {};
  for (const [name, value] of Object.entries(groups)) {
    if (value === undefined || name === 'none') continue;
    try {
      params[name] = decodeURIComponent(value);
    } catch {
      throw errors.invalidKey(value.slice(0, 200));
    }
    // PostgreSQL holds no zero byte in a text: it would fail in the middle of a query.
    if (params[name]?.includes('\u0000')) throw errors.invalidKey(value.slice(0, 200));
  }
  return params;
}
