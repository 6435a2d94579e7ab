import { useRouteLoaderData } from 'react-router';

/** Where the backend answers, as the document said; empty means the page's own origin. */
export function useBackendUrl(): string {
  const root = useRouteLoaderData('root') as { settings?: { backendUrl?: string } } | undefined;
  return root?.settings?.backendUrl ?? '';
}
