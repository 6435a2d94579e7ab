// Builds the storage service: a handler for everything below /storage/v1. Opens no port and reads no environment.
import { join } from 'node:path';
import { openCallerPool } from '#backend/database/run-as-caller.ts';
import { bearerToken, type IdentifyCaller } from '#backend/gateway/identify-caller.ts';
import type { Share } from '#backend/queue/fair-queue.ts';
import type { Caller } from '#contracts/caller.ts';
import type { Sql } from '../database/driver/sql.ts';
import type { Pictures } from '../pictures/open-pictures.ts';
import { openDiskStore } from './blobs/disk-store.ts';
import type { S3Options } from './blobs/s3-client.ts';
import { openS3Store } from './blobs/s3-store.ts';
import { openStaging } from './blobs/staging.ts';
import { createCallerDatabase } from './caller-database.ts';
import type { StorageContext } from './context.ts';
import { errors, renderError, type StorageError, storageErrorOf } from './errors.ts';
import { createMatchRoute } from './http/match-route.ts';
import { readAway } from './http/request-body.ts';
import { createSignedTokens } from './http/signed-tokens.ts';
import { openRenders } from './images/renders.ts';
import { createRemovals } from './removals.ts';
import { openResumableUploads } from './resumable/resumable-uploads.ts';
import { routes } from './routes.ts';
import type { S3Access } from './s3/authenticate.ts';
import { openMultipartUploads } from './s3/multipart-uploads.ts';
import { createS3Handler } from './s3/router.ts';

export interface StorageOptions {
  /** The service's own login; callers' connections are made with the same one. */
  sql: Sql;
  /** Where bytes are stored, or with S3 wait to be sent there. */
  directory: string;
  /** Store objects in a bucket of an S3 store instead of the directory. */
  s3?: S3Options;
  pictures: Pictures;
  jwtSecret: string;
  /** Whether a request came to an origin that serves nothing but uploads. */
  isStorageOrigin?: (request: Request) => boolean;
  fileSizeLimitBytes: number;
  maxConnections?: number;
  /** Whose share of the callers' connections a request counts in; without it, first come, first served. */
  shareOf?: (request: Request, caller: Caller) => Share | undefined;
  /** How long a signed upload link is good for. */
  signedUploadS?: number;
  /** Who may use the S3 protocol; without it there is none. */
  s3Access?: S3Access;
  version?: string;
  onError?: (message: string, error: unknown) => void;
}

export interface Storage {
  /** `path` is what follows /storage/v1. */
  handle(request: Request, path: string, search: string, identifyCaller: IdentifyCaller): Promise<Response>;
  /** Throws when files can neither be stored nor read. */
  check(): Promise<void>;
  /** Removes bytes that no row names any more; happens by itself too. */
  sweep(): Promise<void>;
  close(): Promise<void>;
}

const anonymous: Caller = { role: 'anon', claims: { role: 'anon' } };
const twoHoursS = 7200;

export async function createStorage(options: StorageOptions): Promise<Storage> {
  const { sql, directory } = options;
  const onError = options.onError ?? (() => undefined);
  const blobs = options.s3 ? await openS3Store(options.s3) : await openDiskStore(join(directory, 'objects'));
  const renders = await openRenders({
    directory: join(directory, 'renders'),
    blobs,
    pictures: options.pictures,
  });
  const context: StorageContext = {
    sql,
    database: createCallerDatabase(
      openCallerPool(sql, {
        maxConnections: options.maxConnections ?? 8,
        applicationName: 'onda storage',
      }),
      (call) => options.shareOf?.(call.request, call.caller),
    ),
    blobs,
    staging: await openStaging(join(directory, 'incoming')),
    resumable: await openResumableUploads(join(directory, 'resumable')),
    removals: createRemovals({ sql, blobs, onRemoved: renders.forget, onError }),
    renders,
    multipart: await openMultipartUploads(join(directory, 'multipart')),
    version: options.version ?? 'onda',
    tokens: createSignedTokens(options.jwtSecret),
    isStorageOrigin: options.isStorageOrigin ?? (() => false),
    fileSizeLimitBytes: options.fileSizeLimitBytes,
    signedUploadS: options.signedUploadS ?? twoHoursS,
  };
  const matchRoute = createMatchRoute(routes);
  const s3 = options.s3Access && createS3Handler(context, options.s3Access, onError);
  context.removals.nudge();

  async function answer(request: Request, path: string, search: string, identifyCaller: IdentifyCaller) {
    const match = matchRoute(request.method, path);
    if (!match) throw errors.notFound(`${request.method}:${path}`);
    const [, , access, endpoint] = match.route;
    const caller = access === 'caller' ? await identify(request.headers, identifyCaller) : anonymous;
    const query = new URLSearchParams(search);
    return endpoint(context, { request, path, query, params: match.params, caller });
  }

  return {
    async handle(request, path, search, identifyCaller) {
      if (s3 && /^\/s3(\/|$)/.test(path))
        return s3.handle(request, path.slice('/s3'.length), search, identifyCaller);
      try {
        return await answer(request, path, search, identifyCaller);
      } catch (error) {
        const known = storageErrorOf(error);
        if (known.statusCode >= 500)
          onError(`${request.method} /storage/v1${path} failed`, known.cause ?? known);
        const failure = (path.startsWith('/upload/resumable') ? renderTusError : renderError)(known);
        if (!(await readAway(request))) failure.headers.set('connection', 'close');
        return failure;
      }
    },
    check: () => blobs.check(),
    async sweep() {
      await context.removals.sweep();
      await context.multipart.sweep();
    },
    async close() {
      context.resumable.close();
      context.multipart.close();
      await context.removals.close();
      await context.database.close();
      await blobs.close();
    },
  };
}

/** Who brings nothing at all is not taken for the public: they forgot something. */
async function identify(headers: Headers, identifyCaller: IdentifyCaller): Promise<Caller> {
  if (bearerToken(headers) === undefined && !headers.get('apikey'))
    throw errors.accessDenied('Invalid Compact JWS');
  return identifyCaller(headers);
}

/** Clients of the resumable protocol go by the status itself, and show the sentence as it is. */
function renderTusError({ statusCode, message, headers }: StorageError): Response {
  return new Response(`${TUS_MESSAGES[message] ?? message}\n`, {
    status: statusCode,
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      'tus-resumable': '1.0.0',
      ...headers,
    },
  });
}

/** What the reference server of the protocol says in these cases. */
const TUS_MESSAGES: Record<string, string> = {
  'Upload not found': 'The file for this url was not found',
  'The object exceeded the maximum allowed size': 'Maximum size exceeded',
};
