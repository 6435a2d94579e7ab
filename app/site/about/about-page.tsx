import { useLoaderData } from 'react-router';
import { useDisciplines } from '#app/disciplines/use-disciplines.ts';
import { Cover } from '#app/features/covers/cover.tsx';
import { PageHead } from '#app/features/page-head/page-head.tsx';
import { DisciplineMark } from '#app/features/programme/discipline-mark.tsx';
import { langOf } from '#app/language/in-language.ts';
import { rich, t } from '#app/language/messages.ts';
import { Blocks } from '#app/site/blocks/blocks.tsx';
import { siteMeta } from '#app/site/document/site-meta.ts';
import { studioStructuredData } from '#app/site/document/structured-data.ts';
import { NextLinks } from '#app/site/layout/next-links.tsx';
import { PageSection } from '#app/site/layout/page-section.tsx';
import { useRootData } from '#app/site/layout/use-root-data.ts';
import { loadPage } from '#app/site/pages/load-page.ts';
import { PageLead } from '#app/site/pages/page-lead.tsx';
import { siteContext } from '#app/site-context.ts';
import { Link } from '#app/ui/link.tsx';
import { useIsLinked } from '#app/ui/linked-addresses.ts';
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
  title: t('site.about.page_title'),
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
  const counts = [
    [t('site.about.people_who_teach_and_host'), '/people', people],
    [t('site.about.works_on_the_wall'), '/works', works],
    [t('site.about.hours_of_radio_on_the_weekly'), '/radio', radioHours],
  ] as const;
  const isLinked = useIsLinked();
  const numbers = counts.filter(([, to, number]) => number > 0 && isLinked(to));
  return (
    <main id="main">
      <PageHead
        title={own?.page.title ?? t('site.about.what_we_teach')}
        titleLang={langOf(own?.page, 'title')}
      >
        <PageLead page={own?.page} studio={studio} field="statement" />
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
              ratio={[coverWidth(index), COVER_HEIGHT]}
              loading="eager"
            />
          ))}
        </div>
        <PageSection
          className="section"
          id="about-five"
          title={t('site.about.what_is_taught')}
          link={['/classes', t('site.about.all_classes')]}
        >
          <ul className="five-list">
            {disciplines.map((discipline) => (
              <li key={discipline.slug}>
                <h3>
                  <DisciplineMark discipline={discipline.slug} />
                </h3>
                {discipline.description && (
                  <p {...langOf(discipline, 'description')}>{discipline.description}</p>
                )}
                <Link to={`/classes?discipline=${discipline.slug}`}>
                  {formatClass(classCounts[discipline.slug] ?? 0)}
                </Link>
              </li>
            ))}
          </ul>
        </PageSection>
        <PageSection className="section" id="about-how" title={t('site.about.how_it_works_here')}>
          <div className="grid-12 about-how">
            {own ? (
              <div className="span-7">
                <Blocks blocks={own.text} zone={studio.zone} lang={langOf(own.page, 'body')} />
              </div>
            ) : (
              <div className="prose span-7">
                <p {...langOf(studio, 'lead')}>{studio.lead}</p>
                <p>
                  {rich('site.about.prices_and_places_are_written', {
                    link: (text) => <Link to="/policies/cancellation">{text}</Link>,
                  })}
                </p>
              </div>
            )}
            {numbers.length > 0 && (
              <dl className="about-numbers from-8">
                {numbers.map(([label, to, number]) => (
                  <div key={to}>
                    <dt>{label}</dt>
                    <dd>
                      <Link to={to}>{number}</Link>
                    </dd>
                  </div>
                ))}
              </dl>
            )}
          </div>
        </PageSection>
        <PageSection as="nav" className="section" id="about-on" title={t('site.about.where_to_go_on')}>
          <NextLinks
            links={[
              ['/visit', t('site.about.come_by')],
              ['/people', t('site.common.who_is_here_next')],
              ['/contact', t('site.about.write_to_us')],
              ['/policies/terms', t('shared.policies.terms')],
              ['/policies/privacy', t('shared.policies.privacy')],
            ]}
          />
        </PageSection>
      </div>
    </main>
  );
}

function formatClass(count: number): string {
  if (count === 0) return t('site.about.new_classes_soon');
  return t('site.about.classes', { count });
}

function countBy(names: string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}
