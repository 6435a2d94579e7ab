import { data, useLoaderData } from 'react-router';
import { Cover } from '#app/features/covers/cover.tsx';
import { Facts } from '#app/features/facts/facts.tsx';
import { PageHead } from '#app/features/page-head/page-head.tsx';
import { DisciplineMark } from '#app/features/programme/discipline-mark.tsx';
import { Prose } from '#app/features/prose/prose.tsx';
import { comingShows, listChangesAt } from '#app/features/radio-schedule/coming-shows.ts';
import { localDay, nextMidnight } from '#app/language/format-time.ts';
import type { RootData } from '#app/root.tsx';
import { pageMeta } from '#app/site/document/page-meta.ts';
import { socialPath } from '#app/site/document/social-path.ts';
import { podcastAddress } from '#app/site/feeds/feed-addresses.ts';
import { useRootData } from '#app/site/layout/use-root-data.ts';
import { siteContext } from '#app/site-context.ts';
import stylesheet from '#app/styles/pages/radio.css?url';
import { Link } from '#app/ui/link.tsx';
import type { Discipline } from '#contracts/discipline.ts';
import type { Route } from './+types/show-page.ts';
import { EPISODE_SELECT, type Episode, EpisodeList } from './episode-list.tsx';
import { formatDayName } from './format-day-name.ts';
import { showData } from './radio-data.ts';
import { type RadioSlot, SLOT_SELECT } from './radio-listing.ts';
import { ShowCovers } from './show-covers.tsx';
import { showsOf, showTimes } from './show-times.ts';

const SHOW_SELECT = 'slug,title,summary,discipline,host:people(slug,name,bio,discipline)';
const NEXT_TIMES = 4;

interface Show {
  slug: string;
  title: string;
  summary: string;
  discipline: Discipline;
  host: { slug: string; name: string; bio: string; discipline: Discipline | null } | null;
}

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: stylesheet }];

export async function loader({ context, params }: Route.LoaderArgs) {
  const { backend, now, validUntil } = context.get(siteContext);
  const [studio, show, slots, episodes] = await Promise.all([
    backend.from('studio').select('zone').single<{ zone: string }>(),
    backend.from('shows').select(SHOW_SELECT).eq('slug', params.slug).maybeSingle<Show>(),
    backend.from('slots').select(SLOT_SELECT).overrideTypes<RadioSlot[], { merge: false }>(),
    backend
      .from('radio_episodes')
      .select(EPISODE_SELECT.replace('show:shows', 'show:shows!inner'))
      .eq('show.slug', params.slug)
      .not('published_at', 'is', null)
      .order('recorded_at', { ascending: false })
      .limit(50)
      .overrideTypes<Episode[], { merge: false }>(),
  ]);
  for (const { error } of [studio, show, slots]) if (error) throw error;
  if (!studio.data || !slots.data) throw new Error('The radio schedule could not be read.');
  if (!show.data) throw data(null, { status: 404 });
  const { zone } = studio.data;
  const own = slots.data.filter((slot) => slot.show.slug === params.slug);
  const times = comingShows(own, now, zone, NEXT_TIMES);
  const change = listChangesAt(times, now);
  if (change) validUntil(change);
  validUntil(nextMidnight(now, zone));
  return {
    today: localDay(now, zone),
    show: show.data,
    episodes: episodes.data ?? [],
    when: showTimes(slots.data, params.slug),
    times: times.map(({ isNow, day, from, until }) => ({ isNow, day, from, until })),
    others: showsOf(slots.data)
      .filter(({ slug }) => slug !== params.slug)
      .slice(0, 4)
      .map(({ slug, title, discipline }) => ({ slug, title, discipline, when: showTimes(slots.data, slug) })),
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const root = matches[0]?.loaderData as RootData | undefined;
  if (!root || !loaderData) return [];
  const { show } = loaderData;
  return pageMeta({
    title: show.title.toLowerCase(),
    description: show.summary,
    path: `/radio/shows/${show.slug}`,
    studioName: root.studio.name,
    siteUrl: root.settings.siteUrl,
    image: socialPath('radio', show.slug),
    structuredData: showData(show, root.studio.name, root.settings.siteUrl),
  });
}

export default function ShowPage() {
  const { studio } = useRootData();
  const { today, show, episodes, when, times, others } = useLoaderData<typeof loader>();
  const { host } = show;
  return (
    <main id="main">
      <PageHead
        title={show.title}
        above={
          <>
            <Link to="/radio">Radio</Link>
            <DisciplineMark discipline={show.discipline} />
          </>
        }
      >
        <p className="lead">{show.summary}</p>
      </PageHead>
      <div className="wrap">
        <div className="grid-12 page-body">
          <Cover
            className="page-picture"
            slug={show.slug}
            discipline={show.discipline}
            ratioWidth={7}
            ratioHeight={5}
            alt=""
            loading="eager"
          />
          <aside className="page-side" aria-label="When it is on">
            <Facts
              facts={[
                ['Schedule', when || 'Not scheduled at the moment'],
                ['With', host && <Link to={`/people/${host.slug}`}>{host.name}</Link>],
                [
                  'Episodes',
                  <a key="podcast" href={podcastAddress(show.slug)}>
                    As a podcast
                  </a>,
                ],
              ]}
            />
            {times.length > 0 && (
              <div className="show-times">
                <h2>Next times</h2>
                <ol>
                  {times.map((time) => (
                    <li key={`${time.day} ${time.from}`} data-now={time.isNow || undefined}>
                      <span>
                        {time.isNow ? 'This hour' : capitalised(formatDayName(time.day, today, time.from))}
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
            <section className="page-main" aria-labelledby="hosted-by">
              <div>
                <div className="section-head ruled">
                  <h2 id="hosted-by">At the microphone</h2>
                  <Link to="/people">Everybody here</Link>
                </div>
                <div className="person-brief">
                  <Cover
                    slug={host.slug}
                    discipline={host.discipline ?? show.discipline}
                    ratioWidth={1}
                    ratioHeight={1}
                    alt=""
                  />
                  <div>
                    <h3>
                      <Link to={`/people/${host.slug}`}>{host.name}</Link>
                    </h3>
                    <Prose text={host.bio} />
                  </div>
                </div>
              </div>
            </section>
          )}
        </div>
      </div>
      {episodes.length > 0 && (
        <section className="wrap section" aria-labelledby="show-episodes">
          <div className="section-head ruled">
            <h2 id="show-episodes">Episodes</h2>
            <a href={podcastAddress(show.slug)}>As a podcast</a>
          </div>
          <EpisodeList episodes={episodes} zone={studio.zone} namesShow={false} />
        </section>
      )}
      {others.length > 0 && (
        <section className="wrap section" aria-labelledby="other-shows">
          <div className="section-head ruled">
            <h2 id="other-shows">Other shows</h2>
            <Link to="/radio">Week schedule</Link>
          </div>
          <ShowCovers shows={others} />
        </section>
      )}
    </main>
  );
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
