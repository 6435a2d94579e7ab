// The station inside the studio: programme and log in the database, demo music, routes, and the sockets of
// listeners. Without it (RADIO_STREAM_URL is set) the player plays an external stream.

import { mkdir } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import type { Sql } from 'postgres';
import type { RateLimiter } from '#backend/limits/rate-limiter.ts';
import type { FetchHandler } from '#contracts/fetch-handler.ts';
import { createRadio, type Radio } from '#radio/create-radio.ts';
import { createConverter } from '#radio/library/converter.ts';
import { createRecordingSpace } from '#radio/live/recording-space.ts';
import type { IcecastPush } from '#radio/mount/icecast-push.ts';
import type { VisitorClients } from '../accounts/visitor-client.ts';
import type { Config } from '../config.ts';
import type { ClientConnections } from '../http/client-connections.ts';
import { rejectUpgrade } from '../http/reject-upgrade.ts';
import { createProxyTrust, plainAddress } from '../http/trusted-proxies.ts';
import type { Logger } from '../logger.ts';
import type { Certificates } from '../tls/certificate-files.ts';
import { askStation } from './ask-station.ts';
import { createBrowserLive } from './browser-live.ts';
import { createDatabaseStationLog } from './database-station-log.ts';
import { removeDeletedFiles } from './delete-unused-files.ts';
import { addDemoLibrary, loadFallback } from './demo-library.ts';
import { electStation } from './elect-station.ts';
import { followProgramme } from './follow-programme.ts';
import { forwardUpgrade } from './forward-upgrade.ts';
import { icecastStatus } from './listening-routes.ts';
import { createNowPlayingEvents } from './now-playing-events.ts';
import { createSourceConnections } from './open-source-connection.ts';
import { createRadioRoutes } from './radio-routes.ts';
import { type Relay, reachableUrl, startRelay } from './relay.ts';
import { createRelayMark } from './relay-mark.ts';
import { type Listening, serveListeners } from './serve-listeners.ts';
import { type Live, type LiveOptions, startLive } from './start-live.ts';
import { startPush } from './start-push.ts';
import { headersOf, readStreamRequest } from './stream-request.ts';

export interface StartRadioOptions {
  config: Pick<Config, 'dataDir' | 'siteUrl' | 'demo' | 'host' | 'port' | 'radio' | 'storage'> &
    Partial<Pick<Config, 'trustedProxies'>>;
  /** With them the source port speaks TLS, too. */
  certificates?: Certificates;
  sql: Sql;
  databaseUrl: string;
  clientIp: (request: Request) => string;
  /** Who listens and who goes live, behind proxies too; without it the peer of the socket. */
  connections?: ClientConnections;
  /** Clients of visitors; without them there is no dashboard, only listening and source clients. */
  clients?: VisitorClients;
  secret: string;
  limiter: RateLimiter;
  /** Checked before a song request is accepted. */
  isHuman?: (request: Request, token: string) => Promise<boolean>;
  log: Logger;
  /** Recordings shorter than this are thrown away. */
  shortestRecordingMs?: number;
  /** Silence of a live source that is borne. */
  maxSilenceMs?: number;
  recheckMs?: LiveOptions['recheckMs'];
  sourceLimits?: LiveOptions['sourceLimits'];
  sourceSenderOf?: LiveOptions['sourceSenderOf'];
}

export interface RadioService {
  readonly radio: Radio;
  readonly live: Live;
  /** False while another process on the same database is the station and this one relays it. */
  readonly isStation: boolean;
  handles(path: string): boolean;
  fetch: FetchHandler;
  /** For a request head for the stream: what to do with its socket. */
  claim(head: string): ((socket: Socket) => void) | undefined;
  listen(socket: Socket, listening: Listening): void;
  /** A host's browser goes live. */
  upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): void;
  close(): Promise<void>;
}

const MINUTE_MS = 60_000;
// Routes that only need the database. The visitor's own address is known here, for limits and mutes.
const NEEDS_NO_STATION = /^\/api\/radio\/(chat|requests)$/;
const PATHS = /^\/(radio\/(live\.\w+|hls\/|covers\/|episodes\/|podcast)|api\/radio(\/|$)|status-json\.xsl$)/;

export async function startRadio(options: StartRadioOptions): Promise<RadioService> {
  const { config, sql, databaseUrl, clientIp, connections, clients, secret, limiter, isHuman, log } = options;
  const { certificates } = options;
  const { siteUrl } = config;
  const mark = createRelayMark(secret);
  const visitorIp = (request: Request) =>
    mark.addressOf((name) => request.headers.get(name) ?? undefined) ?? clientIp(request);
  const folder = join(config.dataDir, 'radio');
  await mkdir(folder, { recursive: true });
  const stationLog = createDatabaseStationLog(sql, log);
  let isStation = false;
  let relay: Relay | undefined;
  let push: IcecastPush | undefined;
  let making: Promise<void> = Promise.resolve();
  const stopMaking = new AbortController();
  const startedAt = new Date();
  const radio = await createRadio({
    folder,
    siteUrl,
    fallbackFrames: await loadFallback(),
    stationLog,
    isStation: () => isStation,
  });
  const episodes = join(folder, 'episodes');
  const space = createRecordingSpace({ folder: episodes, maxBytes: config.radio.recordingsLimitBytes });
  const follower = followProgramme({
    sql,
    databaseUrl,
    log,
    onProgramme(programme) {
      radio.setProgramme(programme);
      if (isStation) void removeDeletedFiles(sql, episodes, log);
    },
  });
  await follower.reload();
  const listen = serveListeners(radio);
  const live = startLive({
    radio,
    sql,
    stationLog,
    folder,
    host: config.radio.sourceHost ?? config.host,
    port: config.radio.sourcePort,
    openConnection: createSourceConnections({
      isTrustedProxy: createProxyTrust(config.trustedProxies),
      certificates,
    }),
    isTls: certificates !== undefined,
    status: () => icecastStatus(radio, siteUrl, startedAt),
    onListener: (socket, head) => listen(socket, { ...head, isPreload: false }),
    shortestRecordingMs: options.shortestRecordingMs,
    maxSilenceMs: options.maxSilenceMs,
    recheckMs: options.recheckMs,
    sourceLimits: options.sourceLimits,
    sourceSenderOf: options.sourceSenderOf,
    space,
    limiter,
    log,
  });
  const events = createNowPlayingEvents(radio);
  const routes = createRadioRoutes({
    radio,
    live,
    events,
    sql,
    converter: createConverter(),
    space,
    clients,
    folder,
    siteUrl,
    secret,
    limiter,
    isHuman,
    maxUploadBytes: config.storage.fileSizeLimitBytes,
    clientIp: visitorIp,
    reload: () => follower.reload(),
    log,
  });
  const originOf = (request: IncomingMessage) =>
    `${connections?.of(request).scheme ?? 'http'}://${request.headers.host || 'localhost'}`;
  const addressOf = (request: IncomingMessage) =>
    mark.addressOf((name) => request.headers[name]?.toString()) ??
    connections?.of(request).address ??
    plainAddress(request.socket.remoteAddress ?? '');
  const browserLive =
    clients &&
    createBrowserLive({ liveControl: live.liveControl, sql, clients, siteUrl, limiter, addressOf, originOf });
  const sampling = setInterval(() => {
    if (isStation) stationLog.sampleAudience(radio);
  }, MINUTE_MS);
  sampling.unref();

  function becomeStation(): void {
    isStation = true;
    relay?.close();
    relay = undefined;
    log.info('this process is the station');
    live.open();
    void removeDeletedFiles(sql, episodes, log);
    if (config.demo) {
      making = making.then(() =>
        addDemoLibrary({
          radio,
          sql,
          folder,
          signal: stopMaking.signal,
          log,
          onAdded: () => follower.reload(),
        }),
      );
    }
    if (config.radio.icecastPushUrl) push ??= startPush(radio, config.radio.icecastPushUrl, log);
  }

  /** Two processes must not let two hosts be live: at once, also while the station is not known yet. */
  function stepDown(): void {
    isStation = false;
    live.shut();
  }

  function becomeRelay(url: string): void {
    stepDown();
    relay?.close();
    push?.close();
    push = undefined;
    log.info({ station: url }, 'another process is the station; this one relays it');
    relay = startRelay(radio, url, { mark, clientIp });
  }

  const election = await electStation({
    databaseUrl,
    ownUrl: reachableUrl(config.host, config.port),
    onElected: becomeStation,
    onLost: stepDown,
    onOther: becomeRelay,
    log,
  });
  radio.start();

  return {
    radio,
    live,
    get isStation() {
      return isStation;
    },
    upgrade(request, stream, head) {
      // Two processes must not let two hosts be live.
      if (relay)
        return forwardUpgrade(relay.stationUrl, request, {
          stream,
          head,
          headers: mark.headersFor(addressOf(request)),
        });
      if (browserLive) browserLive.upgrade(request, stream, head);
      else rejectUpgrade(stream, 404);
    },
    handles: (path) => PATHS.test(path),
    fetch(request) {
      const asksStation = !NEEDS_NO_STATION.test(new URL(request.url).pathname);
      if (!relay || !asksStation) return routes.fetch(request);
      return askStation(request, {
        relay,
        askNow: election.askNow,
        next: () => (isStation ? routes : relay),
      });
    },
    claim(head) {
      const request = readStreamRequest(head);
      if (!request) return undefined;
      return (socket) => {
        const address = connections?.addressOf(socket, headersOf(head)) ?? socket.remoteAddress ?? '';
        listen(socket, { ...request, address });
      };
    },
    listen,
    async close() {
      stopMaking.abort();
      clearInterval(sampling);
      events.close();
      browserLive?.close();
      relay?.close();
      push?.close();
      await live.close();
      await making;
      await follower.close();
      await radio.close();
      await stationLog.close();
      await election.close();
    },
  };
}
