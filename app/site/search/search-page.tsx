import { PageHead } from '#app/features/page-head/page-head.tsx';
import { siteMeta } from '#app/site/document/site-meta.ts';
import { siteContext } from '#app/site-context.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Link } from '#app/ui/link.tsx';
import type { Route } from './+types/search-page.ts';
import SearchBox from './search-box.tsx';
import { KIND_LABELS, search } from './search-results.ts';

const MAX_RESULTS = 40;

export async function loader({ context, url }: Route.LoaderArgs) {
  const question = (url.searchParams.get('q') ?? '').slice(0, 200);
  return { question, results: await search(context.get(siteContext).backend, question, MAX_RESULTS) };
}

export const meta = siteMeta<typeof loader>(({ studio }, { loaderData }) => {
  const question = loaderData?.question.trim() ?? '';
  return {
    title: question ? `search: ${question}` : 'search',
    description: `Search the classes, events, people, works, journal and radio of ${studio.name}.`,
    path: '/search',
    noindex: true,
  };
});

export default function SearchPage({ loaderData }: Route.ComponentProps) {
  const { question, results } = loaderData;
  const isAsked = question.trim() !== '';
  return (
    <main id="main">
      <PageHead title="Search" />
      <div className="wrap search-page">
        <SearchBox key={question} question={question} />
        <p role="status" className="search-count">
          {isAsked &&
            (results.length === 0
              ? 'No results.'
              : results.length === 1
                ? 'One result.'
                : `${results.length} results.`)}
        </p>
        {results.length > 0 ? (
          <ol className="search-list">
            {results.map((result) => (
              <li key={result.path}>
                <small>{KIND_LABELS[result.kind]}</small>
                <h2>
                  <Link to={result.path} prefetch="intent">
                    {result.title}
                  </Link>
                </h2>
                <p>{result.summary}</p>
              </li>
            ))}
          </ol>
        ) : (
          <EmptyState
            level={2}
            title={
              isAsked
                ? `No results for “${question.trim()}”. Check the spelling, or look in the programme.`
                : 'Search for a class, a person, a work or a word.'
            }
          >
            <p>
              <Link to="/classes">All classes</Link>, <Link to="/timetable">the timetable</Link>,{' '}
              <Link to="/people">all people</Link> or <Link to="/contact">ask us</Link>.
            </p>
          </EmptyState>
        )}
      </div>
    </main>
  );
}
