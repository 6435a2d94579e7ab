// Makes the route table that every page fetches as small as what is read of it: flags that are off and empty lists go,
// and only the pages that people browse keep the list of files that a link fetches ahead. The server keeps it all.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const TABLE = /^manifest-[\w-]+\.js$/;
const BROWSED =
  /^(root$|site\/(about|classes|events|home|journal|layout|people|radio|timetable|visit|works)\/)/;
const HEAD = 'window.__reactRouterManifest=';
/** Every route repeats its own key as its id: left out here, and restored when the table is read. */
const NAME_ROUTES = 'for(const[n,r]of Object.entries(__reactRouterManifest.routes))r.id=n;';

export async function trimRouteTable(clientFolder) {
  const assets = join(clientFolder, 'assets');
  const name = (await readdir(assets)).find((file) => TABLE.test(file));
  if (!name) throw new Error('The build has no route table (assets/manifest-*.js).');
  const path = join(assets, name);
  await writeFile(path, trimTable(await readFile(path, 'utf8')));
}

export function trimTable(text) {
  const table = JSON.parse(text.slice(HEAD.length).replace(/;\s*$/, ''));
  const routes = Object.entries(table.routes).map(([id, route]) => [id, trimRoute(route)]);
  return `${HEAD}${JSON.stringify({ ...table, routes: Object.fromEntries(routes) })};${NAME_ROUTES}`;
}

function trimRoute(route) {
  return Object.fromEntries(
    Object.entries(route).filter(([key, value]) => {
      if (key === 'id') return false;
      if (key === 'imports') return BROWSED.test(route.id);
      return value !== false && !(key === 'css' && value.length === 0);
    }),
  );
}
