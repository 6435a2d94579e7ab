import { data, useLoaderData } from 'react-router';
import { Cover } from '#app/features/covers/cover.tsx';
import { Facts } from '#app/features/facts/facts.tsx';
import { PICTURE_SELECT } from '#app/features/media/picture-attributes.ts';
import { withPicture } from '#app/features/media/with-picture.ts';
import { PageHead } from '#app/features/page-head/page-head.tsx';
import { DisciplineMark } from '#app/features/programme/discipline-mark.tsx';
import { Prose } from '#app/features/prose/prose.tsx';
import { longDay } from '#app/language/format-day.ts';
import { localDay } from '#app/language/format-time.ts';
import type { RootData } from '#app/root.tsx';
import { pageMeta } from '#app/site/document/page-meta.ts';
import { useRootData } from '#app/site/layout/use-root-data.ts';
import { siteContext } from '#app/site-context.ts';
import { Link } from '#app/ui/link.tsx';
import type { Discipline } from '#contracts/discipline.ts';
import type { Media } from '#contracts/media.ts';
import type { Route } from './+types/entry-page.ts';
import { feedLink } from './journal-feed-link.ts';

interface Entry {
  slug: string;
  title: string;
  summary: string;
  body: string;
  discipline: Discipline;
  published_at: string;
  author: { slug: string; name: string; line: string } | null;
  picture: Media | null;
}

const SIZES = '(min-width: 62rem) 58vw, 100vw';

interface Neighbour {
  slug: string;
  title: string;
}

export async function loader({ context, params }: Route.LoaderArgs) {
  const { backend, settings } = context.get(siteContext);
  const entry = await backend
    .from('posts')
    .select(`slug,title,summary,body,discipline,published_at,author:people(slug,name,line),${PICTURE_SELECT}`)
    .eq('slug', params.slug)
    .maybeSingle<Entry>();
  if (entry.error) throw entry.error;
  if (!entry.data) throw data(null, { status: 404 });
  const { published_at } = entry.data;
  const others = () => backend.from('posts').select('slug,title').neq('slug', params.slug);
  const [newer, older] = await Promise.all([
    others().gte('published_at', published_at).order('published_at').limit(1).maybeSingle<Neighbour>(),
    others()
      .lt('published_at', published_at)
      .order('published_at', { ascending: false })
      .limit(1)
      .maybeSingle<Neighbour>(),
  ]);
  for (const { error } of [newer, older]) if (error) throw error;
  const shown = { backendUrl: settings.backendUrl, sizes: SIZES, ratio: [7, 3] } as const;
  return { entry: withPicture(entry.data, shown), newer: newer.data, older: older.data };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const root = matches[0]?.loaderData as RootData | undefined;
  if (!root || !loaderData) return [];
  const { entry } = loaderData;
  const { siteUrl } = root.settings;
  const url = `${siteUrl}/journal/${entry.slug}`;
  return [
    ...pageMeta({
      title: entry.title.toLowerCase(),
      description: entry.summary,
      path: `/journal/${entry.slug}`,
      studioName: root.studio.name,
      siteUrl,
      image: entry.picture?.src,
      structuredData: {
        '@context': 'https://schema.org',
        '@type': 'Article',
        '@id': `${url}#article`,
        mainEntityOfPage: url,
        headline: entry.title,
        description: entry.summary,
        datePublished: entry.published_at,
        image: new URL(entry.picture?.src ?? '/social.png', siteUrl).href,
        publisher: {
          '@type': 'EducationalOrganization',
          '@id': `${siteUrl}/#studio`,
          name: root.studio.name,
        },
        ...(entry.author && {
          author: {
            '@type': 'Person',
            name: entry.author.name,
            url: `${siteUrl}/people/${entry.author.slug}`,
          },
        }),
      },
    }),
    feedLink(root.studio.name),
  ];
}

export default function EntryPage() {
  const { studio } = useRootData();
  const { entry, newer, older } = useLoaderData<typeof loader>();
  const day = longDay(localDay(new Date(entry.published_at), studio.zone));
  return (
    <main id="main">
      <article>
        <PageHead
          title={entry.title}
          above={
            <>
              <Link to="/journal">Journal</Link>
              <time dateTime={entry.published_at}>{day}</time>
              <DisciplineMark discipline={entry.discipline} />
            </>
          }
        >
          <p className="lead">{entry.summary}</p>
        </PageHead>
        <div className="wrap">
          <div className="grid-12 page-body">
            <Cover
              className="page-picture"
              slug={entry.slug}
              discipline={entry.discipline}
              ratioWidth={7}
              ratioHeight={3}
              alt=""
              loading="eager"
              picture={entry.picture}
            />
            <div className="page-main">
              <Prose text={entry.body} />
            </div>
            <aside className="page-side" aria-label="About this entry">
              <Facts
                facts={[
                  [
                    'Written by',
                    entry.author && <Link to={`/people/${entry.author.slug}`}>{entry.author.name}</Link>,
                  ],
                  ['About', entry.author?.line],
                  ['Published', day],
                  ['Picture', entry.pictureCredit],
                  [
                    'Follow',
                    <a key="feed" href="/journal.rss">
                      The journal as a feed
                    </a>,
                  ],
                ]}
              />
            </aside>
          </div>
        </div>
      </article>
      {(newer || older) && (
        <nav className="wrap section" aria-label="Other entries">
          <div className="section-head ruled">
            <h2>Read on</h2>
            <Link to="/journal">All entries</Link>
          </div>
          <div className="grid-12 read-on">
            {older && (
              <p className="span-7">
                <span>Before this</span>
                <Link to={`/journal/${older.slug}`}>{older.title}</Link>
              </p>
            )}
            {newer && (
              <p className="from-8">
                <span>After this</span>
                <Link to={`/journal/${newer.slug}`}>{newer.title}</Link>
              </p>
            )}
          </div>
        </nav>
      )}
    </main>
  );
}
