import { useEffect } from 'react';
import { useRevalidator } from 'react-router';

/** Reloads the page's data on request, and by itself when the browser is online again. */
export function useRetry(): { tryAgain(): void; isTrying: boolean } {
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    const reload = () => void revalidate();
    addEventListener('online', reload);
    return () => removeEventListener('online', reload);
  }, [revalidate]);
  return { tryAgain: () => void revalidate(), isTrying: state === 'loading' };
}
