// Makes the route table that every page fetches as small as what is read of it: flags that are off and empty lists go,
// and only the pages that people browse keep the list of files that a link fetches ahead, without those that every page
// has. The server keeps it all.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const TABLE = /^manifest-[\w-]+\.js$/;
const BROWSED =
  /^(root$|site\/(about|classes|events|home|journal|layout|people|radio|timetable|visit|works)\/)/;
const HEAD = 'window.__reactRouterManifest=';
/** Every route repeats its own key as its id, and nearly every one in its file's name: restored when the table is read. */
const NAME_ROUTES =
  'for(const[n,r]of Object.entries(__reactRouterManifest.routes))r.id=n,' +
  'r.module[0]!="/"&&(r.module="/assets/"+n.split("/").pop()+"-"+r.module+".js");';

export async function trimRouteTable(clientFolder) {
  const assets = join(clientFolder, 'assets');
  const name = (await readdir(assets)).find((file) => TABLE.test(file));
  if (!name) throw new Error('The build has no route table (assets/manifest-*.js).');
  const path = join(assets, name);
  await writeFile(path, trimTable(await readFile(path, 'utf8')));
}

export function trimTable(text) {
  const table = JSON.parse(text.slice(HEAD.length).replace(/;\s*$/, ''));
  const everywhere = new Set([table.entry.module, ...table.entry.imports]);
  const routes = Object.entries(table.routes).map(([id, route]) => [id, trimRoute(route, everywhere)]);
  return `${HEAD}${JSON.stringify({ ...table, routes: Object.fromEntries(routes) })};${NAME_ROUTES}`;
}

function trimRoute(route, everywhere) {
  const { id, module, imports, ...rest } = route;
  const kept = Object.entries(rest).filter(
    ([key, value]) => value !== false && !(key === 'css' && value.length === 0),
  );
  return {
    ...Object.fromEntries(kept),
    module: hashOf(module, id),
    ...(BROWSED.test(id) && { imports: imports.filter((file) => !everywhere.has(file)) }),
  };
}

/** Of "/assets/home-page-4Cqg7RH6.js" for the route "site/home/home-page" only "4Cqg7RH6". */
function hashOf(module, id) {
  const head = `/assets/${id.split('/').pop()}-`;
  return module.startsWith(head) ? module.slice(head.length, -'.js'.length) : module;
}
