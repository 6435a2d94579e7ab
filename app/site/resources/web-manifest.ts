import { localized } from '#app/language/in-language.ts';
import { localPath } from '#app/language/language-path.ts';
import { currentLanguage } from '#app/language/messages.ts';
import { neutralDescription } from '#app/language/neutral-texts.ts';
import { siteContext } from '#app/site-context.ts';
import type { Route } from './+types/web-manifest.ts';

export async function loader({ context }: Route.LoaderArgs) {
  const { code, direction } = currentLanguage();
  const { backend } = context.get(siteContext);
  const studio = await backend.from('studio').select('name,description,primary_colour,translations').single();
  if (!studio.data) throw studio.error;
  const { name, description } = localized(studio.data);
  return Response.json(
    {
      name,
      short_name: name,
      description: description || neutralDescription(name),
      start_url: localPath('/'),
      lang: code,
      dir: direction,
      display: 'standalone',
      background_color: '#f3f6f3',
      theme_color: studio.data.primary_colour ?? '#00bb4f',
      icons: [
        { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
        { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
        { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
      ],
    },
    { headers: { 'content-type': 'application/manifest+json' } },
  );
}
