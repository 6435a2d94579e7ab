// The station inside the studio: programme and log in the database, demo music, routes, and the sockets of
// listeners. Without it (RADIO_STREAM_URL is set) the player plays an external stream.

import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { networkOf } from '#backend/limits/network-of.ts';
import type { FetchHandler } from '#contracts/fetch-handler.ts';
import { offeredFormats } from '#radio/audio/packet-format.ts';
import { createRadio, type Radio } from '#radio/create-radio.ts';
import { createPacketLibrary } from '#radio/library/packet-library.ts';
import { createRecordingSpace } from '#radio/live/recording-space.ts';
import type { IcecastPush } from '#radio/mount/icecast-push.ts';
import type { Programme } from '#radio/schedule/programme.ts';
import { createMixer } from '#radio/transition/mixer.ts';
import { rejectUpgrade } from '../http/reject-upgrade.ts';
import { createProxyTrust } from '../http/trusted-proxies.ts';
import { askStation } from './ask-station.ts';
import { createBrowserLive } from './browser-live.ts';
import { startClassAudio } from './class-audio/start-class-audio.ts';
import { createControlRoomEvents } from './control-room-events.ts';
import { createDatabaseStationLog } from './database-station-log.ts';
import { removeDeletedFiles } from './delete-unused-files.ts';
import { addDemoLibrary, loadFallback } from './demo-library.ts';
import { electStation } from './elect-station.ts';
import { followProgramme } from './follow-programme.ts';
import { forwardUpgrade } from './forward-upgrade.ts';
import { followFreedPlaces } from './freed-places.ts';
import { startGuests } from './guests/start-guests.ts';
import { type Countries, openCountries } from './listeners/open-countries.ts';
import { icecastStatus } from './listening-routes.ts';
import { pathOf } from './live-messages.ts';
import { createNowPlayingEvents } from './now-playing-events.ts';
import { openSounds } from './open-sounds.ts';
import { createSourceConnections } from './open-source-connection.ts';
import { NEEDS_NO_STATION, RADIO_PATHS } from './radio-paths.ts';
import { createRadioRoutes } from './radio-routes.ts';
import { type Relay, reachableUrl, startRelay } from './relay.ts';
import { createRelayMark } from './relay-mark.ts';
import { type Listening, serveListeners } from './serve-listeners.ts';
import { type Live, startLive } from './start-live.ts';
import { startPush } from './start-push.ts';
import type { StartRadioOptions } from './start-radio-options.ts';
import { startStationTimers } from './station-timers.ts';
import { headersOf, readStreamRequest } from './stream-request.ts';
import { createUpgradeFacts } from './upgrade-facts.ts';
import { watchEpisodes } from './watch-episodes.ts';
import type { WebhookSenderOptions } from './webhooks/deliver-webhook.ts';
import { followShows } from './webhooks/follow-shows.ts';

export interface RadioService {
  readonly radio: Radio;
  readonly live: Live;
  readonly countries: Pick<Countries, 'state'>;
  /** False while another process on the same database is the station and this one relays it. */
  readonly isStation: boolean;
  /** How webhooks are sent, for the jobs of every process. */
  readonly webhooks: WebhookSenderOptions;
  handles(path: string): boolean;
  fetch: FetchHandler;
  /** For a request head for the stream: what to do with its socket. */
  claim(head: string): ((socket: Socket) => void) | undefined;
  listen(socket: Socket, listening: Listening): void;
  /** A host's browser goes live, or one of its guests joins. */
  upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): void;
  close(): Promise<void>;
}

export async function startRadio(options: StartRadioOptions): Promise<RadioService> {
  const { config, sql, databaseUrl, clientIp, connections, clients, secret, limiter, isHuman, log } = options;
  const { siteUrl } = config;
  const mark = createRelayMark(secret);
  const visitorIp = (request: Request) =>
    mark.addressOf((name) => request.headers.get(name) ?? undefined) ?? clientIp(request);
  const folder = join(config.dataDir, 'radio');
  const sounds = await openSounds(folder);
  const stationLog = createDatabaseStationLog(sql, log);
  const countries = await openCountries(config.radio.geoipFile, log);
  let isStation = false;
  const isStationNow = () => isStation;
  let relay: Relay | undefined;
  let push: IcecastPush | undefined;
  let making: Promise<void> = Promise.resolve();
  const stopMaking = new AbortController();
  const startedAt = new Date();
  const mixer = createMixer();
  const radio = await createRadio({
    folder,
    siteUrl,
    fallbackFrames: await loadFallback(),
    stationLog,
    mix: mixer.mix,
    isStation: isStationNow,
    countryOf: countries.of,
    networkOf,
  });
  const webhooks = { siteUrl, secret, allowsPrivate: config.radio.webhooksMayBePrivate ?? false };
  followShows({ radio, stationLog, isStation: isStationNow });
  const packetLibrary = createPacketLibrary({
    files: radio.files,
    encode: (order) => sounds.background.run('writePacketFile', order),
    onFailure: (err, file) => log.warn({ err, file }, 'a track could not be encoded for the small streams'),
  });
  const followTracks = ({ tracks, station }: Programme) =>
    packetLibrary.follow(
      tracks.map(({ file }) => file),
      offeredFormats(station),
    );
  const episodes = join(folder, 'episodes');
  const deletable = { episodes, covers: join(folder, 'tracks') };
  const space = createRecordingSpace({ folder: episodes, maxBytes: config.radio.recordingsLimitBytes });
  const freedPlaces = followFreedPlaces({ sql, log });
  const follower = followProgramme({
    sql,
    databaseUrl,
    log,
    onContent: freedPlaces.note,
    onProgramme(programme) {
      radio.setProgramme(programme);
      if (!isStation) return;
      followTracks(programme);
      void removeDeletedFiles(sql, deletable, log);
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
      certificates: options.certificates,
    }),
    isTls: options.certificates !== undefined,
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
  const events = createNowPlayingEvents(radio, freedPlaces);
  const controlRoom = createControlRoomEvents({ radio, liveControl: live.liveControl });
  const { addressOf, originOf } = createUpgradeFacts({ mark, connections });
  const { liveControl } = live;
  const sockets = { sql, clients, siteUrl, limiter, addressOf, originOf };
  const classAudio = startClassAudio({ ...sockets, recheckMs: options.recheckMs });
  const guests = startGuests({ ...sockets, radio, liveControl, recheckMs: options.recheckMs });
  const routes = createRadioRoutes({
    radio,
    classAudio,
    guestRooms: guests.rooms,
    wrongLinks: guests.wrongLinks,
    live,
    events,
    controlRoom,
    freedPlaces,
    stationLog,
    sql,
    sounds,
    space,
    clients,
    folder,
    siteUrl,
    secret,
    webhooks,
    limiter,
    isHuman,
    maxUploadBytes: config.storage.fileSizeLimitBytes,
    clientIp: visitorIp,
    hangUp: options.hangUp,
    reload: () => follower.reload(),
    log,
  });
  const browserLive = clients && createBrowserLive({ ...sockets, clients, liveControl });
  const stopTimers = startStationTimers({ radio, stationLog, isStation: isStationNow, sql, episodes, log });

  function becomeStation(): void {
    isStation = true;
    relay?.close();
    relay = undefined;
    log.info('this process is the station');
    live.open();
    followTracks(radio.programme);
    void removeDeletedFiles(sql, deletable, log);
    void watchEpisodes(sql, episodes, log);
    if (config.demo) {
      making = making.then(() =>
        addDemoLibrary({
          radio,
          sounds,
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
    guests.rooms.endAll();
    classAudio.rooms.endAll();
  }

  function becomeRelay(url: string): void {
    stepDown();
    relay?.close();
    push?.close();
    push = undefined;
    log.info({ station: url }, 'another process is the station; this one relays it');
    relay = startRelay(radio, url, { mark, clientIp, hangUp: options.hangUp });
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
    webhooks,
    countries,
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
      const path = pathOf(request);
      const others = [guests.sockets, classAudio.sockets].find((one) => one?.handles(path));
      if (others) others.upgrade(request, stream, head);
      else if (browserLive) browserLive.upgrade(request, stream, head);
      else rejectUpgrade(stream, 404);
    },
    handles: (path) => RADIO_PATHS.test(path),
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
      stopTimers();
      countries.close();
      events.close();
      controlRoom.close();
      browserLive?.close();
      guests.close();
      classAudio.close();
      relay?.close();
      push?.close();
      await live.close();
      await Promise.all([packetLibrary.close(), sounds.close(), making]);
      await follower.close();
      await freedPlaces.close();
      await radio.close();
      mixer.close();
      await stationLog.close();
      await election.close();
    },
  };
}
