// Certificates by ACME, from a test certificate authority that verifies every step (RFC 8555).
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createHttpPort, listenOn } from '../http/http-port.ts';
import { createHttpServer } from '../http/http-server.ts';
import type { Logger } from '../logger.ts';
import { type AcmeServer, startAcmeServer } from '../testing/acme-server.ts';
import { type AcmeCertificates, isDue, openAcmeCertificates, type WithLock } from './acme-certificates.ts';
import type { ChallengeKind } from './acme-client.ts';

let acme: AcmeServer;
let folder: string;
let httpPort: Server;
let opened: AcmeCertificates[] = [];
let faults: { reason: string }[];
const log = {
  info: () => undefined,
  error: (fault: { reason: string }) => void faults.push(fault),
} as unknown as Logger;
const alone: WithLock = async (work) => {
  await work();
  return true;
};

beforeAll(async () => {
  acme = await startAcmeServer();
});
afterAll(() => acme.close());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'onda-acme-'));
  faults = [];
  acme.validity = {};
  httpPort = createHttpPort({
    siteUrl: 'https://studio.example',
    otherOrigins: [],
    challengeOf: async (token) => opened[0]?.challengeOf(token),
    waitingFor: () => opened[0]?.waitingFor,
  });
  acme.httpPort = await listenOn(httpPort, 0, '127.0.0.1');
});
afterEach(async () => {
  await Promise.all(opened.map((one) => one.close()));
  opened = [];
  httpPort.close();
  await rm(folder, { recursive: true });
});

async function open(domains = ['studio.example'], retryMs = [50], challenge: ChallengeKind = 'http') {
  const one = await openAcmeCertificates({
    dataDir: folder,
    domains,
    host: domains[0] ?? '',
    directoryUrl: acme.directoryUrl,
    challenge,
    log,
    pollMs: 10,
    retryMs,
    checkMs: 50,
  });
  opened.push(one);
  return one;
}

describe('a program without a certificate', () => {
  it('validates its names, gets one certificate for all of them, and writes keys that no one else can read', async () => {
    const site = await open(['studio.example', 'files.example']);
    expect(site.waitingFor).toContain('waiting for its certificate for studio.example, files.example');
    acme.staleNonces = 1;
    site.start(alone);
    await expect.poll(() => site.certificates.current).toBeDefined();
    expect(site.waitingFor).toBeUndefined();
    const { current } = site.certificates;
    expect(current?.covers('studio.example') && current.covers('files.example')).toBe(true);
    expect(
      new X509Certificate(current?.cert ?? '').verify(new X509Certificate(acme.authority.root).publicKey),
    ).toBe(true);
    const names = await readdir(folder, { recursive: true, withFileTypes: true });
    for (const entry of names) {
      const { mode } = await stat(join(entry.parentPath, entry.name));
      expect(mode & 0o777).toBe(entry.isDirectory() ? 0o700 : 0o600);
    }
    expect(
      names
        .filter((entry) => entry.isFile())
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(['account.pem', 'studio.example.pem']);
    expect(faults).toEqual([]);
  });

  it('finds it again at the next start, and keeps its account', async () => {
    const first = await open();
    first.start(alone);
    await expect.poll(() => first.certificates.current).toBeDefined();
    const [orders, accounts] = [acme.orders, acme.accounts];
    const second = await open();
    expect(second.certificates.current?.cert).toBe(first.certificates.current?.cert);
    second.start(alone);
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect([acme.orders, acme.accounts]).toEqual([orders, accounts]);
  });

  it('says why it gets none: the name, port 80, another server, the authority; then tries again', async () => {
    const reason = async (site: AcmeCertificates) => {
      site.start(alone);
      await expect.poll(() => faults.length).toBeGreaterThan(0);
      const [fault] = faults;
      await site.close();
      faults = [];
      return fault?.reason;
    };
    const slow = [60_000];
    expect(await reason(await open(['a.missing.example'], slow))).toMatch(
      /^a\.missing\.example was not found in DNS\. Create/,
    );
    const { httpPort: port } = acme;
    acme.httpPort = 1;
    const rejected = await open(['studio.example'], slow);
    expect(await reason(rejected)).toMatch(/could not connect to port 80 of studio\.example/);
    expect(rejected.waitingFor).toMatch(/port 80/);
    const other = createServer((_, response) => response.end('another server'));
    acme.httpPort = await listenOn(other, 0, '127.0.0.1');
    expect(await reason(await open(['studio.example'], slow))).toMatch(/^Another server answered at port 80/);
    other.close();
    acme.httpPort = port;
    opened = [];
    const site = await open(['studio.example']);
    acme.httpPort = 1;
    site.start(alone);
    await expect.poll(() => faults.length).toBeGreaterThan(1);
    acme.httpPort = port;
    await expect.poll(() => site.certificates.current).toBeDefined();
  });
});

describe('a program that only has the port for HTTPS', () => {
  const shake = async (port: number, protocols: string[]) => {
    const options = { host: '127.0.0.1', port, servername: 'studio.example', ALPNProtocols: protocols };
    const socket = connect({ ...options, rejectUnauthorized: false });
    await once(socket, 'secureConnect');
    const names = socket.getPeerX509Certificate()?.subjectAltName;
    socket.destroy();
    return { protocol: socket.alpnProtocol, names };
  };

  it('proves its names in the handshake, and renews while visitors get the certificate they know', async () => {
    const domains = ['studio.example', 'files.example'];
    acme.httpPort = 1;
    acme.validity = { fromDays: -61, days: 90 };
    const site = await open(domains, [60_000], 'tls-alpn');
    const server = createHttpServer({
      certificates: site.certificates,
      findReady: () => undefined,
      handle: (_request, response) => void response.end('hello'),
    });
    acme.tlsPort = await server.listen(0, '127.0.0.1');
    const seen: unknown[] = [];
    // While the authority asks, a visitor comes too.
    const asked = acme.onCheck(async () => {
      if (site.certificates.current) seen.push(await shake(acme.tlsPort, ['h2', 'http/1.1']));
    });
    site.start(alone);
    await expect.poll(() => site.certificates.current).toBeDefined();
    const first = site.certificates.current;
    acme.validity = {};
    await expect.poll(() => site.certificates.current !== first).toBe(true);
    asked();
    expect(faults).toEqual([]);
    expect(seen).toHaveLength(2);
    for (const one of seen)
      expect(one).toEqual({ protocol: 'http/1.1', names: 'DNS:studio.example, DNS:files.example' });
    // The challenge is removed, and the protocol is rejected without a request.
    expect(await readdir(join(folder, 'tls', 'challenges'))).toEqual([]);
    await expect(shake(acme.tlsPort, ['acme-tls/1'])).rejects.toThrow(/no application protocol/);
    expect(await shake(acme.tlsPort, ['http/1.1'])).toMatchObject({ protocol: 'http/1.1' });
    await server.close();
  });

  it('says that it is port 443 where the authority does not get through', async () => {
    const reason = async () => {
      const site = await open(['studio.example'], [60_000], 'tls-alpn');
      site.start(alone);
      await expect.poll(() => faults.length).toBe(1);
      return faults.pop()?.reason;
    };
    acme.tlsPort = 1;
    expect(await reason()).toMatch(/could not connect to port 443 of studio\.example/);
    const other = createTcpServer((socket) => void socket.on('error', () => undefined).end('another server'));
    await once(other.listen(0, '127.0.0.1'), 'listening');
    acme.tlsPort = (other.address() as { port: number }).port;
    expect(await reason()).toMatch(/^Another server answered at port 443/);
    other.close();
  });
});

describe('a certificate that ends', () => {
  it('is due thirty days before, or when a third of a short life is left, or when a name is missing', () => {
    const day = 86_400_000;
    const made = (agoDays: number, lifeDays: number) => ({
      cert: '',
      key: '',
      context: {} as never,
      validFromMs: Date.now() - agoDays * day,
      expiresAtMs: Date.now() + (lifeDays - agoDays) * day,
      covers: (name: string) => name === 'a.example',
    });
    expect(isDue(undefined, ['a.example'])).toBe(true);
    expect(isDue(made(59, 90), ['a.example'])).toBe(false);
    expect(isDue(made(61, 90), ['a.example'])).toBe(true);
    expect(isDue(made(300, 365), ['a.example'])).toBe(false);
    expect(isDue(made(3, 6), ['a.example'])).toBe(false);
    expect(isDue(made(5, 6), ['a.example'])).toBe(true);
    expect(isDue(made(1, 90), ['a.example', 'b.example'])).toBe(true);
  });

  it('is renewed while the old one is served, by one process at a time', async () => {
    acme.validity = { fromDays: -61, days: 90 };
    const [one, other] = [await open(), await open()];
    let holders = 0;
    let maxHolders = 0;
    const together: WithLock = async (work) => {
      if (holders > 0) return false;
      holders += 1;
      maxHolders = Math.max(maxHolders, holders);
      acme.validity = acme.issued.length > 0 ? {} : acme.validity;
      await work().finally(() => {
        holders -= 1;
      });
      return true;
    };
    one.start(together);
    other.start(together);
    const isFresh = (site: AcmeCertificates) =>
      site.certificates.current !== undefined && !isDue(site.certificates.current, ['studio.example']);
    await expect.poll(() => isFresh(one) && isFresh(other)).toBe(true);
    expect(maxHolders).toBe(1);
    const pem = await readFile(
      join(
        folder,
        'tls',
        (await readdir(join(folder, 'tls'))).find((name) => name !== 'challenges') ?? '',
        'studio.example.pem',
      ),
      'utf8',
    );
    expect(pem).toMatch(/^-----BEGIN PRIVATE KEY-----/);
  });
});
