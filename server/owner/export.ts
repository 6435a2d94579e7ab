import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Sql } from '#backend/database/driver/sql.ts';
import type { S3Options } from '#backend/storage/blobs/s3-client.ts';
import type { Person } from '#contracts/visitor.ts';
import { writeZip } from '../archive/write-zip.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { settleFormat } from '../backup/dump-database.ts';
import { ApiError } from '../http-kit/api-error.ts';
import { requireOurPages } from '../http-kit/same-origin.ts';
import type { Logger } from '../logger.ts';
import { openBlobs } from '../open-blobs.ts';
import { exportEntries } from './export-entries.ts';

export interface ExportOptions {
  sql: Sql;
  dataDir: string;
  s3: S3Options | undefined;
  siteUrl: string;
  log: Logger;
}

export function createExport({ sql, dataDir, s3, siteUrl, log }: ExportOptions) {
  let isUnderWay = false;
  return async ({ request, person }: { request: Request; person: Person }): Promise<Response> => {
    // A link on another site must not start it with the owner's cookie.
    if (request.headers.get('sec-fetch-site') !== null && request.headers.get('sec-fetch-site') !== 'none')
      requireOurPages(request, siteUrl);
    if (isUnderWay)
      throw new ApiError(
        409,
        'export_running',
        'An export is already running. Try again when it has finished.',
      );
    isUnderWay = true;
    const out = new PassThrough({ highWaterMark: 1 << 20 });
    // A client that left before the first byte was read would leave the export, and its transaction, open.
    request.signal.addEventListener('abort', () => out.destroy(), { once: true });
    try {
      await writeAudit(sql, { area: 'export', action: 'exported_everything', actorId: person.id });
      const blobs = await openBlobs({ s3, dataDir });
      const writing = sql.begin('isolation level repeatable read, read only', async (within) => {
        await settleFormat(within);
        await pipeline(Readable.from(writeZip(exportEntries(within, { blobs, dataDir, siteUrl }))), out);
      });
      writing
        .catch((error: unknown) => {
          out.destroy();
          log.warn({ err: error }, 'the export was interrupted');
        })
        .finally(() => {
          isUnderWay = false;
        });
    } catch (error) {
      isUnderWay = false;
      throw error;
    }
    const day = new Date().toISOString().slice(0, 10);
    return new Response(Readable.toWeb(out) as ReadableStream<Uint8Array>, {
      headers: {
        'content-type': 'application/zip',
        'content-disposition': `attachment; filename="studio-${day}.zip"`,
      },
    });
  };
}
