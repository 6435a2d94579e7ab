// Whether an address can be reached from the internet.
import { BlockList, isIP } from 'node:net';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);
loopback.addAddress('::1', 'ipv6');

const local = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  local.addSubnet(network, bits);
local.addSubnet('fc00::', 7, 'ipv6');
local.addAddress('::', 'ipv6');
local.addSubnet('fe80::', 10, 'ipv6');
local.addSubnet('ff00::', 8, 'ipv6');

/** Of a network address or the name of a host. */
export function networkKindOf(host: string): 'loopback' | 'private' | 'public' {
  const bare = host.replace(/^\[|\]$/g, '');
  const family = isIP(bare);
  if (family === 0) {
    if (/(^|\.)localhost$/i.test(bare)) return 'loopback';
    return bare.includes('.') && !/\.(local|internal|home|lan)$/i.test(bare) ? 'public' : 'private';
  }
  const type = family === 6 ? 'ipv6' : 'ipv4';
  if (loopback.check(bare, type)) return 'loopback';
  return local.check(bare, type) ? 'private' : 'public';
}
