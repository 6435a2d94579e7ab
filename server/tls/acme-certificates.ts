// Gets the certificate by ACME and renews it in time. Account key, certificate and open questions lie in
// DATA_DIR/tls, so that every process on this folder answers and serves them; one of them fetches at a time.
import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { chmod, mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createSecureContext, type SecureContext } from 'node:tls';
import { t } from '#app/language/messages.ts';
import { createFileOnce, replaceFile } from '../data-directory.ts';
import type { Logger } from '../logger.ts';
import {
  AcmeError,
  type ChallengeKind,
  directoryName,
  fetchCertificate,
  type OpenChallenge,
} from './acme-client.ts';
import type { Certificate } from './certificate.ts';
import { type Certificates, openCertificateFiles } from './certificate-files.ts';
import { createCertificateRequest } from './certificate-request.ts';
import { createChallengeCertificate } from './challenge-certificate.ts';
import { explainAcmeFailure } from './explain-acme-failure.ts';

export interface AcmeCertificatesOptions {
  dataDir: string;
  domains: readonly string[];
  host: string;
  directoryUrl: string;
  email?: string;
  challenge: ChallengeKind;
  log: Logger;
  pollMs?: number;
  /** Waits after failures, the last again and again; for tests. */
  retryMs?: readonly number[];
  checkMs?: number;
}

/** Runs the work while no other process does; answers false when another one is at it. */
export type WithLock = (work: () => Promise<void>) => Promise<boolean>;

export interface AcmeCertificates {
  readonly certificates: Certificates;
  /** Why there is no certificate yet; undefined once there is one. */
  readonly waitingFor: string | undefined;
  challengeOf(token: string): Promise<string | undefined>;
  /** From now on the certificate is fetched and renewed. */
  start(withLock: WithLock): void;
  close(): Promise<void>;
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const CHECK_MS = 60 * MINUTE_MS;
const RENEW_BEFORE_MS = 30 * DAY_MS;
// Let's Encrypt allows five failed checks an hour for a name.
const RETRY_MS = [2, 15, 30, 60, 180, 360, 720].map((minutes) => minutes * MINUTE_MS);

export async function openAcmeCertificates(options: AcmeCertificatesOptions): Promise<AcmeCertificates> {
  const { dataDir, domains, host, directoryUrl, challenge, log } = options;
  const { checkMs = CHECK_MS, retryMs = RETRY_MS } = options;
  const folder = join(dataDir, 'tls', directoryName(directoryUrl));
  const challenges = join(dataDir, 'tls', 'challenges');
  const file = join(folder, `${domains[0]}.pem`);
  const accountFile = join(folder, 'account.pem');
  for (const path of [join(dataDir, 'tls'), folder, challenges]) {
    await mkdir(path, { recursive: true });
    await chmod(path, 0o700);
  }
  const certificates = await openCertificateFiles({
    certFile: file,
    keyFile: file,
    host,
    log,
    mayBeMissing: true,
  });
  const stopping = new AbortController();
  let failures = 0;
  let failure: string | undefined;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();

  async function accountKey() {
    const made = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
    const pem = made.export({ type: 'pkcs8', format: 'pem' }).toString();
    await createFileOnce(accountFile, pem, 0o600);
    return createPrivateKey(await readFile(accountFile));
  }

  /** A token has no dot, so a request to port 80 never reaches another file. */
  function challengeFile({ domain, token }: OpenChallenge): string {
    return join(challenges, challenge === 'http' ? token : `${domain}.pem`);
  }

  function contentOf({ domain, answer }: OpenChallenge): string {
    return challenge === 'http' ? answer : createChallengeCertificate(domain, answer);
  }

  /** In the middle of a handshake, which does not wait; the file is there for seconds, a few times a year. */
  function challengeFor(name: string): SecureContext | undefined {
    if (!domains.includes(name)) return undefined;
    try {
      const pem = readFileSync(join(challenges, `${name}.pem`), 'utf8');
      return createSecureContext({ cert: pem, key: pem });
    } catch {
      return undefined;
    }
  }

  async function renew(): Promise<void> {
    // Another process may have fetched it while this one waited.
    await certificates.reload();
    if (!isDue(certificates.current, domains)) return;
    log.info({ domains, directory: directoryUrl }, 'requesting a certificate');
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const chain = await fetchCertificate(
      {
        directoryUrl,
        accountKey: await accountKey(),
        email: options.email,
        challenge,
        publish: (open) => replaceFile(challengeFile(open), contentOf(open), 0o600),
        unpublish: (open) => rm(challengeFile(open), { force: true }),
        signal: stopping.signal,
        pollMs: options.pollMs,
      },
      { domains, csr: createCertificateRequest(privateKey, domains) },
    );
    // One file for both: a crash between two would leave a key without its certificate.
    await replaceFile(file, `${privateKey.export({ type: 'pkcs8', format: 'pem' })}${chain}`, 0o600);
    await certificates.reload();
  }

  async function round(withLock: WithLock): Promise<void> {
    let nextMs = checkMs;
    try {
      if (isDue(certificates.current, domains)) {
        const isMine = await withLock(renew);
        if (!isMine) nextMs = Math.min(checkMs, MINUTE_MS);
      }
      failures = 0;
      failure = undefined;
    } catch (error) {
      if (stopping.signal.aborted) return;
      const waitMs = retryMs[Math.min(failures, retryMs.length - 1)] ?? checkMs;
      const askedMs = error instanceof AcmeError ? (error.retryAfterS ?? 0) * 1000 : 0;
      nextMs = Math.max(waitMs, Math.min(askedMs, DAY_MS));
      failures += 1;
      failure = explainAcmeFailure(error, { domains, challenge });
      log.error(
        { reason: failure, detail: String(error), retryInS: Math.round(nextMs / 1000) },
        'the certificate could not be issued',
      );
    }
    if (stopping.signal.aborted) return;
    timer = setTimeout(() => {
      running = round(withLock);
    }, nextMs).unref();
  }

  return {
    certificates: Object.assign(certificates, { challengeFor }),
    get waitingFor() {
      if (certificates.current) return undefined;
      return failure ?? t('server.pages.waiting_for_certificate', { domains: domains.join(', ') });
    },
    challengeOf: (token) => readFile(join(challenges, token), 'utf8').catch(() => undefined),
    start(withLock) {
      running = round(withLock);
    },
    async close() {
      stopping.abort();
      clearTimeout(timer);
      certificates.close();
      await running;
    },
  };
}

/** Thirty days before the end, or when a third of a shorter life is left; and when a name is missing. */
export function isDue(certificate: Certificate | undefined, domains: readonly string[]): boolean {
  if (!certificate) return true;
  const { validFromMs, expiresAtMs } = certificate;
  const leadMs = Math.min(RENEW_BEFORE_MS, (expiresAtMs - validFromMs) / 3);
  return Date.now() > expiresAtMs - leadMs || !domains.every((domain) => certificate.covers(domain));
}
