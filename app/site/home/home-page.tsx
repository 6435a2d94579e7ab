import { useLoaderData } from 'react-router';
import { isPublished } from '#app/backend/is-published.ts';
import { studioZone } from '#app/backend/studio-zone.ts';
import { Cover } from '#app/features/covers/cover.tsx';
import { PICTURE_SELECT } from '#app/features/media/picture-attributes.ts';
import { withPicture } from '#app/features/media/with-picture.ts';
import { UPCOMING_SELECT } from '#app/features/programme/upcoming-session.ts';
import { contentText } from '#app/language/content-text.ts';
import { nextMidnight } from '#app/language/format-time.ts';
import { firstSlug, langOf, localized } from '#app/language/in-language.ts';
import { rich, t } from '#app/language/messages.ts';
import { price } from '#app/language/price.ts';
import { useRadioPlayer } from '#app/shell/radio-player/use-radio-player.ts';
import { siteMeta } from '#app/site/document/site-meta.ts';
import { studioStructuredData } from '#app/site/document/structured-data.ts';
import { JournalList } from '#app/site/journal/journal-list.tsx';
import { PageSection } from '#app/site/layout/page-section.tsx';
import { useRootData } from '#app/site/layout/use-root-data.ts';
import { NearSection } from '#app/site/timetable/near-section.tsx';
import { hangWork, WALL_SELECT } from '#app/site/works/hang-works.ts';
import { WorksSection } from '#app/site/works/works-section.tsx';
import { siteContext } from '#app/site-context.ts';
import { Button } from '#app/ui/button.tsx';
import { Link } from '#app/ui/link.tsx';
import { useIsLinked } from '#app/ui/linked-addresses.ts';
import { TitleLink } from '#app/ui/title-link.tsx';
import type { StudioClient } from '#contracts/studio-client.ts';
import type { Route } from './+types/home-page.ts';
import { Hero } from './hero.tsx';
import { readHero } from './read-hero.ts';

export const handle = { onTide: true };

async function readHome(backend: StudioClient, now: Date, storageUrl: string) {
  const [zone, sessions, works, posts, hero] = await Promise.all([
    studioZone(backend),
    backend
      .from('sessions')
      .select(UPCOMING_SELECT)
      .eq('status', 'planned')
      .not('offering.published_at', 'is', null)
      .gt('starts_at', now.toISOString())
      .order('starts_at')
      .order('id')
      .limit(7),
    backend
      .from('works')
      .select(WALL_SELECT)
      .not('featured_position', 'is', null)
      .order('featured_position')
      .limit(2),
    backend
      .from('posts')
      .select(`slug,title,summary,discipline,published_at,translations,${PICTURE_SELECT}`)
      .order('published_at', { ascending: false })
      .limit(3),
    readHero(backend, storageUrl),
  ]);
  for (const { error } of [sessions, works, posts]) if (error) throw error;
  return {
    zone,
    hero,
    sessions: localized(sessions.data ?? []),
    works: localized(works.data ?? []).map((work) => hangWork(work, storageUrl)),
    posts: localized((posts.data ?? []).filter(isPublished)).map((post) =>
      withPicture(post, { storageUrl, sizes: '(min-width: 62rem) 38vw, 100vw', ratio: [5, 4] }),
    ),
  };
}

export async function loader({ context }: Route.LoaderArgs) {
  const { shared, now, validUntil, settings } = context.get(siteContext);
  const { zone, ...read } = await shared('home', (backend) => readHome(backend, now, settings.storageUrl));
  // Others may have read it some seconds ago.
  const sessions = read.sessions.filter(({ starts_at }) => new Date(starts_at) > now);
  if (sessions[0]) validUntil(new Date(sessions[0].starts_at));
  validUntil(nextMidnight(now, zone));
  return { ...read, sessions, now: now.toISOString(), livePools: sessions.map(({ pool_id }) => pool_id) };
}

export const meta = siteMeta((root) => ({
  description: root.studio.description,
  path: '/',
  structuredData: studioStructuredData(root.studio, root.openingHours, root.settings.siteUrl),
}));

export default function HomePage() {
  const { studio, word, onAir } = useRootData();
  const { now, hero, sessions, works, posts } = useLoaderData<typeof loader>();
  const isPlaying = useRadioPlayer(({ state }) => state === 'playing');
  const isLinked = useIsLinked();
  const firstPost = isLinked('/journal') ? posts[0] : undefined;
  return (
    <>
      <Hero {...hero} word={word} isMoving={isPlaying} />
      <main id="main">
        <div className="wrap statement">
          <div className="grid-12">
            <h1 className="span-7" {...langOf(studio, 'statement')}>
              {studio.statement}
            </h1>
            <div className="from-8">
              <p className="lead" {...langOf(studio, 'lead')}>
                {studio.lead}
              </p>
              <div className="statement-actions">
                <Button asChild variant="primary">
                  <Link to="/classes">
                    {studio.first_class_price_cents === null
                      ? t('site.home.find_a_class')
                      : t('site.home.book_a_first_class_price', {
                          price: price(studio.first_class_price_cents, studio.currency),
                        })}
                  </Link>
                </Button>
                <Button asChild variant="text">
                  <Link to="/timetable">{t('site.home.see_the_week')}</Link>
                </Button>
              </div>
            </div>
          </div>
        </div>

        {onAir && isLinked('/radio') && (
          <section className="wrap on-air" aria-labelledby="home-radio">
            <h2 id="home-radio">{t('site.home.the_radio')}</h2>
            <p>
              <span className="on-air-time">
                {onAir.from}–{onAir.until}
              </span>
              <TitleLink className="on-air-show" to="/radio" of={onAir} />
              {onAir.host && <span>{t('site.home.with_host', { host: onAir.host })}</span>}
              {onAir.next && (
                <span className="on-air-next">
                  {rich('site.home.then_title_at', {
                    title: contentText(onAir.next, 'title'),
                    at: onAir.next.at,
                  })}
                </span>
              )}
            </p>
          </section>
        )}

        <NearSection
          id="home-next"
          title={t('site.home.next_through_the_door')}
          sessions={sessions}
          now={new Date(now)}
          whenEmpty={t('site.home.the_next_term_is_being_drawn')}
        />

        <WorksSection
          id="home-works"
          title={t('site.common.made_here')}
          works={isLinked('/works') ? works : []}
          thisYear={new Date(now).getFullYear()}
          eager={0}
        />

        {firstPost && (
          <PageSection
            isWide
            id="home-journal"
            title={t('site.home.journal')}
            link={['/journal', t('site.home.all_entries')]}
          >
            <div className="grid-12">
              <JournalList className="span-7" entries={posts} zone={studio.zone} />
              <div className="from-8">
                <Cover
                  slug={firstSlug(firstPost)}
                  discipline={firstPost.discipline}
                  ratio={[5, 4]}
                  picture={firstPost.picture}
                />
              </div>
            </div>
          </PageSection>
        )}
      </main>
    </>
  );
}
