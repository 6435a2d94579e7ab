// The requests of listeners and their players: stream heads, HLS, playlists, status, now playing. Open to everyone. The
// stream itself leaves on bare sockets, see start-radio.ts.
import { Hono } from 'hono';
import type { Radio } from '#radio/create-radio.ts';
import { playlistFormats } from '#radio/mount/playlists.ts';
import { corsHeaders, streamHeaders } from '#radio/mount/stream-head.ts';
import { sendFile } from '../http/send-file.ts';
import { ApiError } from '../http-kit/api-error.ts';
import type { NowPlayingEvents } from './now-playing-events.ts';

export interface ListeningOptions {
  radio: Radio;
  events: NowPlayingEvents;
  siteUrl: string;
  clientIp: (request: Request) => string;
}

const cors = Object.fromEntries(corsHeaders);
const fresh = { ...cors, 'cache-control': 'no-cache' };
const cacheHeaders = {
  ...cors,
  'cache-control': 'public, max-age=3600, immutable',
  'cross-origin-resource-policy': 'cross-origin',
};

export function createListeningRoutes({ radio, events, siteUrl, clientIp }: ListeningOptions): Hono {
  const app = new Hono();
  const startedAt = new Date();

  // HEAD only: a GET never comes this far.
  app.get('/radio/live.mp3', ({ req }) => {
    const wantsIcy = req.header('icy-metadata') === '1';
    return new Response(null, { headers: streamHeaders(radio.station, { wantsIcy }) });
  });
  app.options(
    '/radio/*',
    () => new Response(null, { status: 204, headers: { ...cors, 'access-control-max-age': '86400' } }),
  );

  app.get('/radio/live.m3u8', ({ req }) => {
    const playlist = radio.hls.playlist('/radio/hls/');
    if (!playlist) return notYet();
    if (req.method === 'GET')
      radio.polledHls({ address: clientIp(req.raw), client: req.header('user-agent') ?? '' });
    return new Response(playlist, { headers: { ...fresh, 'content-type': 'application/vnd.apple.mpegurl' } });
  });
  app.get('/radio/hls/:name{[0-9]+\\.mp3}', ({ req }) => {
    const bytes = radio.hls.segment(Number.parseInt(req.param('name'), 10));
    if (!bytes) return missing();
    return new Response(new Uint8Array(bytes), {
      headers: { ...cacheHeaders, 'content-type': 'audio/mpeg' },
    });
  });
  for (const [extension, { type, render }] of Object.entries(playlistFormats)) {
    app.get(`/radio/live.${extension}`, () => {
      const body = render({ name: radio.station.name, streamUrl: `${siteUrl}/radio/live.mp3` });
      return new Response(body, {
        headers: {
          ...fresh,
          'content-type': type,
          'content-disposition': `attachment; filename="live.${extension}"`,
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
        source: {
          audio_info: 'samplerate=44100;channels=2;bitrate=128',
          bitrate: 128,
          channels: 2,
          genre: radio.station.genre,
          listener_peak: listeners.peak,
          listeners: listeners.current,
          listenurl: `${siteUrl}/radio/live.mp3`,
          samplerate: 44_100,
          server_description: radio.station.description,
          server_name: radio.station.name,
          server_type: 'audio/mpeg',
          server_url: siteUrl,
          stream_start: startedAt.toUTCString(),
          stream_start_iso8601: startedAt.toISOString(),
          title: now.artist ? `${now.artist} - ${now.title}` : now.title,
        },
      }),
    },
  };
}

function missing(): Response {
  return new ApiError(404, 'not_found', 'Not found.', { headers: cors }).toResponse();
}

function notYet(): Response {
  return new ApiError(503, 'not_on_air', 'The station is starting. Try again in a moment.', {
    headers: { ...cors, 'retry-after': '1' },
  }).toResponse();
}
