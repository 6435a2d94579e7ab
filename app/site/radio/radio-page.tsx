import type { ReactNode } from 'react';
import { useLoaderData } from 'react-router';
import { type Fact, Facts } from '#app/features/facts/facts.tsx';
import { readOpenChat } from '#app/features/radio-chat/open-chat.ts';
import { comingShows, listChangesAt } from '#app/features/radio-schedule/coming-shows.ts';
import { weekStrips } from '#app/features/radio-schedule/week-strips.ts';
import { capitalised } from '#app/language/capitalised.ts';
import { contentText } from '#app/language/content-text.ts';
import { localDay, localMinutes, localWeekday, nextMidnight } from '#app/language/format-time.ts';
import { localized } from '#app/language/in-language.ts';
import { rich, t } from '#app/language/messages.ts';
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
  const grid = localized(slots.data);
  const coming = comingShows(grid, now, zone, SHOWS_AHEAD);
  const change = listChangesAt(coming, now);
  if (change) validUntil(change);
  validUntil(nextMidnight(now, zone));
  const current = coming[0]?.isNow ? coming[0] : undefined;
  return {
    today: localDay(now, zone),
    minuteNow: localMinutes(now, zone),
    name: outlineShow(current?.show.title ?? t('site.radio.radio')),
    coming,
    chat,
    episodes: localized(episodes.data ?? []),
    strips: weekStrips(grid, localWeekday(now, zone)),
    shows: showsOf(grid).map(({ slug, first_slug, title, discipline, untranslated }) => ({
      slug,
      first_slug,
      title,
      discipline,
      untranslated,
      when: showTimes(grid, slug),
    })),
  };
}

export const meta = siteMeta(({ studio, settings }) => ({
  title: t('site.radio.page_title'),
  description: t('site.radio.the_radio_of_name_what_is', { name: studio.name }),
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
              {isOnAir && <ListenButton showTitle={current?.show.title ?? t('site.radio.the_radio')} />}
              <div>
                <h1>{isOnAir ? onAirLine(current) : t('site.radio.off_air_just_now')}</h1>
                <p className="lead">
                  {isOnAir
                    ? aboutNow(current)
                    : current
                      ? scheduledNow(current.show)
                      : t('site.radio.there_is_no_broadcast_right_now')}
                </p>
              </div>
            </div>
            {coming.length > 0 && (
              <div className="air-facts">
                <Facts
                  facts={[
                    ...(current
                      ? [
                          [
                            t('site.radio.now_term'),
                            <b key="now">{contentText(current.show, 'title')}</b>,
                          ] as Fact,
                        ]
                      : []),
                    ...following.map(
                      (show): Fact => [
                        show.day === today
                          ? show.from
                          : t('site.radio.day_and_time', {
                              day: capitalised(formatDayName(show.day, today, show.from)),
                              time: show.from,
                            }),
                        <Link key={show.from} to={`/radio/shows/${show.show.slug}`}>
                          {contentText(show.show, 'title')}
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
            title={t('site.radio.now_playing')}
            aside={<a href="/radio/live.m3u">{t('site.radio.open_in_your_own_player')}</a>}
          >
            <NowOn zone={studio.zone} />
          </PageSection>
        )}
        {isOwnStation && <ChatSection initial={chat} zone={studio.zone} />}
        <PageSection
          className="wrap section air-section"
          id="air-coming"
          title={t('site.radio.coming_up')}
          aside={<a href="#air-week">{t('site.radio.week_schedule')}</a>}
        >
          {coming.length > 0 ? (
            <ComingList shows={coming} today={today} isOnAir={isOnAir} />
          ) : (
            <EmptyState
              title={t('site.radio.the_schedule_is_being_planned')}
              action={<Link to="/contact">{t('site.radio.propose_a_show')}</Link>}
            >
              <p>{t('site.radio.shows_appear_here_when_they_have')}</p>
            </EmptyState>
          )}
        </PageSection>
        {coming.length > 0 && (
          <>
            <PageSection isWide id="air-week" title={t('site.radio.week_schedule')}>
              <WeekStripList strips={strips} minuteNow={minuteNow} />
            </PageSection>
            <PageSection isWide id="air-shows" title={t('site.radio.shows')}>
              <ShowCovers shows={shows} />
            </PageSection>
          </>
        )}
        <PageSection
          isWide
          id="air-archive"
          title={t('site.radio.episodes')}
          aside={<a href={podcastAddress()}>{t('site.radio.recorded_shows_as_a_podcast')}</a>}
        >
          {episodes.length > 0 ? (
            <EpisodeList episodes={episodes} zone={studio.zone} />
          ) : (
            <EmptyState title={t('site.radio.no_episodes_yet')}>
              <p>{t('site.radio.every_live_show_is_recorded_episodes')}</p>
            </EmptyState>
          )}
        </PageSection>
        {isOwnStation && (
          <PageSection isWide id="air-request" title={t('site.radio.request_a_song')}>
            <RequestForm />
          </PageSection>
        )}
      </main>
    </>
  );
}

type NowOnAir = { until: string; show: RadioSlot['show'] } | undefined;

function onAirLine(current: NowOnAir): string {
  return current
    ? t('site.radio.on_air_until', { time: current.until })
    : t('site.radio.on_air_between_two_shows');
}

function scheduledNow(show: RadioSlot['show']): ReactNode {
  const title = contentText(show, 'title');
  return show.host
    ? rich('site.radio.no_broadcast_but_scheduled_with_host', { title, host: show.host.name })
    : rich('site.radio.no_broadcast_but_scheduled', { title });
}

function aboutNow(current: NowOnAir): ReactNode {
  if (!current) return t('site.radio.music_from_the_library_until_the');
  const { host } = current.show;
  const summary = contentText(current.show, 'summary');
  return host ? (
    <>
      {host.name}: {summary}
    </>
  ) : (
    summary
  );
}

function ListenButton({ showTitle }: { showTitle: string }) {
  const playing = useRadioPlayer((player) => player.playing);
  return (
    <button
      type="button"
      className="air-listen"
      aria-label={
        playing
          ? t('site.radio.pause_show', { show: showTitle })
          : t('site.radio.listen_to_show', { show: showTitle })
      }
      onClick={() => radioPlayer.toggle()}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true" fill="currentColor">
        <path d={playing ? 'M5 3h5v18H5zM14 3h5v18h-5z' : 'M5 3v18l16-9z'} />
      </svg>
    </button>
  );
}
