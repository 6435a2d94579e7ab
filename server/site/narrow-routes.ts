// The part of the route table that an address can belong to, by its first segment. React Router walks through every
// route of a build several times a render; of some two hundred, a page of the site needs a handful.
import type { ServerBuild } from 'react-router';
import { HOME_DATA } from '../language/page-language.ts';

// Plain paths only. Anything else that the router accepts, such as encoded or capital letters, uses the whole table.
const PLAIN_START = /^\/(?:([a-z0-9-]+)(?:\/|\.data$|$)|$)/;

/** Gives a build with the routes that a path may match, the same one each time; the whole build where that is open. */
export function narrowRoutes(build: ServerBuild): (pathname: string) => ServerBuild {
  const starts = startsOf(build);
  const narrowed = new Map<string, ServerBuild>();
  return (pathname) => {
    const plain = PLAIN_START.exec(pathname === HOME_DATA ? '/' : pathname);
    const start = plain?.[1] ?? '';
    if (!plain || (start !== '' && !starts.has(start))) return build;
    let part = narrowed.get(start);
    if (!part) {
      const ids = [...(starts.get(ANY) ?? []), ...(starts.get(start) ?? [])];
      part = withRoutes(build, new Set(ids));
      narrowed.set(start, part);
    }
    return part;
  };
}

const ANY = '*';

/** Route ids by the first segment of their path; under ANY those that begin with no certain one. */
function startsOf({ routes }: ServerBuild): Map<string, string[]> {
  const starts = new Map<string, string[]>();
  for (const id of Object.keys(routes)) {
    const first = firstSegment(routes, id);
    const start = first && /^[a-z0-9-]+$/.test(first) ? first : ANY;
    starts.set(start, [...(starts.get(start) ?? []), id]);
  }
  return starts;
}

function firstSegment(routes: ServerBuild['routes'], id: string): string | undefined {
  const route = routes[id];
  const above = route?.parentId && firstSegment(routes, route.parentId);
  return above || route?.path?.split('/').find(Boolean);
}

function withRoutes(build: ServerBuild, ids: ReadonlySet<string>): ServerBuild {
  const chosen = <Route>(table: Record<string, Route>) =>
    Object.fromEntries(Object.entries(table).filter(([id]) => ids.has(id)));
  return {
    ...build,
    routes: chosen(build.routes),
    assets: { ...build.assets, routes: chosen(build.assets.routes) },
  };
}
