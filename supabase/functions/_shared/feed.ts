// What feeds have in common: a client with a visitor's rights, the studio's address, responses that may be cached.
import { createClient } from '@supabase/supabase-js';
import type { Database } from '../../../contracts/database.types.ts';

/** Where the studio's pages are. A hosted Supabase reads it from the secret SITE_URL. */
export function siteUrl(): string {
  const url = Deno.env.get('SITE_URL');
  // The backend has no pages: a feed that led there would lead every subscriber to an error.
  if (!url) throw new Error('Set the secret SITE_URL: supabase secrets set SITE_URL=https://studio.example');
  return url.replace(/\/+$/, '');
}

export function openStudio() {
  return createClient<Database>(Deno.env.get('SUPABASE_URL') ?? '', Deno.env.get('SUPABASE_ANON_KEY') ?? '', {
    auth: { persistSession: false, autoRefreshToken: false },
  });
}

export interface Feed {
  type: string;
  text: string;
}

/**
 * Serves a feed and one part of it: /<name> and /<name>/<slug>, with or without an ending. `make` gives null when there
 * is no such part.
 */
export function serveFeed(make: (slug: string | null) => Promise<Feed | null>) {
  return async (request: Request): Promise<Response> => {
    if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: anyOrigin });
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return plain(405, 'Feeds are read-only.', { allow: 'GET, HEAD, OPTIONS' });
    const [, , last, ...more] = new URL(request.url).pathname.split('/');
    const slug = last === undefined || last === '' ? null : last.replace(/\.(ics|xml|rss)$/, '');
    if (more.length > 0 || (slug !== null && !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug)))
      return plain(404, 'Feed not found.');
    const feed = await make(slug);
    if (!feed) return plain(404, 'Feed not found.');
    return new Response(request.method === 'HEAD' ? null : feed.text, {
      headers: { ...anyOrigin, 'content-type': feed.type, 'cache-control': 'public, max-age=300' },
    });
  };
}

const anyOrigin = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, HEAD, OPTIONS',
  'access-control-allow-headers': 'authorization, apikey, content-type, x-client-info',
};

function plain(status: number, sentence: string, headers: Record<string, string> = {}): Response {
  return new Response(sentence, {
    status,
    headers: { ...anyOrigin, 'content-type': 'text/plain; charset=utf-8', ...headers },
  });
}
