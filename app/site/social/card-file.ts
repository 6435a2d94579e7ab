// /social.png and /social/:kind/:slug.png: the picture of a shared address. Draws only what is published.
import { readDisciplines } from '#app/disciplines/read-disciplines.ts';
import { findDiscipline } from '#app/disciplines/use-disciplines.ts';
import { siteContext } from '#app/site-context.ts';
import type { Discipline } from '#contracts/discipline.ts';
import type { StudioClient } from '#contracts/studio-client.ts';
import type { Route } from './+types/card-file.ts';
import { CARD, drawCard } from './draw-card.server.ts';
import { readLook } from './read-look.server.ts';
import { renderPng, svgToPng } from './render-png.server.ts';

interface Found {
  data: { title: string; discipline?: Discipline | null } | null;
  error: Error | null;
}
interface Source {
  read(backend: StudioClient, slug: string): PromiseLike<Found>;
  /** The discipline whose colours it has when it names none. */
  fallback: Discipline;
}

const offerings: Source = {
  read: (backend, slug) =>
    backend.from('offerings').select('title,discipline').eq('slug', slug).maybeSingle(),
  fallback: 'making',
};
const SOURCES: Record<string, Source> = {
  classes: offerings,
  events: offerings,
  journal: {
    read: (backend, slug) => backend.from('posts').select('title,discipline').eq('slug', slug).maybeSingle(),
    fallback: 'word',
  },
  works: {
    read: (backend, slug) => backend.from('works').select('title,discipline').eq('slug', slug).maybeSingle(),
    fallback: 'image',
  },
  people: {
    read: (backend, slug) =>
      backend.from('people').select('title:name,discipline').eq('slug', slug).maybeSingle(),
    fallback: 'movement',
  },
  radio: {
    read: (backend, slug) => backend.from('shows').select('title').eq('slug', slug).maybeSingle(),
    fallback: 'sound',
  },
  pages: {
    read: (backend, slug) => backend.from('pages').select('title').eq('slug', slug).maybeSingle(),
    fallback: 'word',
  },
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
    const { data, error } = await source.read(backend, slug);
    if (error) throw error;
    if (!data) return notFound();
    item = { slug, title: data.title, discipline: data.discipline ?? source.fallback };
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
