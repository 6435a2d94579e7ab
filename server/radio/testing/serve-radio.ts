// A station behind the program's own HTTP server, with visitors from any address (X-Forwarded-For), for tests over real
// sockets.
import { type AddressInfo, createServer } from 'node:net';
import { createClientAddresses } from '../../http/client-addresses.ts';
import { createClientConnections } from '../../http/client-connections.ts';
import { createListener } from '../../http/create-listener.ts';
import { createHttpServer } from '../../http/http-server.ts';
import type { RadioService } from '../start-radio.ts';

const SITE = { siteUrl: 'http://studio.test' };

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}

/** What a process needs before it starts, and the server for it afterwards. */
export async function prepareServer() {
  const port = await freePort();
  const addresses = createClientAddresses();
  const connections = createClientConnections({ trustedProxies: { addresses: ['loopback'] }, ...SITE });
  return {
    options: { port, clientIp: addresses.of, hangUp: addresses.hangUp, connections },
    url: `http://127.0.0.1:${port}`,
    async serve(service: RadioService) {
      const listener = createListener(
        { ...SITE, headers: [], onFault: console.error },
        (request, incoming) => {
          addresses.note(request, connections.of(incoming).address, incoming.socket);
          return service.fetch(request);
        },
      );
      const server = createHttpServer({
        findReady: () => undefined,
        claim: service.claim,
        handle(request, response) {
          connections.admit(request);
          listener(request, response);
        },
        upgrade(request, stream, head) {
          connections.admit(request);
          service.upgrade(request, stream, head);
        },
      });
      await server.listen(port, '127.0.0.1');
      return {
        connections: () =>
          new Promise<number>((resolve) => server.server.getConnections((_error, count) => resolve(count))),
        /** As when the process is killed. */
        async cut() {
          const closed = server.close();
          server.server.closeAllConnections();
          await closed;
        },
      };
    },
  };
}
