import { siteContext } from '#app/site-context.ts';
import type { Route } from './+types/robots.ts';

export function loader({ context }: Route.LoaderArgs) {
  const { settings } = context.get(siteContext);
  const lines = [
    'User-agent: *',
    'Disallow: /dashboard',
    'Disallow: /setup',
    'Disallow: /kit',
    '',
    `Sitemap: ${new URL('/sitemap.xml', settings.siteUrl).href}`,
    '',
  ];
  return new Response(lines.join('\n'), { headers: { 'content-type': 'text/plain; charset=utf-8' } });
}
