import { pathInLanguage } from '#app/language/language-path.ts';
import { currentLanguages } from '#app/language/messages.ts';
import { siteContext } from '#app/site-context.ts';
import type { Route } from './+types/robots.ts';

export function loader({ context }: Route.LoaderArgs) {
  const { settings } = context.get(siteContext);
  const lines = [
    'User-agent: *',
    ...['/dashboard', '/setup', '/kit'].flatMap((path) =>
      currentLanguages().languages.map(({ code }) => `Disallow: ${pathInLanguage(path, code)}`),
    ),
    '',
    `Sitemap: ${new URL('/sitemap.xml', settings.siteUrl).href}`,
    '',
  ];
  return new Response(lines.join('\n'), { headers: { 'content-type': 'text/plain; charset=utf-8' } });
}
