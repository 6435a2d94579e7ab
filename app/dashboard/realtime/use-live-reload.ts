// Reloads the page's data when someone changed it.
import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import { type LiveTable, subscribeToChanges } from './subscribe-to-changes.ts';

export function useLiveReload(...tables: LiveTable[]): void {
  const { revalidate } = useRevalidator();
  const key = JSON.stringify(tables);
  useEffect(() => {
    const parsed = JSON.parse(key) as LiveTable[];
    if (parsed.length === 0) return;
    return subscribeToChanges(parsed, { onChange: () => void revalidate() });
  }, [key, revalidate]);
}
