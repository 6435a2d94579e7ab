// /social.png and /social/:kind/:slug.png: the picture of a shared address. Draws only what is published.
import { readDisciplines } from '#app/disciplines/read-disciplines.ts';
import { findDiscipline } from '#app/disciplines/use-disciplines.ts';
import { siteContext } from '#app/site-context.ts';
import type { Discipline } from '#contracts/discipline.ts';
import type { Route } from './+types/card-file.ts';
import { CARD, drawCard } from './draw-card.server.ts';
import { readLook } from './read-look.server.ts';
import { renderPng, svgToPng } from './render-png.server.ts';

interface Source {
  table: 'offerings' | 'posts' | 'works' | 'people' | 'shows' | 'pages';
  title: 'title' | 'name';
  hasDiscipline: boolean;
  fallback: Discipline;
}

const SOURCES: Record<string, Source> = {
  classes: { table: 'offerings', title: 'title', hasDiscipline: true, fallback: 'making' },
  events: { table: 'offerings', title: 'title', hasDiscipline: true, fallback: 'making' },
  journal: { table: 'posts', title: 'title', hasDiscipline: true, fallback: 'word' },
  works: { table: 'works', title: 'title', hasDiscipline: true, fallback: 'image' },
  people: { table: 'people', title: 'name', hasDiscipline: true, fallback: 'movement' },
  radio: { table: 'shows', title: 'title', hasDiscipline: false, fallback: 'sound' },
  pages: { table: 'pages', title: 'title', hasDiscipline: false, fallback: 'word' },
};
const SLUG = /^([a-z0-9-]{1,100})\.png$/;

export async function loader({ context, params }: Route.LoaderArgs) {
  const { backend } = context.get(siteContext);
  const look = await readLook(backend);
  let item: { slug: string; title?: string; discipline: Discipline } = {
    slug: 'studio',
    discipline: 'sound',
  };
  if (params.kind !== undefined) {
    const source = Object.hasOwn(SOURCES, params.kind) ? SOURCES[params.kind] : undefined;
    const slug = SLUG.exec(params.file ?? '')?.[1];
    if (!source || !slug) return notFound();
    const columns = source.hasDiscipline ? `${source.title},discipline` : source.title;
    const { data, error } = await backend
      .from(source.table)
      .select(columns)
      .eq('slug', slug)
      .maybeSingle<{ title?: string; name?: string; discipline?: Discipline | null }>();
    if (error) throw error;
    if (!data) return notFound();
    item = {
      slug,
      title: data.title ?? data.name ?? '',
      discipline: data.discipline ?? source.fallback,
    };
  }
  const { data: disciplines, error } = await readDisciplines(backend);
  if (error) throw error;
  const coverColor = findDiscipline(disciplines, item.discipline).color;
  const card = { studioName: look.name, color: look.color, coverColor, ...item };
  const bytes = await renderPng(JSON.stringify(card), () => svgToPng(drawCard(card), CARD.width));
  return new Response(new Uint8Array(bytes), {
    headers: { 'content-type': 'image/png', 'cache-control': 'public, max-age=3600' },
  });
}

function notFound(): Response {
  return new Response('Picture not found.', { status: 404 });
}
