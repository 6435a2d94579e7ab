import type { CSSProperties } from 'react';
import { rich, t } from '#app/language/messages.ts';
import { siteMeta } from '#app/site/document/site-meta.ts';
import { TitledPage } from '#app/site/layout/titled-page.tsx';
import { siteContext } from '#app/site-context.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Link } from '#app/ui/link.tsx';
import type { Route } from './+types/search-page.ts';
import SearchBox from './search-box.tsx';
import { kindLabel, langOfResult, search } from './search-results.ts';

const MAX_RESULTS = 40;

export async function loader({ context, url }: Route.LoaderArgs) {
  const question = (url.searchParams.get('q') ?? '').slice(0, 200);
  return { question, results: await search(context.get(siteContext).backend, question, MAX_RESULTS) };
}

export const meta = siteMeta<typeof loader>(({ studio }, { loaderData }) => {
  const question = loaderData?.question.trim() ?? '';
  return {
    title: question ? t('site.search.page_title_of_query', { question }) : t('site.search.page_title'),
    description: t('site.search.search_the_classes_events_people_works', { name: studio.name }),
    path: '/search',
    noindex: true,
  };
});

/** The best match is the widest. */
function nearOf(rank: number): number {
  return Math.max(78, 132 - rank * 6);
}

export default function SearchPage({ loaderData }: Route.ComponentProps) {
  const { question, results } = loaderData;
  const isAsked = question.trim() !== '';
  return (
    <TitledPage title={t('site.search.search')} className="search-page">
      <SearchBox key={question} question={question} />
      <p role="status" className={results.length === 0 ? 'sr-only' : 'search-count'}>
        {isAsked &&
          (results.length === 0
            ? t('site.search.no_results')
            : t('site.search.results', { count: results.length }))}
      </p>
      {results.length > 0 ? (
        <ol className="search-list">
          {results.map((result, rank) => (
            <li key={result.path} style={{ '--near': `${nearOf(rank)}%` } as CSSProperties}>
              <small>{kindLabel(result.kind)}</small>
              <h2>
                <Link to={result.path} prefetch="intent" {...langOfResult(result)}>
                  {result.title}
                </Link>
              </h2>
              <p {...langOfResult(result)}>{result.summary}</p>
            </li>
          ))}
        </ol>
      ) : (
        <EmptyState
          level={2}
          title={
            isAsked
              ? t('site.search.no_results_for_question_check_the', { question: question.trim() })
              : t('site.search.search_for_a_class_a_person')
          }
        >
          <p>
            {rich('site.search.all_classes_the_timetable_all_people', {
              link: (text) => <Link to="/classes">{text}</Link>,
              link2: (text) => <Link to="/timetable">{text}</Link>,
              link3: (text) => <Link to="/people">{text}</Link>,
              link4: (text) => <Link to="/contact">{text}</Link>,
            })}
          </p>
        </EmptyState>
      )}
    </TitledPage>
  );
}
