// What visitors may do besides listening: request songs, play recordings, subscribe to them.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { Hono } from 'hono';
import * as v from 'valibot';
import { podcastAddress } from '#app/site/feeds/feed-addresses.ts';
import type { Sql } from '#backend/database/driver/sql.ts';
import { networkOf } from '#backend/limits/network-of.ts';
import type { RateLimiter } from '#backend/limits/rate-limiter.ts';
import { transcriptExtension } from '#contracts/transcript.ts';
import { sendFile } from '../http/send-file.ts';
import { apiErrors } from '../http-kit/api-error.ts';
import { readBody, text } from '../http-kit/read-body.ts';
import { radioErrors, uuidOf } from './station-guard.ts';

export interface PublicOptions {
  sql: Sql;
  folder: string;
  secret: string;
  clientIp: (request: Request) => string;
  limiter: RateLimiter;
  /** Uses up a form's bot-check token; without it song requests are only counted. */
  isHuman?: (request: Request, token: string) => Promise<boolean>;
}

export function createPublicRoutes(options: PublicOptions): Hono {
  const { sql, folder, secret, clientIp, isHuman, limiter } = options;
  const app = new Hono();
  const requestLimit = limiter.limit({ name: 'radio: song requests', max: 3, perS: 3600 });

  app.post('/api/radio/requests', async ({ req }) => {
    const given = await readBody(req.raw, v.object({ track_id: text, bot_token: text }));
    const trackId = uuidOf(given.track_id, radioErrors.noTrack);
    const [track] = await sql<{ is_requestable: boolean; kind: string; lately: boolean; waiting: boolean }[]>`
      select t.is_requestable, t.kind,
        exists (select from public.radio_plays p where p.track_id = t.id and p.started_at > now() - interval '1 hour') as lately,
        exists (select from public.radio_requests r where r.track_id = t.id and r.state = 'waiting') as waiting
      from public.radio_tracks t where t.id = ${trackId}`;
    if (!track) throw radioErrors.noTrack();
    if (!track.is_requestable || track.kind !== 'music') throw radioErrors.notRequestable();
    if (track.waiting) throw radioErrors.askedAlready();
    if (track.lately) throw radioErrors.playedLately();
    const visitor = createHash('sha256')
      .update(secret)
      .update(networkOf(clientIp(req.raw)))
      .digest('base64url')
      .slice(0, 22);
    const waitS = requestLimit.take(visitor);
    if (waitS > 0) throw radioErrors.tooManyRequests(waitS);
    if (isHuman && !(await isHuman(req.raw, given.bot_token))) throw apiErrors.botCheck();
    const [row] =
      await sql`insert into public.radio_requests (track_id, visitor) values (${trackId}, ${visitor}) returning id, state`;
    return Response.json(row, { status: 201 });
  });

  app.get('/radio/episodes/:name{[0-9a-f-]+\\.mp3}', async ({ req }) => {
    const id = uuidOf(req.param('name').slice(0, -4), radioErrors.noEpisode);
    const [episode] = await sql<{ file: string }[]>`
      select file from public.radio_episodes where id = ${id} and published_at <= now()`;
    const headers = {
      'content-type': 'audio/mpeg',
      'cache-control': 'public, max-age=3600',
      'access-control-allow-origin': '*',
    };
    const file = episode && (await sendFile(req.raw, join(folder, 'episodes', episode.file), headers));
    if (!file) throw radioErrors.noEpisode();
    return file;
  });

  const anyone = {
    'cache-control': 'public, max-age=300',
    'access-control-allow-origin': '*',
    'x-content-type-options': 'nosniff',
  };
  app.get('/radio/episodes/:name{[0-9a-f-]+\\.chapters\\.json}', async ({ req }) => {
    const id = uuidOf(req.param('name').slice(0, -'.chapters.json'.length), radioErrors.noEpisode);
    const [episode] = await sql<{ chapters: { start_ms: number; title: string }[] }[]>`
      select chapters from public.radio_episodes where id = ${id} and published_at <= now()`;
    if (!episode || episode.chapters.length === 0) throw radioErrors.noEpisode();
    const chapters = episode.chapters.map(({ start_ms, title }) => ({ startTime: start_ms / 1000, title }));
    return Response.json(
      { version: '1.2.0', chapters },
      { headers: { ...anyone, 'content-type': 'application/json+chapters' } },
    );
  });
  app.get('/radio/episodes/:name{[0-9a-f-]+\\.(vtt|srt|txt)}', async ({ req }) => {
    const [name = '', extension] = req.param('name').split('.');
    const [episode] = await sql<{ transcript: string; transcript_type: string }[]>`
      select transcript, transcript_type from public.radio_episodes
      where id = ${uuidOf(name, radioErrors.noEpisode)} and published_at <= now() and has_transcript`;
    if (!episode || transcriptExtension(episode.transcript_type) !== extension) throw radioErrors.noEpisode();
    return new Response(episode.transcript, {
      headers: { ...anyone, 'content-type': `${episode.transcript_type}; charset=utf-8` },
    });
  });

  // Podcast applications know 301 as the move of a feed.
  app.get('/radio/podcast.xml', ({ req }) => {
    const asked = new URL(req.url).searchParams;
    const [slug, language] = [asked.get('show'), asked.get('lang')];
    const feed = podcastAddress(slug ? encodeURIComponent(slug) : undefined);
    return new Response(null, {
      status: 301,
      headers: {
        location: language ? `${feed}?lang=${encodeURIComponent(language)}` : feed,
        'cache-control': 'public, max-age=300',
      },
    });
  });
  return app;
}
