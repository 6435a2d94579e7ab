import { useLoaderData } from 'react-router';
import { studioZone } from '#app/backend/studio-zone.ts';
import { Cover } from '#app/features/covers/cover.tsx';
import { PICTURE_SELECT } from '#app/features/media/picture-attributes.ts';
import { withPicture } from '#app/features/media/with-picture.ts';
import { nearDay } from '#app/features/programme/date-label.ts';
import { DisciplineMark } from '#app/features/programme/discipline-mark.tsx';
import { contentText } from '#app/language/content-text.ts';
import { clockTime, nextMidnight } from '#app/language/format-time.ts';
import { firstSlug, langOf, localized, type Marks } from '#app/language/in-language.ts';
import { rich, t } from '#app/language/messages.ts';
import { nextChange } from '#app/site/classes/next-change.ts';
import { studioMeta } from '#app/site/document/site-meta.ts';
import { ListByDiscipline } from '#app/site/layout/list-by-discipline.tsx';
import { TitledPage } from '#app/site/layout/titled-page.tsx';
import { useRootData } from '#app/site/layout/use-root-data.ts';
import { siteContext } from '#app/site-context.ts';
import { Link } from '#app/ui/link.tsx';
import type { Discipline } from '#contracts/discipline.ts';
import type { Media } from '#contracts/media.ts';
import type { Route } from './+types/people-page.ts';
import { byNextHere } from './next-here.ts';

const PEOPLE_SELECT =
  `slug,name,line,discipline,translations,sessions(starts_at,ends_at,offering:offerings!inner(title,translations)),shows(title,translations),${PICTURE_SELECT}` as const;

/** Of the small pictures; the first one, twice as wide, has its own. */
const SIZES = '(min-width: 62rem) 23vw, 46vw';
const FIRST_SIZES = '(min-width: 62rem) 48vw, 100vw';

interface ListedPerson extends Marks {
  slug: string;
  name: string;
  line: string;
  discipline: Discipline | null;
  sessions: { starts_at: string; ends_at: string; offering: { title: string } & Marks }[];
  shows: { title: string }[];
  picture: Media | null;
}

export async function loader({ context }: Route.LoaderArgs) {
  const { backend, now, validUntil, settings } = context.get(siteContext);
  const [zone, people] = await Promise.all([
    studioZone(backend),
    backend
      .from('people')
      .select(PEOPLE_SELECT)
      .eq('sessions.status', 'planned')
      .gt('sessions.ends_at', now.toISOString())
      .not('sessions.offering.published_at', 'is', null)
      .order('starts_at', { referencedTable: 'sessions' })
      .limit(1, { referencedTable: 'sessions' })
      .order('position'),
  ]);
  if (people.error) throw people.error;
  const ordered = byNextHere(localized(people.data));
  const change = nextChange(
    ordered.flatMap(({ sessions }) => sessions),
    now,
  );
  if (change) validUntil(change);
  validUntil(nextMidnight(now, zone));
  const shown = { storageUrl: settings.storageUrl, sizes: SIZES, ratio: [4, 5] } as const;
  return { now: now.toISOString(), people: ordered.map((person) => withPicture(person, shown)) };
}

export const meta = studioMeta('/people', (name) => [
  t('site.people.page_title'),
  t('site.people.teachers_hosts_and_makers_at_name', { name }),
]);

export default function PeoplePage() {
  const { studio } = useRootData();
  const { now, people } = useLoaderData<typeof loader>();
  return (
    <TitledPage
      title={t('site.common.who_is_here_next')}
      lead={t('site.people.everybody_who_teaches_hosts_or_keeps')}
    >
      <ListByDiscipline
        items={people}
        label={t('site.people.filter_by_discipline')}
        all={t('site.people.everyone')}
        to="/people"
        empty={[t('site.people.the_door_is_open_the_names'), '/visit', t('site.people.come_by')]}
      >
        {(shown) => (
          <ol className="people-wall">
            {shown.map((person, index) => (
              <li key={person.slug}>
                <Cover
                  slug={firstSlug(person)}
                  discipline={person.discipline ?? 'sound'}
                  ratio={[4, 5]}
                  loading={index === 0 ? 'eager' : 'lazy'}
                  picture={person.picture && { ...person.picture, sizes: index === 0 ? FIRST_SIZES : SIZES }}
                />
                <h2>
                  <Link to={`/people/${person.slug}`}>{person.name}</Link>
                </h2>
                {person.discipline && (
                  <p>
                    <DisciplineMark discipline={person.discipline} />
                  </p>
                )}
                <p {...langOf(person, 'line')}>{person.line}</p>
                <NextHere person={person} now={new Date(now)} zone={studio.zone} />
              </li>
            ))}
          </ol>
        )}
      </ListByDiscipline>
    </TitledPage>
  );
}

type PersonWhen = Pick<ListedPerson, 'sessions' | 'shows'>;

function NextHere({ person, now, zone }: { person: PersonWhen; now: Date; zone: string }) {
  const session = person.sessions[0];
  const show = person.shows[0];
  if (session) {
    const startsAt = new Date(session.starts_at);
    return (
      <p className="people-next">
        <b>
          {startsAt <= now
            ? t('site.people.here_now')
            : t('site.people.time_and_day', {
                time: clockTime(startsAt, zone),
                day: nearDay(startsAt, now, zone),
              })}
        </b>
        <span {...langOf(session.offering, 'title')}>{session.offering.title}</span>
      </p>
    );
  }
  return (
    <p className="people-next">
      <span>
        {show
          ? rich('site.people.on_the_radio_title', { title: contentText(show, 'title') })
          : t('site.people.behind_the_scenes')}
      </span>
    </p>
  );
}
