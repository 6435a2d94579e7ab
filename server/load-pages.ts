// Where pages come from: the build, or in development the sources, through Vite.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { ServerBuild } from 'react-router';

export interface DevelopmentPages {
  middlewares(request: IncomingMessage, response: ServerResponse, next: () => void): void;
  loadBuild(): Promise<ServerBuild>;
  close(): Promise<void>;
}

const ROOT = join(import.meta.dirname, '..');
const buildPath = join(ROOT, 'build', 'server', 'index.js');
export const productionBuild: Promise<ServerBuild> = Promise.resolve().then(() => import(buildPath));
// In development there may be no build. Where pages come from it, the first page reports that it is missing.
productionBuild.catch(() => {});

export async function startVite(): Promise<DevelopmentPages> {
  const { createServer } = await import('vite');
  const vite = await createServer({ root: ROOT, server: { middlewareMode: true } });
  return {
    middlewares: vite.middlewares,
    loadBuild: () =>
      vite.ssrLoadModule('virtual:react-router/server-build') as Promise<unknown> as Promise<ServerBuild>,
    close: () => vite.close(),
  };
}
