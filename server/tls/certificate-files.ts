// The certificate that is served: read from files, and again when they change, without a restart. Files are looked at
// every few seconds instead of watched, because renewals replace links and folders, which watchers lose.
import { readFile } from 'node:fs/promises';
import type { SecureContext } from 'node:tls';
import type { Logger } from '../logger.ts';
import { type Certificate, CertificateError, readCertificate, requireUsable } from './certificate.ts';

export interface Certificates {
  /** Undefined until there is one. */
  readonly current: Certificate | undefined;
  /** Calls the listener now if there is a certificate, and whenever it changes. */
  follow(listener: (certificate: Certificate) => void): void;
  /** The certificate for this host's TLS-ALPN-01 challenge, while there is one. */
  challengeFor?(host: string): SecureContext | undefined;
  /** Looks at the files at once. */
  reload(): Promise<void>;
  close(): void;
}

export interface CertificateFilesOptions {
  certFile: string;
  keyFile: string;
  /** What visitors call the site. */
  host: string;
  log: Pick<Logger, 'info' | 'error'>;
  /** No certificate yet is no error: one is on its way. */
  mayBeMissing?: boolean;
  checkMs?: number;
}

const CHECK_MS = 10_000;

export async function openCertificateFiles(options: CertificateFilesOptions): Promise<Certificates> {
  const { certFile, keyFile, host, log, mayBeMissing = false, checkMs = CHECK_MS } = options;
  const listeners = new Set<(certificate: Certificate) => void>();
  let current: Certificate | undefined;
  let loaded = '';
  let lastSeen = '';
  let lastFault = '';

  async function load({ isSettled }: { isSettled: boolean }): Promise<void> {
    const [cert, key] = await Promise.all([read(certFile), read(keyFile)]);
    const seen = `${cert}\n${key}`;
    // Files that are just being written are half of something: they count when they look the same twice.
    const isNew = seen !== loaded && (isSettled || seen === lastSeen);
    lastSeen = seen;
    if (!isNew) return;
    loaded = seen;
    const certificate = readCertificate({ cert, key }, { certName: certFile, keyName: keyFile });
    requireUsable(certificate, certFile, host);
    current = certificate;
    for (const listener of listeners) listener(certificate);
  }

  async function reload(options = { isSettled: true }): Promise<void> {
    const before = current;
    try {
      await load(options);
      if (current && current !== before)
        log.info({ expires: new Date(current.expiresAtMs) }, 'certificate loaded');
    } catch (error) {
      if (mayBeMissing && isMissing(error)) return;
      const message = error instanceof Error ? error.message : String(error);
      if (message !== lastFault) log.error({ reason: message }, 'the certificate cannot be used');
      lastFault = message;
    }
  }

  if (mayBeMissing) await reload();
  else await load({ isSettled: true });
  const timer = setInterval(() => void reload({ isSettled: false }), checkMs).unref();
  return {
    get current() {
      return current;
    },
    follow(listener) {
      listeners.add(listener);
      if (current) listener(current);
    },
    reload: () => reload(),
    close: () => clearInterval(timer),
  };
}

async function read(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    const why = code === 'ENOENT' ? 'it does not exist' : code === 'EACCES' ? 'permission denied' : code;
    throw new CertificateError(`${file} cannot be read (${why}).`, { cause: error });
  }
}

function isMissing(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause && cause.code === 'ENOENT';
}
