import { readFileSync } from 'node:fs';
import type { NetworkInterfaceInfo } from 'node:os';
import { describe, expect, it } from 'vitest';
import { reachableUrl } from './relay.ts';

const outside = { address: '192.0.2.7', family: 'IPv4', internal: false } as NetworkInterfaceInfo;
const forbidden = () => {
  throw new Error('uv_interface_addresses returned EAFNOSUPPORT');
};

describe('the address for other processes', () => {
  it('is an outside one where the program listens on all, the given one otherwise', () => {
    expect(reachableUrl('0.0.0.0', 3000, () => ({ eth0: [outside] }))).toBe('http://192.0.2.7:3000');
    expect(reachableUrl('::1', 3000, forbidden)).toBe('http://[::1]:3000');
  });

  it('is loopback where the system does not report its addresses', () => {
    expect(reachableUrl('::', 3000, forbidden)).toBe('http://127.0.0.1:3000');
  });
});

it('lets the program ask for its addresses and compile under the systemd unit', () => {
  const unit = readFileSync(new URL('../../deploy/onda.service', import.meta.url), 'utf8');
  expect(unit).toMatch(/^RestrictAddressFamilies=.*\bAF_NETLINK\b/m);
  expect(unit).not.toMatch(/^MemoryDenyWriteExecute=yes/m);
});
