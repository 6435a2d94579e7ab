import { useLoaderData } from 'react-router';
import { useDisciplines } from '#app/disciplines/use-disciplines.ts';
import { Cover } from '#app/features/covers/cover.tsx';
import { PageHead } from '#app/features/page-head/page-head.tsx';
import { DisciplineMark } from '#app/features/programme/discipline-mark.tsx';
import { Blocks } from '#app/site/blocks/blocks.tsx';
import { siteMeta } from '#app/site/document/site-meta.ts';
import { studioStructuredData } from '#app/site/document/structured-data.ts';
import { NextLinks } from '#app/site/layout/next-links.tsx';
import { PageSection } from '#app/site/layout/page-section.tsx';
import { useRootData } from '#app/site/layout/use-root-data.ts';
import { loadPage } from '#app/site/pages/load-page.ts';
import { siteContext } from '#app/site-context.ts';
import { Link } from '#app/ui/link.tsx';
import type { Route } from './+types/about-page.ts';

export async function loader({ context }: Route.LoaderArgs) {
  const { backend } = context.get(siteContext);
  const [own, offerings, people, works, slots] = await Promise.all([
    loadPage(context, 'about'),
    backend.from('offerings').select('discipline,kind').not('published_at', 'is', null),
    backend.from('people').select('slug', { count: 'exact', head: true }),
    backend.from('works').select('slug', { count: 'exact', head: true }),
    backend.from('slots').select('duration_min'),
  ]);
  for (const { error } of [offerings, people, works, slots]) if (error) throw error;
  const classes = (offerings.data ?? []).filter(({ kind }) => kind !== 'event');
  const radioMinutes = (slots.data ?? []).reduce((sum, { duration_min }) => sum + duration_min, 0);
  return {
    own,
    classCounts: countBy(classes.map(({ discipline }) => discipline)),
    people: people.count ?? 0,
    works: works.count ?? 0,
    radioHours: Math.round(radioMinutes / 60),
  };
}

export const meta = siteMeta((root) => ({
  title: 'about',
  description: root.studio.description,
  path: '/about',
  structuredData: studioStructuredData(root.studio, root.openingHours, root.settings.siteUrl),
}));

// Covers of the same height, each narrower than the one before.
const COVER_HEIGHT = 24;
const MAX_COVERS = 8;
const coverWidth = (index: number) => Math.max(4, Math.round(22 * 0.75 ** index));

export default function AboutPage() {
  const { studio } = useRootData();
  const disciplines = useDisciplines();
  const covers = disciplines.slice(0, MAX_COVERS);
  const { own, classCounts, people, works, radioHours } = useLoaderData<typeof loader>();
  return (
    <main id="main">
      <PageHead
        title={own?.page.title ?? (disciplines.length === 5 ? 'Five things, one house' : 'What we teach')}
      >
        <p className="lead">{own?.page.summary || studio.statement}</p>
      </PageHead>
      <div className="wrap">
        <div
          className="five-covers"
          aria-hidden="true"
          style={{ gridTemplateColumns: covers.map((_, index) => `${coverWidth(index)}fr`).join(' ') }}
        >
          {covers.map(({ slug }, index) => (
            <Cover
              key={slug}
              slug={`about-${slug}`}
              discipline={slug}
              ratioWidth={coverWidth(index)}
              ratioHeight={COVER_HEIGHT}
              alt=""
              loading="eager"
            />
          ))}
        </div>
        <PageSection
          className="section"
          id="about-five"
          title="What is taught"
          link={['/classes', 'All classes']}
        >
          <ul className="five-list">
            {disciplines.map(({ slug, description }) => (
              <li key={slug}>
                <h3>
                  <DisciplineMark discipline={slug} />
                </h3>
                <p>{description}</p>
                <Link to={`/classes?discipline=${slug}`}>{formatClass(classCounts[slug] ?? 0)}</Link>
              </li>
            ))}
          </ul>
        </PageSection>
        <PageSection className="section" id="about-how" title="How it works here">
          <div className="grid-12 about-how">
            {own ? (
              <div className="span-7">
                <Blocks blocks={own.text} zone={studio.zone} />
              </div>
            ) : (
              <div className="prose span-7">
                <p>{studio.lead}</p>
                <p>
                  Classes are small enough that somebody notices when you are missing. Prices are the same for
                  everybody and written beside every date, as are the places left. When something is full, it
                  says so, and when you cannot come,{' '}
                  <Link to="/policies/cancellation">the rules are short</Link>.
                </p>
                <p>
                  What is made here belongs to the people who made it. With their leave, it hangs on{' '}
                  <Link to="/works">the wall</Link>, is written about in{' '}
                  <Link to="/journal">the journal</Link>, or goes out on <Link to="/radio">the radio</Link>.
                </p>
              </div>
            )}
            <dl className="about-numbers from-8">
              <div>
                <dt>people who teach and host</dt>
                <dd>
                  <Link to="/people">{people}</Link>
                </dd>
              </div>
              <div>
                <dt>works on the wall</dt>
                <dd>
                  <Link to="/works">{works}</Link>
                </dd>
              </div>
              <div>
                <dt>hours of radio on the weekly grid</dt>
                <dd>
                  <Link to="/radio">{radioHours}</Link>
                </dd>
              </div>
            </dl>
          </div>
        </PageSection>
        <PageSection as="nav" className="section" id="about-on" title="Where to go on">
          <NextLinks
            links={[
              ['/visit', 'Come by'],
              ['/people', 'Who is here next'],
              ['/contact', 'Write to us'],
              ['/policies/terms', 'House rules'],
              ['/policies/privacy', 'What we know about you'],
            ]}
          />
        </PageSection>
      </div>
    </main>
  );
}

function formatClass(count: number): string {
  if (count === 0) return 'New classes soon';
  return count === 1 ? 'One class' : `${count} classes`;
}

function countBy(names: string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}
