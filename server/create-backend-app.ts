// The backend host alone behind the same door as the whole program: no site, no product tables, no radio.
import { getRequestListener } from '@hono/node-server';
import { alive, ready } from './health.ts';
import { createHttpServer } from './http/http-server.ts';
import { type BackendParts, startBackend } from './start-backend.ts';

export async function createBackendApp(parts: BackendParts) {
  const { config, database, log } = parts;
  const backend = await startBackend(parts);
  const route = (request: Request): Response | Promise<Response> => {
    const { pathname } = new URL(request.url);
    if (pathname === '/healthz') return alive();
    if (pathname === '/readyz') return ready(database.sql);
    return backend.fetch(request);
  };
  const listener = getRequestListener(
    async (request) => {
      try {
        return await route(request);
      } catch (error) {
        log.error({ err: error, path: new URL(request.url).pathname }, 'request failed');
        return Response.json(
          { code: 'unexpected', message: 'Something went wrong on our side.' },
          { status: 500 },
        );
      }
    },
    { overrideGlobalObjects: false },
  );
  const door = createHttpServer({ findReady: () => undefined, handle: listener });
  return {
    async listen() {
      await door.listen(config.port, config.host);
      return { url: config.siteUrl };
    },
    async close() {
      await door.close();
      await backend.close();
    },
  };
}
