// Suggestions while typing: the first few results as JSON.
import { siteContext } from '#app/site-context.ts';
import type { Route } from './+types/suggest.ts';
import { search } from './search-results.ts';

const MAX_SUGGESTIONS = 6;

export async function loader({ context, url }: Route.LoaderArgs) {
  const results = await search(
    context.get(siteContext).backend,
    url.searchParams.get('q') ?? '',
    MAX_SUGGESTIONS,
  );
  return Response.json(results, { headers: { 'cache-control': 'private, max-age=60' } });
}
