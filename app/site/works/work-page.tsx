import { useLoaderData } from 'react-router';
import { studioZone } from '#app/backend/studio-zone.ts';
import { findDiscipline } from '#app/disciplines/use-disciplines.ts';
import { coverUrl } from '#app/features/covers/cover.tsx';
import { localDay } from '#app/language/format-time.ts';
import { fullStop } from '#app/language/full-stop.ts';
import { firstSlug, localized, slugsOf } from '#app/language/in-language.ts';
import { t } from '#app/language/messages.ts';
import { showBlocks } from '#app/site/blocks/show-blocks.ts';
import { articleMeta } from '#app/site/document/site-meta.ts';
import { personData } from '#app/site/document/structured-data.ts';
import { useRootData } from '#app/site/layout/use-root-data.ts';
import { requireOwnSlug, slugFilter } from '#app/site/pages/find-by-slug.ts';
import { movedOrMissing } from '#app/site/pages/moved-or-missing.ts';
import { siteContext } from '#app/site-context.ts';
import type { Route } from './+types/work-page.ts';
import { hangWork, WALL_SELECT } from './hang-works.ts';
import { relatedWorks } from './related-works.ts';
import { WorkArticle } from './work-article.tsx';
import { WorkFigure } from './work-figure.tsx';
import { WorksSection } from './works-section.tsx';

const MAX_RELATED = 2;
/** Among these the related ones are chosen. */
const MAX_OTHERS = 40;

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { backend, now, settings } = context.get(siteContext);
  const wanted = await slugFilter(backend, 'works', params.slug);
  const [zone, work, others] = await Promise.all([
    studioZone(backend),
    backend
      .from('works')
      .select(`${WALL_SELECT},body,blocks,published_at,person:people(slug,name,translations)`)
      .eq(...wanted)
      .maybeSingle(),
    backend
      .from('works')
      .select(WALL_SELECT)
      .neq(...wanted)
      .order('featured_position', { nullsFirst: false })
      .order('published_at', { ascending: false })
      .limit(MAX_OTHERS),
  ]);
  for (const { error } of [work, others]) if (error) throw error;
  if (!work.data) throw await movedOrMissing(request, context, { relation: 'works', slug: params.slug });
  const thisYear = Number(localDay(now, zone).slice(0, 4));
  const { storageUrl } = settings;
  const { blocks, ...read } = localized(work.data);
  requireOwnSlug(params.slug, read, '/works/');
  return {
    thisYear,
    work: {
      ...hangWork(read, storageUrl, { sizes: read.sound_path ? '100vw' : undefined }),
      slugs: slugsOf(work.data),
    },
    text: await showBlocks({ blocks, body: read.body }, { backend, storageUrl }),
    others: localized(relatedWorks(others.data ?? [], read.discipline, MAX_RELATED)).map((other) =>
      hangWork(other, storageUrl),
    ),
  };
}

export const meta = articleMeta<typeof loader>(
  'works',
  ({ work }, { settings: { siteUrl }, disciplines }) => {
    const url = `${siteUrl}/works/${work.slug}`;
    return {
      article: work,
      description: `${fullStop(work.medium)} ${work.credits}, ${work.year}.`,
      structuredData: {
        '@context': 'https://schema.org',
        '@type': 'VisualArtwork',
        '@id': `${url}#work`,
        url,
        name: work.title,
        dateCreated: String(work.year),
        artMedium: work.medium,
        creditText: work.credits,
        description: work.body,
        image: new URL(
          work.picture?.src ??
            coverUrl(
              work.discipline,
              firstSlug(work),
              work.ratio_width,
              work.ratio_height,
              findDiscipline(disciplines, work.discipline).color,
            ),
          siteUrl,
        ).href,
        ...(work.person && { creator: personData(work.person, siteUrl) }),
      },
    };
  },
);

export default function WorkPage() {
  const { studio } = useRootData();
  const { thisYear, work, text, others } = useLoaderData<typeof loader>();
  return (
    <main id="main">
      <WorkArticle work={work} text={text} zone={studio.zone} />
      <WorksSection
        id="more-works"
        title={t('site.works.also_made_here')}
        figure={WorkFigure}
        works={others}
        thisYear={thisYear}
      />
    </main>
  );
}
