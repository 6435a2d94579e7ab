import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ClientConnections, createClientConnections } from './client-connections.ts';

const proxied = {
  host: 'inside:3000',
  'x-forwarded-for': '203.0.113.9',
  'x-forwarded-proto': 'https',
  'x-forwarded-host': 'studio.example',
};

let seen: (incoming: IncomingMessage) => void;
const server = createServer((incoming, response) => {
  seen(incoming);
  response.end();
});

beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => void server.close());

/** What is known of a request that a socket really brought. */
function receive(connections: ClientConnections, headers: Record<string, string>) {
  return new Promise<{ address: string; target: string; host: string; leftover: string[] }>((resolve) => {
    seen = (incoming) => {
      const { address } = connections.admit(incoming);
      resolve({
        address,
        target: connections.targetOf(incoming),
        host: incoming.headers.host ?? '',
        leftover: incoming.rawHeaders.filter((name) => /^x-forwarded/i.test(name)),
      });
    };
    const { port } = server.address() as AddressInfo;
    request({ port, host: '127.0.0.1', path: '/book/1?a=b', headers }).end();
  });
}

describe('a request behind a TLS proxy', () => {
  it('is the visitor’s own, with the address they asked for', async () => {
    const connections = createClientConnections({
      trustedProxies: { addresses: ['loopback'] },
      siteUrl: 'https://studio.example',
    });
    expect(await receive(connections, proxied)).toEqual({
      address: '203.0.113.9',
      target: 'https://studio.example/book/1?a=b',
      host: 'studio.example',
      leftover: [],
    });
  });

  it('has the scheme of the studio’s own address when the proxy only passes the host on', async () => {
    const connections = createClientConnections({
      trustedProxies: undefined,
      siteUrl: 'https://studio.example',
    });
    const { target, address } = await receive(connections, { host: 'studio.example' });
    expect(target).toBe('https://studio.example/book/1?a=b');
    expect(address).toBe('127.0.0.1');
  });

  it('is ignored from an untrusted sender, and later code cannot read it', async () => {
    const connections = createClientConnections({
      trustedProxies: { addresses: ['192.0.2.1'] },
      siteUrl: 'https://studio.example',
    });
    expect(await receive(connections, proxied)).toEqual({
      address: '127.0.0.1',
      target: '/book/1?a=b',
      host: 'inside:3000',
      leftover: [],
    });
  });
});
