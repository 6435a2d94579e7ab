// /favicon.ico, /icon.svg, /icon-192.png, /icon-512.png, /apple-touch-icon.png and /podcast.png: the logo where there is
// one, else the first letter of the studio's name on its colour.
import { withoutLanguage } from '#app/language/language-path.ts';
import { siteContext } from '#app/site-context.ts';
import type { Route } from './+types/icon-file.ts';
import { drawLetter, drawLogo, readLogo, wrapIco, wrapSvg } from './draw-icon.server.ts';
import { readLook } from './read-look.server.ts';
import { renderPng } from './render-png.server.ts';

const SIZES: Record<string, number> = {
  '/favicon.ico': 32,
  '/icon-192.png': 192,
  '/icon-512.png': 512,
  '/apple-touch-icon.png': 180,
  // Podcast directories take pictures of 1,400 to 3,000 pixels.
  '/podcast.png': 1500,
};

export async function loader({ context, url }: Route.LoaderArgs) {
  const { backend, pictures } = context.get(siteContext);
  const look = await readLook(backend);
  const pathname = withoutLanguage(url.pathname);
  const size = SIZES[pathname] ?? 512;
  const logo = look.logoPath ? await readLogo(backend, look.logoPath) : undefined;
  if (pathname === '/icon.svg' && !logo) return answer(Buffer.from(drawLetter(look)), 'image/svg+xml');
  const bytes = await renderPng(JSON.stringify([look, size]), () =>
    logo ? drawLogo(pictures, logo, size) : pictures.draw({ svg: drawLetter(look), width: size }),
  );
  if (pathname === '/favicon.ico') return answer(wrapIco(bytes, size), 'image/x-icon');
  if (pathname === '/icon.svg') return answer(Buffer.from(wrapSvg(bytes, size)), 'image/svg+xml');
  return answer(bytes, 'image/png');
}

function answer(bytes: Uint8Array, type: string): Response {
  return new Response(new Uint8Array(bytes), {
    headers: { 'content-type': type, 'cache-control': 'public, max-age=3600' },
  });
}
