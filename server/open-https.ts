// HTTPS by the program itself, put together: the certificate from files or by ACME, and the port for plain HTTP beside it.
import type { Sql } from '#backend/database/driver/sql.ts';
import type { Config } from './config.ts';
import { createHttpPort, listenOn } from './http/http-port.ts';
import type { Logger } from './logger.ts';
import { type AcmeCertificates, openAcmeCertificates, type WithLock } from './tls/acme-certificates.ts';
import { type Certificates, openCertificateFiles } from './tls/certificate-files.ts';
import type { TlsConfig } from './tls/tls-config.ts';

export interface Https {
  readonly certificates: Certificates;
  /** Opens the port for plain HTTP and fetches what certificates are needed; answers the port's number. */
  listen(sql: Sql): Promise<number | undefined>;
  close(): Promise<void>;
}

export type HttpsConfig = Pick<Config, 'tls' | 'siteUrl' | 'storageUrl' | 'apiBaseUrl' | 'host' | 'dataDir'>;

// Any number that nothing else in this database uses: "acme" in ASCII.
const LOCK = 0x61636d65;

/** Undefined without TLS of our own. Throws one clear line for a certificate that cannot be used. */
export async function openHttps(config: HttpsConfig, log: Logger): Promise<Https | undefined> {
  const { tls } = config;
  if (!tls) return undefined;
  const host = new URL(config.siteUrl).hostname;
  const acme = tls.files ? undefined : await openAcme(config.dataDir, tls, host, log);
  const certificates = acme?.certificates ?? (await openFiles(tls, host, log));
  const httpPort =
    tls.httpPort === undefined
      ? undefined
      : createHttpPort({
          siteUrl: config.siteUrl,
          otherOrigins: otherOrigins(config),
          challengeOf: async (token) => acme?.challengeOf(token),
          waitingFor: () => acme?.waitingFor,
        });
  return {
    certificates,
    async listen(sql) {
      const port = httpPort && (await listenOn(httpPort, tls.httpPort ?? 0, config.host));
      acme?.start(createDatabaseLock(sql));
      return port;
    },
    async close() {
      certificates.close();
      await acme?.close();
      httpPort?.closeAllConnections();
      if (httpPort?.listening) await new Promise((resolve) => httpPort.close(resolve));
    },
  };
}

function openFiles({ files }: TlsConfig, host: string, log: Logger): Promise<Certificates> {
  return openCertificateFiles({ certFile: files?.cert ?? '', keyFile: files?.key ?? '', host, log });
}

function openAcme(dataDir: string, tls: TlsConfig, host: string, log: Logger): Promise<AcmeCertificates> {
  return openAcmeCertificates({ dataDir, domains: tls.domains, host, ...tls.acme, log });
}

/** Processes on one database take turns; the lock of a dead one ends with its connection. */
function createDatabaseLock(sql: Sql): WithLock {
  return async (work) => {
    const connection = await sql.reserve();
    try {
      const [row] = await connection<{ isMine: boolean }[]>`
        select pg_try_advisory_lock(${LOCK}) as "isMine"`;
      if (!row?.isMine) return false;
      try {
        await work();
      } finally {
        await connection`select pg_advisory_unlock(${LOCK})`;
      }
      return true;
    } finally {
      connection.release();
    }
  };
}

function otherOrigins({ storageUrl, apiBaseUrl }: HttpsConfig): string[] {
  return [storageUrl, apiBaseUrl].flatMap((url) => (url?.startsWith('https:') ? [new URL(url).origin] : []));
}
