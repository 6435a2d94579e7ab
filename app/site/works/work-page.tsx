import type { CSSProperties } from 'react';
import { data, useLoaderData } from 'react-router';
import { Cover, coverUrl } from '#app/features/covers/cover.tsx';
import { Facts } from '#app/features/facts/facts.tsx';
import { PageHead } from '#app/features/page-head/page-head.tsx';
import { DisciplineMark } from '#app/features/programme/discipline-mark.tsx';
import { Prose } from '#app/features/prose/prose.tsx';
import { localDay } from '#app/language/format-time.ts';
import type { RootData } from '#app/root.tsx';
import { pageMeta } from '#app/site/document/page-meta.ts';
import { siteContext } from '#app/site-context.ts';
import { Link } from '#app/ui/link.tsx';
import type { Route } from './+types/work-page.ts';
import { hangWork, type ReadWork, WALL_SELECT } from './hang-works.ts';
import { WorkWall } from './work-wall.tsx';

const NEIGHBOURS = 2;

interface Work extends ReadWork {
  body: string;
  published_at: string;
  person: { slug: string; name: string } | null;
}

export async function loader({ context, params }: Route.LoaderArgs) {
  const { backend, now, settings } = context.get(siteContext);
  const [studio, work, others] = await Promise.all([
    backend.from('studio').select('zone').single<{ zone: string }>(),
    backend
      .from('works')
      .select(`${WALL_SELECT},body,published_at,person:people(slug,name)`)
      .eq('slug', params.slug)
      .maybeSingle<Work>(),
    backend
      .from('works')
      .select(WALL_SELECT)
      .neq('slug', params.slug)
      .order('featured_position', { nullsFirst: false })
      .order('published_at', { ascending: false })
      .limit(NEIGHBOURS)
      .overrideTypes<ReadWork[], { merge: false }>(),
  ]);
  for (const { error } of [studio, work, others]) if (error) throw error;
  if (!work.data) throw data(null, { status: 404 });
  const thisYear = Number(localDay(now, studio.data?.zone ?? 'UTC').slice(0, 4));
  const { backendUrl } = settings;
  return {
    thisYear,
    work: hangWork(work.data, backendUrl),
    others: (others.data ?? []).map((other) => hangWork(other, backendUrl)),
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const root = matches[0]?.loaderData as RootData | undefined;
  if (!root || !loaderData) return [];
  const { work } = loaderData;
  const { siteUrl } = root.settings;
  return pageMeta({
    title: work.title.toLowerCase(),
    description: `${work.medium}. ${work.credits}, ${work.year}.`,
    path: `/works/${work.slug}`,
    studioName: root.studio.name,
    siteUrl,
    image: work.picture?.src,
    structuredData: {
      '@context': 'https://schema.org',
      '@type': 'VisualArtwork',
      '@id': `${siteUrl}/works/${work.slug}#work`,
      url: `${siteUrl}/works/${work.slug}`,
      name: work.title,
      dateCreated: String(work.year),
      artMedium: work.medium,
      creditText: work.credits,
      description: work.body,
      image: new URL(
        work.picture?.src ?? coverUrl(work.discipline, work.slug, work.ratio_width, work.ratio_height),
        siteUrl,
      ).href,
      ...(work.person && {
        creator: {
          '@type': 'Person',
          name: work.person.name,
          url: `${siteUrl}/people/${work.person.slug}`,
        },
      }),
    },
  });
}

export default function WorkPage() {
  const { thisYear, work, others } = useLoaderData<typeof loader>();
  return (
    <main id="main">
      <PageHead
        title={work.title}
        above={
          <>
            <Link to="/works">Works</Link>
            <DisciplineMark discipline={work.discipline} />
          </>
        }
      >
        <p className="lead">{work.medium}</p>
      </PageHead>
      <div className="wrap">
        <div className="grid-12 page-body">
          <div
            className="page-picture work-picture"
            style={{ '--ratio': work.ratio_width / work.ratio_height } as CSSProperties}
          >
            <Cover
              slug={work.slug}
              discipline={work.discipline}
              ratioWidth={work.ratio_width}
              ratioHeight={work.ratio_height}
              alt={work.picture_description}
              loading="eager"
              picture={work.picture}
            />
          </div>
          <aside className="page-side" aria-label="About the work">
            <Facts
              facts={[
                ['By', work.credits],
                ['Year', String(work.year)],
                ['Picture', work.pictureCredit],
                [
                  'More by',
                  work.person && <Link to={`/people/${work.person.slug}`}>{work.person.name}</Link>,
                ],
              ]}
            />
          </aside>
          <div className="page-main">
            <Prose text={work.body} />
          </div>
        </div>
      </div>
      {others.length > 0 && (
        <section className="wrap section" aria-labelledby="more-works">
          <div className="section-head ruled">
            <h2 id="more-works">Also made here</h2>
            <Link to="/works">All works</Link>
          </div>
          <WorkWall works={others} thisYear={thisYear} level={3} />
        </section>
      )}
    </main>
  );
}
