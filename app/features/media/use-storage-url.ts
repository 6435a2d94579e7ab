import { useRouteLoaderData } from 'react-router';

/** The base URL of uploaded files, from the document; empty means the page's own origin. */
export function useStorageUrl(): string {
  const root = useRouteLoaderData('root') as { settings?: { storageUrl?: string } } | undefined;
  return root?.settings?.storageUrl ?? '';
}
