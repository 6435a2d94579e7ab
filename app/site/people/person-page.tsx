import type { ReactNode } from 'react';
import { useLoaderData } from 'react-router';
import { isPublished } from '#app/backend/is-published.ts';
import { studioZone } from '#app/backend/studio-zone.ts';
import { Cover } from '#app/features/covers/cover.tsx';
import { Facts } from '#app/features/facts/facts.tsx';
import { PICTURE_SELECT } from '#app/features/media/picture-attributes.ts';
import { withPicture } from '#app/features/media/with-picture.ts';
import { DisciplineMark } from '#app/features/programme/discipline-mark.tsx';
import { offeringPath, UPCOMING_SELECT } from '#app/features/programme/upcoming-session.ts';
import { contentText } from '#app/language/content-text.ts';
import { localDay, nextMidnight } from '#app/language/format-time.ts';
import { fullStop } from '#app/language/full-stop.ts';
import { firstSlug, langOf, localized, slugsOf } from '#app/language/in-language.ts';
import { t } from '#app/language/messages.ts';
import { Blocks } from '#app/site/blocks/blocks.tsx';
import { showBlocks } from '#app/site/blocks/show-blocks.ts';
import { articleMeta } from '#app/site/document/site-meta.ts';
import { studioData } from '#app/site/document/structured-data.ts';
import { JournalList } from '#app/site/journal/journal-list.tsx';
import { ArticleHead } from '#app/site/layout/article-head.tsx';
import { PageSection } from '#app/site/layout/page-section.tsx';
import { useRootData } from '#app/site/layout/use-root-data.ts';
import { requireOwnSlug, slugFilter } from '#app/site/pages/find-by-slug.ts';
import { movedOrMissing } from '#app/site/pages/moved-or-missing.ts';
import { NearSection } from '#app/site/timetable/near-section.tsx';
import { hangWork, WALL_SELECT } from '#app/site/works/hang-works.ts';
import { WorkFigure } from '#app/site/works/work-figure.tsx';
import { WorksSection } from '#app/site/works/works-section.tsx';
import { siteContext } from '#app/site-context.ts';
import { Link } from '#app/ui/link.tsx';
import type { Route } from './+types/person-page.ts';

const PERSON_SELECT =
  `id,slug,name,line,bio,blocks,discipline,translations,offerings(slug,kind,title,translations),shows(slug,title,translations),posts(slug,title,summary,published_at,translations),works(${WALL_SELECT}),${PICTURE_SELECT}` as const;
const SESSIONS_AHEAD = 6;

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { backend, now, validUntil, settings } = context.get(siteContext);
  const person = await backend
    .from('people')
    .select(PERSON_SELECT)
    .eq(...(await slugFilter(backend, 'people', params.slug)))
    .not('offerings.published_at', 'is', null)
    .order('title', { referencedTable: 'offerings' })
    .order('title', { referencedTable: 'shows' })
    .order('published_at', { referencedTable: 'posts', ascending: false })
    .order('published_at', { referencedTable: 'works', ascending: false })
    .maybeSingle();
  if (person.error) throw person.error;
  if (!person.data) throw await movedOrMissing(request, context, { relation: 'people', slug: params.slug });
  const [zone, sessions] = await Promise.all([
    studioZone(backend),
    backend
      .from('sessions')
      .select(UPCOMING_SELECT)
      .eq('teacher_id', person.data.id)
      .eq('status', 'planned')
      .not('offering.published_at', 'is', null)
      .gt('starts_at', now.toISOString())
      .order('starts_at')
      .limit(SESSIONS_AHEAD),
  ]);
  if (sessions.error) throw sessions.error;
  const first = sessions.data[0];
  if (first) validUntil(new Date(first.starts_at));
  validUntil(nextMidnight(now, zone));
  const { storageUrl } = settings;
  const { blocks, ...read } = localized(person.data);
  requireOwnSlug(params.slug, read, '/people/');
  const shown = { storageUrl, sizes: '(min-width: 62rem) 31vw, 100vw', ratio: [4, 5] } as const;
  return {
    now: now.toISOString(),
    thisYear: Number(localDay(now, zone).slice(0, 4)),
    person: {
      ...withPicture(read, shown),
      slugs: slugsOf(person.data),
      works: read.works.map((work) => hangWork(work, storageUrl)),
    },
    sessions: localized(sessions.data),
    text: await showBlocks({ blocks, body: read.bio }, { backend, storageUrl }),
    livePools: sessions.data.map(({ pool_id }) => pool_id),
  };
}

export const meta = articleMeta<typeof loader>('people', ({ person }, { studio, settings: { siteUrl } }) => {
  const url = `${siteUrl}/people/${person.slug}`;
  return {
    article: { ...person, title: person.name },
    description: fullStop(`${person.name}: ${person.line}`),
    structuredData: {
      '@context': 'https://schema.org',
      '@type': 'Person',
      '@id': `${url}#person`,
      url,
      name: person.name,
      description: person.bio,
      knowsAbout: person.line,
      worksFor: studioData(studio.name, siteUrl),
    },
  };
});

export default function PersonPage() {
  const { studio } = useRootData();
  const { now, thisYear, person, sessions, text } = useLoaderData<typeof loader>();
  const { offerings, shows, posts, works } = person;
  return (
    <main id="main">
      <ArticleHead
        title={person.name}
        lead={person.line}
        of={person}
        fields={['', 'line']}
        section={{ to: '/people', label: t('site.people.people') }}
      >
        {person.discipline && <DisciplineMark discipline={person.discipline} />}
      </ArticleHead>
      <div className="wrap">
        <div className="grid-12 page-body person">
          <aside className="page-side" aria-label={t('site.people.where_to_find_them')}>
            <Cover
              slug={firstSlug(person)}
              discipline={person.discipline ?? 'sound'}
              ratio={[4, 5]}
              loading="eager"
              picture={person.picture}
            />
            <Facts
              facts={[
                [
                  t('site.people.teaches'),
                  offerings.length > 0 && (
                    <LinkList
                      links={offerings.map((each) => ({
                        to: offeringPath(each),
                        label: contentText(each, 'title'),
                      }))}
                    />
                  ),
                ],
                [
                  t('site.people.on_the_radio'),
                  shows.length > 0 && (
                    <LinkList
                      links={shows.map((show) => ({
                        to: `/radio/shows/${show.slug}`,
                        label: contentText(show, 'title'),
                      }))}
                    />
                  ),
                ],
                [t('site.common.picture'), contentText(person.pictureCredit, 'credit')],
              ]}
            />
          </aside>
          <div className="page-main person-bio">
            <Blocks blocks={text} zone={studio.zone} lang={langOf(person, 'bio')} />
          </div>
        </div>
      </div>
      <NearSection
        id="person-next"
        title={t('site.people.meet_person', { name: person.name.split(' ')[0] ?? '' })}
        sessions={sessions}
        now={new Date(now)}
      />
      <WorksSection
        id="person-works"
        title={t('site.common.made_here')}
        figure={WorkFigure}
        works={works}
        thisYear={thisYear}
      />
      {posts.length > 0 && (
        <PageSection
          isWide
          id="person-posts"
          title={t('site.people.written')}
          link={['/journal', t('site.people.the_journal')]}
        >
          <JournalList entries={posts.filter(isPublished)} zone={studio.zone} />
        </PageSection>
      )}
    </main>
  );
}

function LinkList({ links }: { links: { to: string; label: ReactNode }[] }) {
  return (
    <ul className="link-list">
      {links.map(({ to, label }) => (
        <li key={to}>
          <Link to={to}>{label}</Link>
        </li>
      ))}
    </ul>
  );
}
