// The station inside the studio: programme and journal from the database, demo music, routes, and the sockets of
// listeners. Without it (RADIO_STREAM_URL is set) the player plays somebody else's stream.

import { mkdir } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { Hono } from 'hono';
import type { Sql } from 'postgres';
import type { FetchHandler } from '#contracts/fetch-handler.ts';
import { createRadio, type Radio } from '#radio/create-radio.ts';
import { createConverter } from '#radio/library/converter.ts';
import { streamHead } from '#radio/mount/stream-head.ts';
import type { VisitorClients } from '../accounts/visitor-client.ts';
import { ApiError, apiErrors } from '../api/api-error.ts';
import type { Config } from '../config.ts';
import type { Logger } from '../logger.ts';
import { createBrowserLive } from './browser-live.ts';
import { createDatabaseJournal } from './database-journal.ts';
import { addDemoLibrary, loadFallback } from './demo-library.ts';
import { createDeskRoutes } from './desk-routes.ts';
import { followProgramme } from './follow-programme.ts';
import { createListeningRoutes, icecastStatus } from './listening-routes.ts';
import { createNowPlayingEvents } from './now-playing-events.ts';
import { createPublicRoutes } from './public-routes.ts';
import { type Live, startLive } from './start-live.ts';
import { readStreamRequest, type StreamRequest } from './stream-request.ts';

export interface StartRadioOptions {
  config: Pick<Config, 'dataDir' | 'siteUrl' | 'demo' | 'host' | 'radio' | 'storage'>;
  sql: Sql;
  databaseUrl: string;
  clientIp: (request: Request) => string;
  /** Who asks; without it there is no desk, only listening and source clients. */
  clients?: VisitorClients;
  secret: string;
  log: Logger;
  /** Recordings shorter than this are thrown away. */
  shortestRecordingMs?: number;
}

export interface RadioService {
  readonly radio: Radio;
  readonly live: Live;
  handles(path: string): boolean;
  fetch: FetchHandler;
  /** For a head that asks for the stream: what to do with its socket. */
  claim(head: string): ((socket: Socket) => void) | undefined;
  listen(socket: Socket, request: StreamRequest): void;
  /** A host's browser goes live. */
  upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): void;
  close(): Promise<void>;
}

const MINUTE_MS = 60_000;
const PATHS = /^\/(radio\/(live\.\w+|hls\/|covers\/|episodes\/|podcast)|api\/radio(\/|$)|status-json\.xsl$)/;

export async function startRadio(options: StartRadioOptions): Promise<RadioService> {
  const { config, sql, databaseUrl, clientIp, log } = options;
  const folder = join(config.dataDir, 'radio');
  await mkdir(folder, { recursive: true });
  const journal = createDatabaseJournal(sql, log);
  const radio = await createRadio({
    folder,
    siteUrl: config.siteUrl,
    fallbackFrames: await loadFallback(),
    journal,
  });
  const follower = followProgramme({
    sql,
    databaseUrl,
    log,
    onProgramme: (programme) => radio.setProgramme(programme),
  });
  await follower.reload();
  radio.start();
  const stopMaking = new AbortController();
  const making = config.demo
    ? addDemoLibrary({ radio, sql, folder, signal: stopMaking.signal, log, onAdded: () => follower.reload() })
    : Promise.resolve();
  const events = createNowPlayingEvents(radio);

  function listen(socket: Socket, { wantsIcy, client, isPreload }: StreamRequest): void {
    socket.on('error', () => socket.destroy());
    if (isPreload) {
      socket.end(Buffer.concat([streamHead(radio.station, { wantsIcy: false }), radio.sample()]));
      return;
    }
    // Nothing more is expected from a listener, but an end that nobody reads would never be noticed.
    socket.resume();
    socket.once('end', () => socket.destroy());
    radio.join(socket, { address: socket.remoteAddress ?? '', client, wantsIcy });
  }

  const startedAt = new Date();
  const live = startLive({
    radio,
    sql,
    journal,
    folder,
    host: config.host,
    port: config.radio.sourcePort,
    status: () => icecastStatus(radio, config.siteUrl, startedAt),
    onListener: (socket, head) => listen(socket, { ...head, isPreload: false }),
    shortestRecordingMs: options.shortestRecordingMs,
    log,
  });

  const routes = createRadioRoutes();
  const browserLive =
    options.clients &&
    createBrowserLive({ desk: live.desk, sql, clients: options.clients, siteUrl: config.siteUrl });
  const sampling = setInterval(() => journal.sampleAudience(radio), MINUTE_MS);
  sampling.unref();

  function createRadioRoutes(): Hono {
    const { siteUrl } = config;
    const app = new Hono();
    app.route('/', createListeningRoutes({ radio, events, siteUrl, clientIp }));
    app.route('/', createPublicRoutes({ radio, sql, folder, siteUrl, secret: options.secret, clientIp }));
    if (options.clients) {
      const { clients } = options;
      const converter = createConverter();
      const mostUploadBytes = config.storage.fileSizeLimitBytes;
      const reload = () => follower.reload();
      app.route(
        '/',
        createDeskRoutes({
          radio,
          live,
          sql,
          converter,
          clients,
          folder,
          siteUrl,
          mostUploadBytes,
          clientIp,
          reload,
        }),
      );
    }
    app.notFound(({ req }) => apiErrors.missing(req.path).toResponse());
    app.onError((error, { req }) => {
      if (error instanceof ApiError) return error.toResponse();
      log.error({ err: error, path: req.path }, 'the radio failed to answer');
      return apiErrors.unexpected().toResponse();
    });
    return app;
  }

  return {
    radio,
    live,
    upgrade: (request, stream, head) => browserLive?.upgrade(request, stream, head),
    handles: (path) => PATHS.test(path),
    fetch: (request) => routes.fetch(request),
    claim(head) {
      const request = readStreamRequest(head);
      return request && ((socket) => listen(socket, request));
    },
    listen,
    async close() {
      stopMaking.abort();
      clearInterval(sampling);
      events.close();
      browserLive?.close();
      await live.close();
      await making;
      await follower.close();
      await radio.close();
      await journal.close();
    },
  };
}
