import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { createConnectionReader, dropForwardedHeaders, type TrustedProxies } from './trusted-proxies.ts';

const read = (proxies: TrustedProxies, peer: string, headers: Record<string, string>) =>
  createConnectionReader(proxies)({
    remoteAddress: peer,
    isEncrypted: false,
    header: (name) => headers[name],
  });

const LIE = {
  host: '127.0.0.1:3000',
  'x-forwarded-for': '203.0.113.9',
  'x-forwarded-proto': 'https',
  'x-forwarded-host': 'studio.example',
  forwarded: 'for=203.0.113.9;proto=https;host=studio.example',
};
const DIRECT = { scheme: 'http', host: '127.0.0.1:3000' };
const BEHIND = { address: '203.0.113.9', scheme: 'https', host: 'studio.example' };

describe('the sender of a request', () => {
  it.each<[string, TrustedProxies, string]>([
    ['without a trusted proxy', undefined, '127.0.0.1'],
    ['from an address that is not in the list', { addresses: ['loopback'] }, '198.51.100.7'],
    ['from outside the network', { addresses: ['10.0.0.0/8', 'fd00::/8'] }, '11.0.0.1'],
    ['with no proxy in front', { hops: 0 }, '198.51.100.7'],
  ])('is the peer of the socket %s, whatever its headers say', (_, proxies, peer) => {
    expect(read(proxies, peer, LIE)).toEqual({ address: peer, ...DIRECT });
  });

  it.each(['a.1', '1.2.3.4.5', 'a:70000', 'a b', 'a/b', 'user@a', '[::1', ''])(
    'asked for the host of the socket when the proxy names %s, which no address can have',
    (host) => {
      const named = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-host': host, host: 'studio.example' };
      expect(read({ hops: 1 }, '127.0.0.1', named).host).toBe('studio.example');
      const standard = { forwarded: `for=203.0.113.9;host="${host}"`, host: 'studio.example' };
      expect(read({ hops: 1 }, '127.0.0.1', standard).host).toBe('studio.example');
    },
  );

  it('has one spelling, however a proxy writes an IPv6 address', () => {
    const seen = (address: string) =>
      read({ hops: 1 }, '127.0.0.1', { ...LIE, 'x-forwarded-for': address }).address;
    expect(seen('2001:DB8:0:0:0:0:0:1')).toBe('2001:db8::1');
    expect(seen('[2001:0db8::0001]:4711')).toBe('2001:db8::1');
    expect(seen('::ffff:cb00:7109')).toBe('203.0.113.9');
  });

  it.each<[string, TrustedProxies, string]>([
    ['on this machine', { addresses: ['loopback'] }, '127.0.0.1'],
    ['on this machine by IPv6', { addresses: ['loopback'] }, '::1'],
    ['named by its address, seen as IPv4 in IPv6', { addresses: ['192.0.2.1'] }, '::ffff:192.0.2.1'],
    ['in a network', { addresses: ['10.0.0.0/8'] }, '10.3.4.5'],
    ['counted', { hops: 1 }, '198.51.100.7'],
  ])('is whom a trusted proxy names %s', (_, proxies, peer) => {
    expect(read(proxies, peer, LIE)).toEqual(BEHIND);
  });

  it('is the last address that no trusted proxy wrote: what a visitor put before it is ignored', () => {
    const headers = { ...LIE, 'x-forwarded-for': '1.2.3.4, 203.0.113.9, 10.0.0.2' };
    expect(read({ addresses: ['10.0.0.0/8'] }, '10.0.0.1', headers).address).toBe('203.0.113.9');
    expect(read({ hops: 2 }, '10.0.0.1', headers).address).toBe('203.0.113.9');
    expect(read({ hops: 1 }, '10.0.0.1', headers).address).toBe('10.0.0.2');
    expect(read({ hops: 9 }, '10.0.0.1', headers).address).toBe('1.2.3.4');
  });

  it('has the scheme and the host that the proxy next to it saw', () => {
    const headers = {
      ...LIE,
      'x-forwarded-for': '203.0.113.9, 10.0.0.2',
      'x-forwarded-proto': 'https, http',
      'x-forwarded-host': 'studio.example, inside.example',
    };
    expect(read({ hops: 2 }, '10.0.0.1', headers)).toEqual(BEHIND);
    expect(read({ hops: 1 }, '10.0.0.1', headers)).toMatchObject({ scheme: 'http', host: 'inside.example' });
  });

  it.each([
    ['for=203.0.113.9;proto=https;host=studio.example', '203.0.113.9'],
    ['For="[2001:db8::7]:4711";Proto=https;Host=studio.example', '2001:db8::7'],
    ['for=1.2.3.4, for="203.0.113.9:80";proto=https;host=studio.example', '203.0.113.9'],
  ])('is read from Forwarded when there is no X-Forwarded-For: %s', (forwarded, address) => {
    const headers = { host: 'inside', forwarded };
    expect(read({ hops: 1 }, '10.0.0.1', headers)).toEqual({ ...BEHIND, address });
  });

  it('is the proxy itself when the header names no one', () => {
    for (const value of ['unknown', '_hidden', "' or 1=1", '999.1.1.1', ''])
      expect(read({ hops: 1 }, '10.0.0.1', { host: 'inside', 'x-forwarded-for': value })).toEqual({
        address: '10.0.0.1',
        scheme: 'http',
        host: 'inside',
      });
  });

  it('keeps its own host and scheme when the forwarded ones are not valid', () => {
    const headers = { ...LIE, 'x-forwarded-host': 'evil.example/path?', 'x-forwarded-proto': 'javascript' };
    expect(read({ hops: 1 }, '10.0.0.1', headers)).toEqual({ address: '203.0.113.9', ...DIRECT });
  });
});

describe('forwarding headers of a stranger', () => {
  it('are removed from the request, others stay', () => {
    const request = {
      headers: { host: 'a', 'x-forwarded-for': '1.2.3.4', forwarded: 'for=1' },
      rawHeaders: ['Host', 'a', 'X-Forwarded-For', '1.2.3.4', 'Accept', 'forwarded', 'Forwarded', 'for=1'],
    } as unknown as IncomingMessage;
    dropForwardedHeaders(request);
    expect(request.headers).toEqual({ host: 'a' });
    expect(request.rawHeaders).toEqual(['Host', 'a', 'Accept', 'forwarded']);
  });
});
