import type { CSSProperties } from 'react';
import { data, useLoaderData } from 'react-router';
import { isPublished } from '#app/backend/is-published.ts';
import { PICTURE_SELECT } from '#app/features/media/picture-attributes.ts';
import { withPicture } from '#app/features/media/with-picture.ts';
import { PageHead } from '#app/features/page-head/page-head.tsx';
import { longDay } from '#app/language/format-day.ts';
import { localDay } from '#app/language/format-time.ts';
import { langOf, localized } from '#app/language/in-language.ts';
import { localPath } from '#app/language/language-path.ts';
import { rich, t } from '#app/language/messages.ts';
import { siteMeta } from '#app/site/document/site-meta.ts';
import { ArticlePicture } from '#app/site/layout/article-head.tsx';
import { PageSection } from '#app/site/layout/page-section.tsx';
import { useRootData } from '#app/site/layout/use-root-data.ts';
import { siteContext } from '#app/site-context.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Link } from '#app/ui/link.tsx';
import { Pagination } from '#app/ui/pagination.tsx';
import { TitleLink } from '#app/ui/title-link.tsx';
import type { Route } from './+types/journal-page.ts';
import { feedLink } from './journal-feed-link.ts';
import { JournalRow } from './journal-list.tsx';

const ENTRIES_PER_PAGE = 15;
const SIZES = '(min-width: 62rem) 58vw, 100vw';

export async function loader({ context, request }: Route.LoaderArgs) {
  const { backend, settings } = context.get(siteContext);
  const asked = new URL(request.url).searchParams.get('page') ?? '1';
  const page = /^[1-9]\d{0,4}$/.test(asked) ? Number(asked) : 1;
  const first = (page - 1) * ENTRIES_PER_PAGE;
  const counted = await backend.from('posts').select('slug', { count: 'exact', head: true });
  if (counted.error) throw counted.error;
  const pageCount = Math.max(1, Math.ceil((counted.count ?? 0) / ENTRIES_PER_PAGE));
  if (page > pageCount) throw data(null, { status: 404 });
  const entries = await backend
    .from('posts')
    .select(
      `slug,title,summary,discipline,published_at,translations,author:people(name,translations),${PICTURE_SELECT}`,
    )
    .order('published_at', { ascending: false })
    .order('slug')
    .range(first, first + ENTRIES_PER_PAGE - 1);
  if (entries.error) throw entries.error;
  const shown = { storageUrl: settings.storageUrl, sizes: SIZES, ratio: [7, 4] } as const;
  return {
    page,
    pageCount,
    entries: localized(entries.data.filter(isPublished)).map((entry) => withPicture(entry, shown)),
  };
}

export const meta = siteMeta<typeof loader>(({ studio }, { loaderData }) => {
  const page = loaderData?.page ?? 1;
  return {
    title: page > 1 ? t('site.journal.page_title_numbered', { page }) : t('site.journal.page_title'),
    description: t('site.journal.notes_from_the_rooms_of_name', { name: studio.name }),
    path: pagePath(page),
    more: [feedLink(studio.name)],
  };
});

export default function JournalPage() {
  const { studio } = useRootData();
  const { page, pageCount, entries } = useLoaderData<typeof loader>();
  const [newest, ...older] = page === 1 ? entries : [undefined, ...entries];
  return (
    <main id="main">
      <PageHead title={t('site.journal.journal')}>
        <p className="lead">
          {rich('site.journal.notes_from_the_rooms_what_was', {
            link: (text) => <a href={localPath('/journal.rss')}>{text}</a>,
          })}
        </p>
      </PageHead>
      {newest && (
        <article className="wrap">
          <div className="grid-12 next-event">
            <ArticlePicture of={newest} height={4} />
            <div className="next-event-text">
              <p className="entry-facts">
                <time dateTime={newest.published_at}>
                  {longDay(localDay(new Date(newest.published_at), studio.zone))}
                </time>
                {newest.author && <span>{newest.author.name}</span>}
              </p>
              <h2 className="newest-entry">
                <TitleLink to={`/journal/${newest.slug}`} of={newest} />
              </h2>
              <p className="lead" {...langOf(newest, 'summary')}>
                {newest.summary}
              </p>
            </div>
          </div>
        </article>
      )}
      {older.length > 0 && (
        <PageSection
          isWide
          id="older-entries"
          title={page === 1 ? t('site.journal.before_that') : t('site.journal.page_number', { page })}
        >
          <ol className="journal-list entry-list">
            {older.map((entry, index) =>
              entry ? (
                <JournalRow
                  key={entry.slug}
                  entry={entry}
                  zone={studio.zone}
                  style={{ '--near': `${Math.max(74, 118 - index * 8)}%` } as CSSProperties}
                >
                  <span className="entry-author">{entry.author?.name}</span>
                </JournalRow>
              ) : null,
            )}
          </ol>
          <Pagination
            page={page}
            pageCount={pageCount}
            hrefFor={pagePath}
            link={({ href, ...props }) => <Link to={href} {...props} />}
          />
        </PageSection>
      )}
      {entries.length === 0 && (
        <div className="wrap">
          <EmptyState
            level={2}
            title={t('site.journal.the_first_entry_is_being_written')}
            action={<Link to="/timetable">{t('site.journal.see_what_is_on_meanwhile')}</Link>}
          />
        </div>
      )}
    </main>
  );
}

function pagePath(page: number): string {
  return page === 1 ? '/journal' : `/journal?page=${page}`;
}
