import { useRouteLoaderData } from 'react-router';

/** Where uploaded files are shown, as the document said; empty means the page's own origin. */
export function useStorageUrl(): string {
  const root = useRouteLoaderData('root') as { settings?: { storageUrl?: string } } | undefined;
  return root?.settings?.storageUrl ?? '';
}
