import { useRouteLoaderData } from 'react-router';
import type { RootData } from '#app/root.tsx';

/** What the root loads for every page: the studio, its hours, its wordmark, what is on air. */
export function useRootData(): RootData {
  const data = useRouteLoaderData('root') as RootData | undefined;
  if (!data) throw new Error('Root data is only available below the root route.');
  return data;
}
