import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { reactRouter } from '@react-router/dev/vite';
import { defineConfig, type Plugin } from 'vite';
import { PATCHED_FILES, patchRouterFile } from './bin/patch-router.mjs';

const buildId = randomBytes(6).toString('hex');

/** The intro's player is a file of its own: a first visit fetches it before the rest of the program. */
function introPlayer(): Plugin {
  return {
    name: 'onda-intro-player',
    applyToEnvironment: (environment) => environment.name === 'client',
    buildStart() {
      if (this.meta.watchMode) return;
      this.emitFile({
        type: 'chunk',
        id: 'app/shell/intro/intro-player.ts',
        fileName: 'assets/intro-player.js',
      });
    },
  };
}

/** The router asks for missing files again instead of reloading the document. */
function routerWithoutReload(): Plugin {
  const patched = new Set<string>();
  return {
    name: 'onda-router-without-reload',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    transform(code, id) {
      const patch = patchRouterFile(id, code, join(import.meta.dirname, 'app/ui/load-file.ts'));
      if (!patch) return;
      patched.add(patch.name);
      return { code: patch.code, map: null };
    },
    buildEnd() {
      const left = PATCHED_FILES.filter((name) => !patched.has(name));
      if (left.length > 0)
        this.error(`React Router has no ${left.join(', ')} any more: see bin/patch-router.mjs.`);
    },
  };
}

/**
 * What a first visit runs comes in two files instead of forty: each small file costs half a kilobyte of headers and
 * packs badly. `framework` changes with an update of React, `shell` with the program; pages stay files of their own,
 * and what several reading pages share is one more.
 */
const FRAMEWORK = /node_modules\/(react|react-dom|react-router|scheduler)\/|app\/ui\/load-file\.ts/;
const FIRST_VIEW = [
  'app/entry.client.tsx',
  'app/root.tsx',
  'app/site/layout/public-layout.tsx',
  'app/site/home/home-page.tsx',
];
const READING_PAGE =
  /app\/site\/(about|classes|events|journal|people|policies|radio|timetable|visit|works)\/[\w-]+-page\.tsx/;

const groups = [
  { name: 'framework', test: FRAMEWORK, priority: 3 },
  {
    name: (id: string, graph: ModuleGraph) => {
      const isUsed = [...usersOf(id, graph)].some((user) => FIRST_VIEW.some((file) => user.includes(file)));
      return isUsed && !isPage(id) ? 'shell' : null;
    },
    priority: 2,
  },
  {
    name: (id: string, graph: ModuleGraph) => {
      const pages = [...usersOf(id, graph)].filter((user) => READING_PAGE.test(user));
      return pages.length > 1 && !isPage(id) ? 'reading' : null;
    },
    priority: 1,
  },
];

function isPage(id: string): boolean {
  return id.includes('?') || FIRST_VIEW.some((file) => id.includes(file));
}

interface ModuleGraph {
  getModuleInfo(id: string): { importers: readonly string[] } | null;
}

/** Everything that imports the module, however far away, without waiting: what import() fetches later does not count. */
function usersOf(id: string, graph: ModuleGraph, seen = new Set<string>()): Set<string> {
  for (const importer of graph.getModuleInfo(id)?.importers ?? []) {
    if (seen.has(importer)) continue;
    seen.add(importer);
    usersOf(importer, graph, seen);
  }
  return seen;
}

export default defineConfig({
  plugins: [reactRouter(), introPlayer(), routerWithoutReload()],
  define: { __BUILD_ID__: JSON.stringify(buildId) },
  build: { assetsInlineLimit: 0, sourcemap: false },
  environments: {
    client: {
      // All packages are found before the first request: one found later reloads the page, and a form loses its text.
      optimizeDeps: { entries: ['app/**/*.{ts,tsx}', '!app/**/*.test.{ts,tsx}'] },
      build: { rolldownOptions: { output: { codeSplitting: { groups } } } },
    },
  },
});
