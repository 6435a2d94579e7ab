import type { ReactNode } from 'react';
import { useLoaderData } from 'react-router';
import { studioZone } from '#app/backend/studio-zone.ts';
import { readOpenChat } from '#app/features/radio-chat/open-chat.ts';
import { comingShows, listChangesAt } from '#app/features/radio-schedule/coming-shows.ts';
import { hourMarks, weekStrips } from '#app/features/radio-schedule/week-strips.ts';
import { contentText } from '#app/language/content-text.ts';
import { localDay, localMinutes, localWeekday, nextMidnight } from '#app/language/format-time.ts';
import { localized } from '#app/language/in-language.ts';
import { rich, t } from '#app/language/messages.ts';
import { PlayIcon } from '#app/shell/radio-player/play-icon.tsx';
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
import { stationData } from './radio-data.ts';
import { type RadioSlot, SLOT_SELECT } from './radio-listing.ts';
import { RecentlyPlayed } from './recently-played.tsx';
import { RequestForm } from './request-form.tsx';
import { ShowCovers } from './show-covers.tsx';
import { outlineShow } from './show-outline.server.ts';
import { showsOf, showTimes, withSharedShows } from './show-times.ts';
import { WeekGrid } from './week-grid.tsx';

export const handle = { onTide: true };

const SHOWS_AHEAD = 8;
const EPISODES_SHOWN = 12;

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: stylesheet }];

export async function loader({ context }: Route.LoaderArgs) {
  const { backend, now, validUntil, settings } = context.get(siteContext);
  const [zone, slots, episodes, chat] = await Promise.all([
    studioZone(backend),
    backend.from('slots').select(SLOT_SELECT),
    backend
      .from('radio_episodes')
      .select(EPISODE_SELECT)
      .not('published_at', 'is', null)
      .order('recorded_at', { ascending: false })
      .limit(EPISODES_SHOWN),
    settings.streamUrl?.startsWith('/') ? readOpenChat(backend) : null,
  ]);
  if (slots.error) throw slots.error;
  const grid = withSharedShows(localized(slots.data));
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
    hours: hourMarks(grid),
    shows: showsOf(grid).map(({ slug, first_slug, title, discipline, untranslated }) => ({
      slug,
      first_slug,
      title,
      discipline,
      untranslated,
      when: showTimes(grid, slug, 'short'),
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
  const { settings, studio, sections } = useRootData();
  const { today, minuteNow, name, coming, strips, hours, shows, episodes, chat } =
    useLoaderData<typeof loader>();
  const isPlaying = useRadioPlayer(({ state }) => state === 'playing');
  const isOnAir = settings.streamUrl !== null;
  // An external stream has no track titles and takes no song requests.
  const isOwnStation = settings.streamUrl?.startsWith('/') ?? false;
  const current = coming[0]?.isNow ? coming[0] : undefined;
  const isLive = useRadioPlayer(({ air }) => air?.isLive ?? false);
  const curator = useRadioPlayer(({ air }) => air?.curatedBy ?? null);
  return (
    <>
      <div className="tide air">
        <AirField name={name} isMoving={isPlaying} />
      </div>
      <main id="main">
        <div className="tide air-text">
          <div className="wrap air-now">
            {isOnAir && <ListenButton showTitle={current?.show.title ?? t('site.radio.the_radio')} />}
            <div>
              <h1>{isOnAir ? onAirLine(current, isLive) : t('site.radio.off_air_just_now')}</h1>
              <p className="lead">
                {isOnAir
                  ? aboutNow(current)
                  : current
                    ? scheduledNow(current.show)
                    : t('site.radio.there_is_no_broadcast_right_now')}
              </p>
              {curator && (
                <p className="air-curator">
                  {rich('site.radio.curated_by', {
                    title: <Link to={`/classes/${curator.slug}`}>{contentText(curator, 'title')}</Link>,
                  })}
                </p>
              )}
            </div>
          </div>
        </div>
        {isOwnStation && <ChatSection initial={chat} zone={studio.zone} />}
        <PageSection
          className="wrap section air-section"
          id="air-week"
          title={t('site.radio.this_week')}
          aside={isOwnStation && <a href="/radio/live.m3u">{t('site.radio.open_in_your_own_player')}</a>}
        >
          {coming.length > 0 ? (
            <>
              <WeekGrid strips={strips} hours={hours} today={today} minuteNow={minuteNow} />
              <ComingList shows={coming} today={today} isOnAir={isOnAir} />
              <p className="air-note">{t('site.radio.solid_shows_have_a_host')}</p>
            </>
          ) : (
            <EmptyState
              title={t('site.radio.the_schedule_is_being_planned')}
              action={<Link to="/contact">{t('site.radio.propose_a_show')}</Link>}
            >
              <p>{t('site.radio.shows_appear_here_when_they_have')}</p>
            </EmptyState>
          )}
        </PageSection>
        <div className="wrap section grid-12 air-pair">
          {isOwnStation && (
            <div className="air-aside">
              {sections.linked.includes('requests') && (
                <PageSection id="air-request" title={t('site.radio.request_a_song')}>
                  <RequestForm />
                </PageSection>
              )}
              <PageSection id="air-played" title={t('site.radio.recently_played')}>
                <RecentlyPlayed zone={studio.zone} />
              </PageSection>
            </div>
          )}
          <PageSection
            id="air-archive"
            className="air-recordings"
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
        </div>
        {coming.length > 0 && (
          <PageSection isWide id="air-shows" title={t('site.radio.shows')}>
            <ShowCovers shows={shows} />
          </PageSection>
        )}
      </main>
    </>
  );
}

type NowOnAir = { until: string; show: RadioSlot['show'] } | undefined;

function onAirLine(current: NowOnAir, isLive: boolean): string {
  if (!current) return t('site.radio.on_air_between_two_shows');
  return isLive
    ? t('site.radio.live_until', { time: current.until })
    : t('site.radio.on_air_until', { time: current.until });
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
      <PlayIcon isPlaying={playing} />
    </button>
  );
}
