// /social.png and /social/:kind/:slug.png: the picture of a shared address. Draws only what is published.
import { dataOf } from '#app/backend/data-of.ts';
import { readDisciplines } from '#app/disciplines/read-disciplines.ts';
import { findDiscipline } from '#app/disciplines/use-disciplines.ts';
import { firstSlug, localized } from '#app/language/in-language.ts';
import { type SluggedRelation, slugFilter } from '#app/site/pages/find-by-slug.ts';
import { siteContext } from '#app/site-context.ts';
import type { Discipline } from '#contracts/discipline.ts';
import type { StudioClient } from '#contracts/studio-client.ts';
import type { Translations } from '#contracts/translations.ts';
import type { Route } from './+types/card-file.ts';
import { CARD, drawCard } from './draw-card.server.ts';
import { readLook } from './read-look.server.ts';
import { renderPng } from './render-png.server.ts';

interface Found {
  data: { slug: string; title: string; discipline?: Discipline | null; translations: Translations } | null;
  error: Error | null;
}
interface Source {
  relation: SluggedRelation;
  read(backend: StudioClient, filter: ['id' | 'slug', string]): PromiseLike<Found>;
  /** The discipline whose colours it has when it names none. */
  fallback: Discipline;
}

const offerings: Source = {
  relation: 'offerings',
  read: (backend, filter) =>
    backend
      .from('offerings')
      .select('slug,title,discipline,translations')
      .eq(...filter)
      .maybeSingle(),
  fallback: 'making',
};
const SOURCES: Record<string, Source> = {
  classes: offerings,
  events: offerings,
  journal: {
    relation: 'posts',
    read: (backend, filter) =>
      backend
        .from('posts')
        .select('slug,title,discipline,translations')
        .eq(...filter)
        .maybeSingle(),
    fallback: 'word',
  },
  works: {
    relation: 'works',
    read: (backend, filter) =>
      backend
        .from('works')
        .select('slug,title,discipline,translations')
        .eq(...filter)
        .maybeSingle(),
    fallback: 'image',
  },
  people: {
    relation: 'people',
    read: (backend, filter) =>
      backend
        .from('people')
        .select('slug,title:name,discipline,translations')
        .eq(...filter)
        .maybeSingle(),
    fallback: 'movement',
  },
  radio: {
    relation: 'shows',
    read: (backend, filter) =>
      backend
        .from('shows')
        .select('slug,title,translations')
        .eq(...filter)
        .maybeSingle(),
    fallback: 'sound',
  },
  pages: {
    relation: 'pages',
    read: (backend, filter) =>
      backend
        .from('pages')
        .select('slug,title,translations')
        .eq(...filter)
        .maybeSingle(),
    fallback: 'word',
  },
};
const SLUG = /^([a-z0-9-]{1,100})\.png$/;

export async function loader({ context, params }: Route.LoaderArgs) {
  const { backend, pictures } = context.get(siteContext);
  const look = await readLook(backend);
  let item: { slug: string; title?: string; discipline: Discipline } = {
    slug: 'studio',
    discipline: 'sound',
  };
  if (params.kind !== undefined) {
    const source = Object.hasOwn(SOURCES, params.kind) ? SOURCES[params.kind] : undefined;
    const slug = SLUG.exec(params.file ?? '')?.[1];
    if (!source || !slug) return notFound();
    const data = await dataOf(source.read(backend, await slugFilter(backend, source.relation, slug)));
    if (!data) return notFound();
    const { title, discipline, ...found } = localized(data);
    item = { slug: firstSlug(found), title, discipline: discipline ?? source.fallback };
  }
  const disciplines = await dataOf(readDisciplines(backend));
  const coverColor = findDiscipline(disciplines, item.discipline).color;
  const card = { studioName: look.name, color: look.color, coverColor, ...item };
  const bytes = await renderPng(JSON.stringify(card), () =>
    pictures.draw({ svg: drawCard(card), width: CARD.width }),
  );
  return new Response(new Uint8Array(bytes), {
    headers: { 'content-type': 'image/png', 'cache-control': 'public, max-age=3600' },
  });
}

function notFound(): Response {
  return new Response('Picture not found.', { status: 404 });
}
