import { useRouteLoaderData } from 'react-router';
import type { RootData } from '#app/root.tsx';

/** The studio of this dashboard: name, time zone, wordmark. */
export function useStudio(): RootData {
  const root = useRouteLoaderData('root') as RootData | undefined;
  if (!root) throw new Error('useStudio works only inside the root route.');
  return root;
}
