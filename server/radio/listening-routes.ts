// The requests of listeners and their players: stream heads, HLS, playlists, status, now playing. Open to everyone. The
// stream itself leaves on bare sockets, see start-radio.ts.
import { Hono } from 'hono';
import type { Radio } from '#radio/create-radio.ts';
import { initSegment } from '#radio/mount/fmp4.ts';
import { hlsMaster } from '#radio/mount/hls.ts';
import { MOUNTS, mountNames } from '#radio/mount/mount-facts.ts';
import { playlistFormats } from '#radio/mount/playlists.ts';
import type { HlsName } from '#radio/mount/station-mounts.ts';
import { corsHeaders, streamHeaders } from '#radio/mount/stream-head.ts';
import { sendFile } from '../http/send-file.ts';
import { ApiError } from '../http-kit/api-error.ts';
import { inLanguage } from '../language/current-language.ts';
import { AZURACAST_SHORTCODE, azuraCastNowPlaying } from './azuracast-now-playing.ts';
import { embedPlayer } from './embed-player.ts';
import type { FreedPlacesFollower } from './freed-places.ts';
import type { NowPlayingEvents } from './now-playing-events.ts';
import { shortNowPlaying } from './short-now-playing.ts';

export interface ListeningOptions {
  radio: Radio;
  events: NowPlayingEvents;
  freedPlaces: Pick<FreedPlacesFollower, 'places'>;
  siteUrl: string;
  clientIp: (request: Request) => string;
}

const HLS_PLAYLISTS = { 'mp3.m3u8': 'mp3', 'aac.m3u8': 'aac', 'fmp4.m3u8': 'm4s' } as const;
const SEGMENT_TYPES: Record<HlsName, string> = {
  mp3: MOUNTS.mp3.contentType,
  aac: MOUNTS.aac.contentType,
  m4s: 'audio/mp4',
};
const cors = Object.fromEntries(corsHeaders);
const fresh = { ...cors, 'cache-control': 'no-cache' };
const cacheHeaders = {
  ...cors,
  'cache-control': 'public, max-age=3600, immutable',
  'cross-origin-resource-policy': 'cross-origin',
};

export function createListeningRoutes(options: ListeningOptions): Hono {
  const { radio, events, freedPlaces, siteUrl, clientIp } = options;
  const app = new Hono();
  const startedAt = new Date();

  // HEAD only: a GET never comes this far.
  for (const mount of mountNames)
    app.get(MOUNTS[mount].path, ({ req }) => {
      if (!radio.mountNames.includes(mount)) return missing();
      const wantsIcy = req.header('icy-metadata') === '1';
      return new Response(null, { headers: streamHeaders(radio.station, { mount, wantsIcy }) });
    });
  app.options(
    '/radio/*',
    () => new Response(null, { status: 204, headers: { ...cors, 'access-control-max-age': '86400' } }),
  );

  const hlsHeaders = { ...fresh, 'content-type': 'application/vnd.apple.mpegurl' };
  app.get('/radio/live.m3u8', () => new Response(hlsMaster('/radio/hls/'), { headers: hlsHeaders }));
  app.get('/radio/hls/:name{(?:mp3|aac|fmp4)\\.m3u8}', async ({ req }) => {
    const format = HLS_PLAYLISTS[req.param('name') as keyof typeof HLS_PLAYLISTS];
    const playlist = await radio.hls.playlist(format, '/radio/hls/');
    if (!playlist) return notYet();
    if (req.method === 'GET')
      radio.polledHls({ address: clientIp(req.raw), client: req.header('user-agent') ?? '' });
    return new Response(playlist, { headers: hlsHeaders });
  });
  app.get(
    '/radio/hls/init.mp4',
    () =>
      new Response(new Uint8Array(initSegment()), {
        headers: { ...cacheHeaders, 'content-type': 'audio/mp4' },
      }),
  );
  app.get('/radio/hls/:name{[0-9]+\\.(?:mp3|aac|m4s)}', ({ req }) => {
    const name = req.param('name');
    const format = name.slice(-3) as HlsName;
    const bytes = radio.hls.segment(format, Number.parseInt(name, 10));
    if (!bytes) return missing();
    return new Response(new Uint8Array(bytes), {
      headers: { ...cacheHeaders, 'content-type': SEGMENT_TYPES[format] },
    });
  });
  for (const [extension, { type, render }] of Object.entries(playlistFormats)) {
    // As on Icecast each mount has its own; the plain one names all of them, MP3 first.
    for (const [name, mounts] of [
      ['live', mountNames],
      ...mountNames.map((one) => [`live.${one}`, [one]]),
    ] as [string, typeof mountNames][])
      app.get(`/radio/${name}.${extension}`, () => {
        const offered = mounts.filter((mount) => radio.mountNames.includes(mount));
        if (offered.length === 0) return missing();
        const streamUrls = offered.map((mount) => `${siteUrl}${MOUNTS[mount].path}`);
        return new Response(render({ name: radio.station.name, streamUrls }), {
          headers: {
            ...fresh,
            'content-type': type,
            'content-disposition': `attachment; filename="${name}.${extension}"`,
          },
        });
      });
  }
  app.get('/radio/covers/:name', async ({ req }) => {
    const name = req.param('name');
    const found = /^[\w-]{1,80}\.(jpg|png|webp)$/.exec(name);
    if (!found) return missing();
    const type = found[1] === 'jpg' ? 'image/jpeg' : `image/${found[1]}`;
    return (
      (await sendFile(req.raw, radio.files.pathOf(name), { ...cacheHeaders, 'content-type': type })) ??
      missing()
    );
  });
  app.get('/status-json.xsl', () =>
    Response.json(icecastStatus(radio, siteUrl, startedAt), { headers: fresh }),
  );
  app.get('/api/radio/now-playing', () => Response.json(radio.nowPlaying(), { headers: fresh }));
  app.get('/api/radio/current.json', () =>
    Response.json(shortNowPlaying(radio.nowPlaying()), { headers: fresh }),
  );
  app.get(
    '/api/radio/current.txt',
    () =>
      new Response(`${shortNowPlaying(radio.nowPlaying()).text}\n`, {
        headers: {
          ...fresh,
          'content-type': 'text/plain; charset=utf-8',
          'x-content-type-options': 'nosniff',
        },
      }),
  );
  const azuraCast = () =>
    azuraCastNowPlaying(radio.nowPlaying(), {
      siteUrl,
      description: radio.station.description,
      zone: radio.programme.station.zone,
    });
  app.get('/api/nowplaying', () => Response.json([azuraCast()], { headers: fresh }));
  app.get('/api/nowplaying/:station', ({ req }) =>
    ['1', AZURACAST_SHORTCODE].includes(req.param('station'))
      ? Response.json(azuraCast(), { headers: fresh })
      : missing(),
  );
  app.get('/radio/embed', ({ req }) =>
    inLanguage(req.query('lang') ?? '', () => embedPlayer({ name: radio.station.name, siteUrl })),
  );
  app.get('/api/radio/places', () => Response.json(freedPlaces.places, { headers: fresh }));
  app.get('/api/radio/events', ({ req }) => events.open(req.raw, clientIp(req.raw)));
  return app;
}

/** In Icecast's format, for the many programs that read it. */
export function icecastStatus(radio: Radio, siteUrl: string, startedAt: Date) {
  const { now, listeners } = radio.nowPlaying();
  return {
    icestats: {
      admin: 'admin@localhost',
      host: new URL(siteUrl).hostname,
      location: radio.station.name,
      server_id: 'onda',
      server_start: startedAt.toUTCString(),
      server_start_iso8601: startedAt.toISOString(),
      ...(now && {
        source: radio.mountNames.map((mount) => {
          const { path, contentType, bitrateKbps, sampleRate } = MOUNTS[mount];
          // Listeners by HLS have no mount of their own: they count for the MP3.
          const small = mount === 'mp3' ? undefined : radio.listenersOf(mount);
          return {
            audio_info: `samplerate=${sampleRate};channels=2;bitrate=${bitrateKbps}`,
            bitrate: bitrateKbps,
            channels: 2,
            genre: radio.station.genre,
            listener_peak: small?.peak ?? listeners.peak,
            listeners: small?.current ?? listeners.current - listenersOfSmall(radio),
            listenurl: `${siteUrl}${path}`,
            samplerate: sampleRate,
            server_description: radio.station.description,
            server_name: radio.station.name,
            server_type: contentType,
            server_url: siteUrl,
            stream_start: startedAt.toUTCString(),
            stream_start_iso8601: startedAt.toISOString(),
            title: now.artist ? `${now.artist} - ${now.title}` : now.title,
          };
        }),
      }),
    },
  };
}

function listenersOfSmall(radio: Radio): number {
  return mountNames
    .filter((mount) => mount !== 'mp3')
    .reduce((sum, mount) => sum + radio.listenersOf(mount).current, 0);
}

function missing(): Response {
  return new ApiError(404, 'not_found', 'Not found.', { headers: cors }).toResponse();
}

function notYet(): Response {
  return new ApiError(503, 'not_on_air', 'The station is starting. Try again in a moment.', {
    headers: { ...cors, 'retry-after': '1' },
  }).toResponse();
}
