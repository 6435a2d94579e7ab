// Every public address that a search engine should know.
import { siteContext } from '#app/site-context.ts';
import type { Route } from './+types/sitemap.ts';

const PLAIN_PAGES = ['/', '/contact'];

export function loader({ context }: Route.LoaderArgs) {
  const { settings } = context.get(siteContext);
  const urls = PLAIN_PAGES.map((path) => `<url><loc>${new URL(path, settings.siteUrl).href}</loc></url>`);
  return new Response(
    `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>\n`,
    { headers: { 'content-type': 'application/xml' } },
  );
}
