import { isDisciplineColor } from '#app/disciplines/discipline-color.ts';
import { drawCover } from '#app/features/covers/draw-cover.ts';
import type { Route } from './+types/cover-file.ts';

const SIZE = /^([1-9]\d?)x([1-9]\d?)\.svg$/;
const SLUG = /^[a-z0-9-]{1,100}$/;

/** A drawing never changes at its address, so browsers may cache it permanently. */
export function loader({ params, url }: Route.LoaderArgs) {
  const size = SIZE.exec(params.size);
  if (!size || !SLUG.test(params.discipline) || !SLUG.test(params.slug))
    return new Response('Cover not found. Addresses look like /covers/sound/some-slug/4x3.svg', {
      status: 404,
    });
  const color = url.searchParams.get('color');
  const drawing = drawCover({
    slug: params.slug,
    discipline: params.discipline,
    ...(isDisciplineColor(color) && { color }),
    ratioWidth: Number(size[1]),
    ratioHeight: Number(size[2]),
  });
  return new Response(drawing, {
    headers: { 'content-type': 'image/svg+xml', 'cache-control': 'public, max-age=31536000, immutable' },
  });
}
