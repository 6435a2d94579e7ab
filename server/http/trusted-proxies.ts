// Who sent a request, and under which address. Headers that name another sender count only when a trusted proxy wrote
// them: TRUSTED_PROXIES lists the proxies' addresses, or their number.
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import { isHost } from './request-target.ts';

export interface ClientConnection {
  /** The visitor's address; empty when the socket is gone already. */
  address: string;
  scheme: 'http' | 'https';
  /** Host and port as the visitor requested them; empty when unknown. */
  host: string;
  /** The trace that a trusted proxy began. One that a stranger names would mix their requests with those of others. */
  traceParent?: string;
}

export type TrustedProxies =
  | { readonly hops: number }
  | { readonly addresses: readonly string[] }
  | undefined;

interface Peer {
  remoteAddress: string | undefined;
  isEncrypted: boolean;
  header(name: string): string | undefined;
}

export type ReadConnection = (peer: Peer) => ClientConnection;

const LOOPBACK = ['127.0.0.0/8', '::1'];
const FORWARDED_HEADERS = new Set([
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded-port',
  'x-real-ip',
]);

export function createConnectionReader(proxies: TrustedProxies): ReadConnection {
  const isTrusted = trustOf(proxies);
  return ({ remoteAddress, isEncrypted, header }) => {
    const direct: ClientConnection = {
      address: plainAddress(remoteAddress ?? ''),
      scheme: isEncrypted ? 'https' : 'http',
      host: header('host') ?? '',
    };
    if (!isTrusted(direct.address, 0)) return direct;
    // A proxy that writes X-Forwarded-For passes a visitor's own Forwarded on unread, so the former comes first.
    const chain = forwardedChain(header);
    let hops = 1;
    while (hops < chain.length && isTrusted(chain[chain.length - hops]?.address ?? '', hops)) hops += 1;
    const client = chain[chain.length - hops];
    if (!client) return direct;
    return {
      address: client.address || direct.address,
      scheme: client.scheme ?? direct.scheme,
      host: client.host ?? direct.host,
    };
  };
}

/** Forwarding headers of a stranger are taken away, so that nothing behind the server can believe them. */
export function dropForwardedHeaders(request: IncomingMessage): void {
  let isNamed = false;
  for (const name of FORWARDED_HEADERS) {
    if (request.headers[name] === undefined) continue;
    isNamed = true;
    delete request.headers[name];
  }
  if (!isNamed) return;
  request.rawHeaders = request.rawHeaders.filter(
    (_, index, raw) => !FORWARDED_HEADERS.has((raw[index - (index % 2)] ?? '').toLowerCase()),
  );
}

/** A listener on "::" sees IPv4 callers as ::ffff:192.0.2.1; it is the same person either way. */
export function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
}

/**
 * Whether a connection comes from a trusted proxy, for ports that are also reached directly. A number of proxies has no
 * meaning there: every client would be one.
 */
export function createProxyTrust(proxies: TrustedProxies): (address: string) => boolean {
  if (!proxies || 'hops' in proxies) return () => false;
  const isTrusted = trustOf(proxies);
  return (address) => isTrusted(plainAddress(address), 0);
}

/** Whether the direct peer is a trusted proxy. */
export function createPeerTrust(proxies: TrustedProxies): (address: string | undefined) => boolean {
  const isTrusted = trustOf(proxies);
  return (address) => isTrusted(plainAddress(address ?? ''), 0);
}

function trustOf(proxies: TrustedProxies): (address: string, hop: number) => boolean {
  if (!proxies) return () => false;
  if ('hops' in proxies) return (_, hop) => hop < proxies.hops;
  const trusted = new BlockList();
  for (const entry of proxies.addresses.flatMap((one) => (one === 'loopback' ? LOOPBACK : [one]))) {
    const [address = '', prefix] = entry.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (prefix === undefined) trusted.addAddress(address, family);
    else trusted.addSubnet(address, Number(prefix), family);
  }
  return (address) => {
    const version = isIP(address);
    return version !== 0 && trusted.check(address, version === 6 ? 'ipv6' : 'ipv4');
  };
}

interface Hop {
  address: string;
  scheme: 'http' | 'https' | undefined;
  host: string | undefined;
}

/** What each proxy wrote about the sender before it, the nearest proxy last. */
function forwardedChain(header: Peer['header']): Hop[] {
  const addresses = listOf(header('x-forwarded-for'));
  if (addresses.length === 0) return standardChain(header('forwarded'));
  const schemes = listOf(header('x-forwarded-proto'));
  const hosts = listOf(header('x-forwarded-host'));
  return addresses.map((address, index) => {
    // Usually proxies send one value for all hops; several belong to the hops from the right.
    const fromRight = addresses.length - index;
    return readHop({
      address,
      scheme: schemes[Math.max(0, schemes.length - fromRight)],
      host: hosts[Math.max(0, hosts.length - fromRight)],
    });
  });
}

function standardChain(forwarded: string | undefined): Hop[] {
  return listOf(forwarded).map((element) => {
    const pairs = new Map(
      element.split(';').map((pair): [string, string] => {
        const [name = '', ...value] = pair.trim().split('=');
        return [name.toLowerCase(), value.join('=').replace(/^"(.*)"$/, '$1')];
      }),
    );
    return readHop({ address: pairs.get('for'), scheme: pairs.get('proto'), host: pairs.get('host') });
  });
}

function readHop(hop: { address?: string; scheme?: string; host?: string }): Hop {
  const scheme = hop.scheme?.toLowerCase();
  return {
    address: readAddress(hop.address ?? ''),
    scheme: scheme === 'http' || scheme === 'https' ? scheme : undefined,
    host: hop.host && isHost(hop.host) ? hop.host : undefined,
  };
}

/** 192.0.2.1, 192.0.2.1:4711, 2001:db8::1 and [2001:db8::1]:4711; anything else is not an address. */
function readAddress(text: string): string {
  const bare = /^\[([^\]]*)\](:\d+)?$/.exec(text)?.[1] ?? text.replace(/^([\d.]+):\d+$/, '$1');
  const address = plainAddress(bare);
  return isIP(address) === 0 ? '' : spelledOneWay(address);
}

/** An IPv6 address has many spellings; limits and sessions compare it as text, the database in the shortest one. */
function spelledOneWay(address: string): string {
  if (!address.includes(':') || !URL.canParse(`http://[${address}]`)) return address;
  const short = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const mapped = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/.exec(short);
  if (!mapped) return short;
  return mapped
    .slice(1)
    .flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 0xff])
    .join('.');
}

function listOf(value: string | undefined): string[] {
  return (value ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}
