import { useRouteLoaderData } from 'react-router';
import type { RootData } from '#app/root.tsx';

/** The studio whose dashboard this is: its name, its zone, its drawn word. */
export function useStudio(): RootData {
  const root = useRouteLoaderData('root') as RootData | undefined;
  if (!root) throw new Error('The root data is only there beneath the root route.');
  return root;
}
