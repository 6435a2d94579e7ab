import { useEffect } from 'react';
import { useRevalidator } from 'react-router';

/** Reads the room again: when somebody asks for it, and by itself as soon as there is a network again. */
export function useRetry(): { tryAgain(): void; isTrying: boolean } {
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    const look = () => void revalidate();
    addEventListener('online', look);
    return () => removeEventListener('online', look);
  }, [revalidate]);
  return { tryAgain: () => void revalidate(), isTrying: state === 'loading' };
}
