// Reads the room again when somebody else changed what it shows.
import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import { type LiveTable, subscribeToChanges } from './subscribe-to-changes.ts';

export function useLiveReload(...tables: LiveTable[]): void {
  const { revalidate } = useRevalidator();
  const key = JSON.stringify(tables);
  useEffect(() => {
    const wanted = JSON.parse(key) as LiveTable[];
    if (wanted.length === 0) return;
    return subscribeToChanges(wanted, { onChange: () => void revalidate() });
  }, [key, revalidate]);
}
