import { useLoaderData } from 'react-router';
import { studioZone } from '#app/backend/studio-zone.ts';
import { Facts } from '#app/features/facts/facts.tsx';
import { PICTURE_SELECT } from '#app/features/media/picture-attributes.ts';
import { withPicture } from '#app/features/media/with-picture.ts';
import { DisciplineMark } from '#app/features/programme/discipline-mark.tsx';
import { comingShows, listChangesAt } from '#app/features/radio-schedule/coming-shows.ts';
import { capitalised } from '#app/language/capitalised.ts';
import { localDay, nextMidnight } from '#app/language/format-time.ts';
import { firstSlug, localized, slugsOf } from '#app/language/in-language.ts';
import { t } from '#app/language/messages.ts';
import { articleMeta } from '#app/site/document/site-meta.ts';
import { podcastAddress } from '#app/site/feeds/feed-addresses.ts';
import { ArticleHead, ArticlePicture } from '#app/site/layout/article-head.tsx';
import { PageSection } from '#app/site/layout/page-section.tsx';
import { useRootData } from '#app/site/layout/use-root-data.ts';
import { requireOwnSlug, slugFilter } from '#app/site/pages/find-by-slug.ts';
import { movedOrMissing } from '#app/site/pages/moved-or-missing.ts';
import { BRIEF_PICTURE, PersonBrief } from '#app/site/people/person-brief.tsx';
import { siteContext } from '#app/site-context.ts';
import stylesheet from '#app/styles/pages/radio.css?url';
import { Link } from '#app/ui/link.tsx';
import type { Route } from './+types/show-page.ts';
import { EPISODE_SELECT, EpisodeList } from './episode-list.tsx';
import { formatDayName } from './format-day-name.ts';
import { showData } from './radio-data.ts';
import { SLOT_SELECT } from './radio-listing.ts';
import { ShowCovers } from './show-covers.tsx';
import { showsOf, showTimes } from './show-times.ts';

const SHOW_SELECT =
  `id,slug,title,summary,discipline,translations,host:people(slug,name,bio,discipline,translations,${PICTURE_SELECT})` as const;
const NEXT_TIMES = 4;

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: stylesheet }];

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { backend, settings, now, validUntil } = context.get(siteContext);
  const wanted = await slugFilter(backend, 'shows', params.slug);
  const [zone, found, slots, episodes] = await Promise.all([
    studioZone(backend),
    backend
      .from('shows')
      .select(SHOW_SELECT)
      .eq(...wanted)
      .maybeSingle(),
    backend.from('slots').select(SLOT_SELECT),
    backend
      .from('radio_episodes')
      .select(`${EPISODE_SELECT},only:shows!inner(id,slug)`)
      .eq(`only.${wanted[0]}`, wanted[1])
      .not('published_at', 'is', null)
      .order('recorded_at', { ascending: false })
      .limit(50),
  ]);
  for (const { error } of [found, slots]) if (error) throw error;
  if (!slots.data) throw new Error('The radio schedule could not be read.');
  if (!found.data) throw await movedOrMissing(request, context, { relation: 'shows', slug: params.slug });
  const { host, ...read } = localized(found.data);
  const show = {
    ...read,
    host: host && withPicture(host, { storageUrl: settings.storageUrl, ...BRIEF_PICTURE }),
    slugs: slugsOf(found.data),
  };
  requireOwnSlug(params.slug, show, '/radio/shows/');
  const grid = localized(slots.data);
  const own = grid.filter((slot) => slot.show.slug === show.slug);
  const times = comingShows(own, now, zone, NEXT_TIMES);
  const change = listChangesAt(times, now);
  if (change) validUntil(change);
  validUntil(nextMidnight(now, zone));
  return {
    today: localDay(now, zone),
    show,
    episodes: localized(episodes.data ?? []),
    when: showTimes(grid, show.slug),
    times: times.map(({ isNow, day, from, until }) => ({ isNow, day, from, until })),
    others: showsOf(grid)
      .filter(({ slug }) => slug !== show.slug)
      .slice(0, 4)
      .map((other) => ({ ...other, when: showTimes(grid, other.slug, 'short') })),
  };
}

export const meta = articleMeta<typeof loader>('radio', ({ show }, { studio, settings }) => ({
  article: show,
  description: show.summary,
  structuredData: showData(show, studio.name, settings.siteUrl),
}));

export default function ShowPage() {
  const { studio } = useRootData();
  const { today, show, episodes, when, times, others } = useLoaderData<typeof loader>();
  const { host } = show;
  return (
    <main id="main">
      <ArticleHead
        title={show.title}
        lead={show.summary}
        of={show}
        section={{ to: '/radio', label: t('site.radio.radio') }}
      >
        <DisciplineMark discipline={show.discipline} />
      </ArticleHead>
      <div className="wrap">
        <div className="grid-12 page-body">
          <ArticlePicture of={show} height={5} />
          <aside className="page-side" aria-label={t('site.radio.when_it_is_on')}>
            <Facts
              facts={[
                [t('site.radio.schedule'), when || t('site.radio.not_scheduled_at_the_moment')],
                [t('site.radio.with_term'), host && <Link to={`/people/${host.slug}`}>{host.name}</Link>],
                [
                  t('site.radio.episodes'),
                  <a key="podcast" href={podcastAddress(firstSlug(show))}>
                    {t('site.radio.as_a_podcast')}
                  </a>,
                ],
              ]}
            />
            {times.length > 0 && (
              <div className="show-times">
                <h2>{t('site.radio.next_times')}</h2>
                <ol>
                  {times.map((time) => (
                    <li key={`${time.day} ${time.from}`} data-now={time.isNow || undefined}>
                      <span>
                        {time.isNow
                          ? t('site.radio.this_hour')
                          : capitalised(formatDayName(time.day, today, time.from))}
                      </span>
                      <b>
                        {time.from}–{time.until}
                      </b>
                    </li>
                  ))}
                </ol>
              </div>
            )}
          </aside>
          {host && (
            <div className="page-main">
              <PageSection
                id="hosted-by"
                title={t('site.radio.at_the_microphone')}
                link={['/people', t('site.radio.everybody_here')]}
              >
                <PersonBrief person={host} discipline={show.discipline} />
              </PageSection>
            </div>
          )}
        </div>
      </div>
      {episodes.length > 0 && (
        <PageSection
          isWide
          id="show-episodes"
          title={t('site.radio.episodes')}
          aside={<a href={podcastAddress(firstSlug(show))}>{t('site.radio.as_a_podcast')}</a>}
        >
          <EpisodeList episodes={episodes} zone={studio.zone} namesShow={false} />
        </PageSection>
      )}
      {others.length > 0 && (
        <PageSection
          isWide
          id="other-shows"
          title={t('site.radio.other_shows')}
          link={['/radio', t('site.radio.week_schedule')]}
        >
          <ShowCovers shows={others} />
        </PageSection>
      )}
    </main>
  );
}
