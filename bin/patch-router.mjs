// Changes the files of React Router that decide what happens when a page's file cannot be fetched. As published, the
// router then reloads the document, which stops the radio and loses unsaved input. Here the file is asked for
// again by app/ui/load-file.ts. Route discovery, which this site does not use, goes as well: it could reload, too. So do
// instrumentation, which nothing here uses, the router's last error page, which shows visitors a stack trace, and the
// messages of its assertions, which speak to programmers (`npm run dev` has them): every first visit would pay for them.
// Paths of routes are compiled when an address is compared with them, once, and the routes of the page itself are known
// from the server: as published, every first visit compiles all routes of the program twice.
// A router that no longer has the lines named here fails the build. Why: docs/decisions/router-without-reload.md.

const FOLDER = /node_modules\/react-router\/dist\/production\/lib\/([\w/-]+)\.js$/;
const ASSERTION = /\binvariant\(([^;]*?),\s*(?:"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`)\s*\);/g;
const DYNAMIC_IMPORT = /import\(\s*\/\* @vite-ignore \*\/\s*\/\* webpackIgnore: true \*\/\s*([\w.]+)\s*\)/g;
const LAST_ERROR_PAGE = /function RemixRootDefaultErrorBoundary[\s\S]*?(?=\/\/#endregion)/;
const LOAD_ROUTE_MODULE = 'import { loadRouteModule } from "./routeModules.js";';

const COMPILED_ROUTES = /routesMeta: routesMeta\.map\(\(meta, i\) => \{[\s\S]*?\n\t\t\t\}\)/;
const COMPILE_PATH = 'function compilePath(path, caseSensitive = false, end = true) {';
const MATCH_ANEW =
  /let dataRouteMatcher = createDataRouteMatcher[\s\S]*?dataRouteMatcher\.match\(location\);/;

const patches = {
  'router/utils': (code) =>
    replaced(
      replaced(code, COMPILED_ROUTES, 'routesMeta'),
      COMPILE_PATH,
      `const compiledPaths = new Map();
      function compilePath(path, caseSensitive = false, end = true) {
        const key = [caseSensitive, end, path].join();
        if (!compiledPaths.has(key)) compiledPaths.set(key, compileNewPath(path, caseSensitive, end));
        return compiledPaths.get(key);
      }
      function compileNewPath(path, caseSensitive, end) {`,
    ),
  'dom/ssr/hydration': (code) =>
    replaced(
      code,
      MATCH_ANEW,
      'let initialMatches = Object.keys(window.__reactRouterRouteModules).map((id) => ({ route: { id } }));',
    ),
  'dom/ssr/routeModules': (_code, loader) => `export { loadRouteModule } from ${loader};`,
  'dom/ssr/links': (code, loader) =>
    replaced(code, LOAD_ROUTE_MODULE, `import { prefetchRouteModule as loadRouteModule } from ${loader};`),
  'dom/ssr/routes': (code, loader) =>
    `import { importFile } from ${loader};\n${replaced(code, DYNAMIC_IMPORT, 'importFile($1)')}`,
  'dom/ssr/errorBoundaries': (code) =>
    replaced(
      code,
      LAST_ERROR_PAGE,
      `const h = React$$1.createElement;
      const BoundaryShell = ({ children }) => children;
      const RemixRootDefaultErrorBoundary = () =>
        h("html", { lang: "en" },
          h("head", null, h("title", null, "Something went wrong")),
          h("body", null,
            h("main", null, h("h1", null, "Something went wrong"), h("a", { href: "" }, "Reload the page"))));
      `,
    ),
  'router/instrumentation': () => `
    export const consumeInstrumentationClientResultMetaReceiver = () => undefined;
    const unused = () => { throw new Error('Instrumentation is not part of this build.'); };
    export { unused as getRouteInstrumentationUpdates, unused as instrumentClientSideRouter,
      unused as instrumentHandler, unused as instrumentationResultMetaContext };`,
  'dom/ssr/fog-of-war': () => `
    export const URL_LIMIT = 0;
    export const isFogOfWarEnabled = () => false;
    export const getPatchRoutesOnNavigationFunction = () => undefined;
    export const useFogOFWarDiscovery = () => {};
    const unused = () => { throw new Error('Route discovery is not part of this build.'); };
    export { unused as getManifestPath, unused as getPartialManifest, unused as getPathsWithAncestors,
      unused as handleClientVersionMismatch };`,
};

/** The names of the files that a build has to come across. */
export const PATCHED_FILES = Object.keys(patches);

/** The file's name and its new text, or nothing when the file is left as it is. */
export function patchRouterFile(path, code, loaderPath) {
  const name = FOLDER.exec(path.split('\\').join('/'))?.[1];
  if (!name) return undefined;
  const patched = patches[name]?.(code, JSON.stringify(loaderPath)) ?? code;
  return { name, code: patched.replace(ASSERTION, 'invariant($1);') };
}

function replaced(code, search, replacement) {
  const result = code.replace(search, replacement);
  if (result === code) throw new Error(`React Router has changed: ${search} was not found.`);
  return result;
}
