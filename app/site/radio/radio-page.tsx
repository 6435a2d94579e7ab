import { useLoaderData } from 'react-router';
import { type Fact, Facts } from '#app/features/facts/facts.tsx';
import { readOpenChat } from '#app/features/radio-chat/open-chat.ts';
import { comingShows, listChangesAt } from '#app/features/radio-schedule/coming-shows.ts';
import { weekStrips } from '#app/features/radio-schedule/week-strips.ts';
import { localDay, localMinutes, localWeekday, nextMidnight } from '#app/language/format-time.ts';
import { radioPlayer } from '#app/shell/radio-player/player-store.ts';
import { useRadioPlayer } from '#app/shell/radio-player/use-radio-player.ts';
import { siteMeta } from '#app/site/document/site-meta.ts';
import { podcastAddress } from '#app/site/feeds/feed-addresses.ts';
import { PageSection } from '#app/site/layout/page-section.tsx';
import { useRootData } from '#app/site/layout/use-root-data.ts';
import { siteContext } from '#app/site-context.ts';
import stylesheet from '#app/styles/pages/radio.css?url';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Link } from '#app/ui/link.tsx';
import type { Route } from './+types/radio-page.ts';
import { AirField } from './air-field.tsx';
import { ChatSection } from './chat-section.tsx';
import { ComingList } from './coming-list.tsx';
import { EPISODE_SELECT, EpisodeList } from './episode-list.tsx';
import { formatDayName } from './format-day-name.ts';
import { NowOn } from './now-on.tsx';
import { stationData } from './radio-data.ts';
import { type RadioSlot, SLOT_SELECT } from './radio-listing.ts';
import { RequestForm } from './request-form.tsx';
import { ShowCovers } from './show-covers.tsx';
import { outlineShow } from './show-outline.server.ts';
import { showsOf, showTimes } from './show-times.ts';
import { WeekStripList } from './week-strip-list.tsx';

export const handle = { onTide: true };

const SHOWS_AHEAD = 8;
const EPISODES_SHOWN = 12;

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: stylesheet }];

export async function loader({ context }: Route.LoaderArgs) {
  const { backend, now, validUntil, settings } = context.get(siteContext);
  const [studio, slots, episodes, chat] = await Promise.all([
    backend.from('studio').select('zone').single(),
    backend.from('slots').select(SLOT_SELECT),
    backend
      .from('radio_episodes')
      .select(EPISODE_SELECT)
      .not('published_at', 'is', null)
      .order('recorded_at', { ascending: false })
      .limit(EPISODES_SHOWN),
    settings.streamUrl?.startsWith('/') ? readOpenChat(backend) : null,
  ]);
  if (!studio.data) throw studio.error;
  if (slots.error) throw slots.error;
  const { zone } = studio.data;
  const coming = comingShows(slots.data, now, zone, SHOWS_AHEAD);
  const change = listChangesAt(coming, now);
  if (change) validUntil(change);
  validUntil(nextMidnight(now, zone));
  const current = coming[0]?.isNow ? coming[0] : undefined;
  return {
    today: localDay(now, zone),
    minuteNow: localMinutes(now, zone),
    name: outlineShow(current?.show.title ?? 'radio'),
    coming,
    chat,
    episodes: episodes.data ?? [],
    strips: weekStrips(slots.data, localWeekday(now, zone)),
    shows: showsOf(slots.data).map((show) => ({
      slug: show.slug,
      title: show.title,
      discipline: show.discipline,
      when: showTimes(slots.data, show.slug),
    })),
  };
}

export const meta = siteMeta(({ studio, settings }) => ({
  title: 'radio',
  description: `The radio of ${studio.name}: what is on now, what comes next, and every show of the week.`,
  path: '/radio',
  structuredData: stationData(studio, settings.siteUrl),
}));

export default function RadioPage() {
  const { settings, studio } = useRootData();
  const { today, minuteNow, name, coming, strips, shows, episodes, chat } = useLoaderData<typeof loader>();
  const isPlaying = useRadioPlayer(({ state }) => state === 'playing');
  const isOnAir = settings.streamUrl !== null;
  // An external stream has no track titles and takes no song requests.
  const isOwnStation = settings.streamUrl?.startsWith('/') ?? false;
  const current = coming[0]?.isNow ? coming[0] : undefined;
  const following = coming.filter(({ isNow }) => !isNow).slice(0, 2);
  return (
    <>
      <div className="tide air">
        <AirField name={name} isMoving={isPlaying} />
      </div>
      <main id="main">
        <div className="tide air-text">
          <div className="wrap grid-12">
            <div className="air-now">
              {isOnAir && <ListenButton showTitle={current?.show.title ?? 'the radio'} />}
              <div>
                <h1>{isOnAir ? onAirLine(current) : 'Off air just now'}</h1>
                <p className="lead">
                  {isOnAir
                    ? aboutNow(current)
                    : current
                      ? `There is no broadcast right now. Scheduled for this hour: ${current.show.title}${current.show.host ? ` with ${current.show.host.name}` : ''}. Play it here when we are back on air.`
                      : 'There is no broadcast right now. When we are back on air, the play button is at the bottom of every page.'}
                </p>
              </div>
            </div>
            {coming.length > 0 && (
              <div className="air-facts">
                <Facts
                  facts={[
                    ...(current ? [['Now', <b key="now">{current.show.title}</b>] as Fact] : []),
                    ...following.map(
                      (show): Fact => [
                        `${show.day === today ? '' : `${capitalised(formatDayName(show.day, today, show.from))} `}${show.from}`,
                        <Link key={show.from} to={`/radio/shows/${show.show.slug}`}>
                          {show.show.title}
                        </Link>,
                      ],
                    ),
                  ]}
                />
              </div>
            )}
          </div>
        </div>
        {isOwnStation && (
          <PageSection
            className="wrap section air-section"
            id="air-playing"
            title="Now playing"
            aside={<a href="/radio/live.m3u">Open in your own player</a>}
          >
            <NowOn zone={studio.zone} />
          </PageSection>
        )}
        {isOwnStation && <ChatSection initial={chat} zone={studio.zone} />}
        <PageSection
          className="wrap section air-section"
          id="air-coming"
          title="Coming up"
          aside={<a href="#air-week">Week schedule</a>}
        >
          {coming.length > 0 ? (
            <ComingList shows={coming} today={today} isOnAir={isOnAir} />
          ) : (
            <EmptyState
              title="The schedule is being planned."
              action={<Link to="/contact">Propose a show</Link>}
            >
              <p>Shows appear here when they have a time.</p>
            </EmptyState>
          )}
        </PageSection>
        {coming.length > 0 && (
          <>
            <PageSection isWide id="air-week" title="Week schedule">
              <WeekStripList strips={strips} minuteNow={minuteNow} />
            </PageSection>
            <PageSection isWide id="air-shows" title="Shows">
              <ShowCovers shows={shows} />
            </PageSection>
          </>
        )}
        <PageSection
          isWide
          id="air-archive"
          title="Episodes"
          aside={<a href={podcastAddress()}>Recorded shows as a podcast</a>}
        >
          {episodes.length > 0 ? (
            <EpisodeList episodes={episodes} zone={studio.zone} />
          ) : (
            <EmptyState title="No episodes yet.">
              <p>Every live show is recorded. Episodes appear here when the host publishes them.</p>
            </EmptyState>
          )}
        </PageSection>
        {isOwnStation && (
          <PageSection isWide id="air-request" title="Request a song">
            <RequestForm />
          </PageSection>
        )}
      </main>
    </>
  );
}

type NowOnAir = { until: string; show: RadioSlot['show'] } | undefined;

function onAirLine(current: NowOnAir): string {
  return current ? `On air until ${current.until}` : 'On air, between two shows';
}

function aboutNow(current: NowOnAir): string {
  if (!current) return 'Music from the library until the next show.';
  const { host, summary } = current.show;
  return host ? `${host.name}: ${summary}` : summary;
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function ListenButton({ showTitle }: { showTitle: string }) {
  const playing = useRadioPlayer((player) => player.playing);
  return (
    <button
      type="button"
      className="air-listen"
      aria-label={playing ? `Pause ${showTitle}` : `Listen to ${showTitle}`}
      onClick={() => radioPlayer.toggle()}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true" fill="currentColor">
        <path d={playing ? 'M5 3h5v18H5zM14 3h5v18h-5z' : 'M5 3v18l16-9z'} />
      </svg>
    </button>
  );
}
