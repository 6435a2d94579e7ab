import { data } from 'react-router';
import { siteContext } from '#app/site-context.ts';
import type { Route } from './+types/missing-page.ts';

/** There is no such page, or the server explains what is wrong with the request. */
export function loader({ context }: Route.LoaderArgs): never {
  const { problem } = context.get(siteContext);
  throw data(problem ?? null, { status: problem?.status ?? 404 });
}

export default function MissingPage() {
  return null;
}
