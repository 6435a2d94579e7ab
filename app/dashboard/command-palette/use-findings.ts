// What the database finds for the query, asked once nobody types for a moment.
import { useEffect, useState } from 'react';
import { backend } from '#app/backend/backend.ts';
import type { Role } from '#contracts/visitor.ts';
import { foundItems, type PaletteItem } from './palette-items.ts';

const TYPING_MS = 160;
const MIN_LENGTH = 2;

interface Answer {
  query: string;
  found: readonly PaletteItem[];
  hasFailed: boolean;
}

const NO_ANSWER: Answer = { query: '', found: [], hasFailed: false };

export function useFindings(query: string, roles: Role[]) {
  const [answer, setAnswer] = useState(NO_ANSWER);
  const trimmed = query.trim();
  const isAsked = trimmed.length >= MIN_LENGTH;
  useEffect(() => {
    if (!isAsked) {
      setAnswer(NO_ANSWER);
      return;
    }
    let isOld = false;
    const timer = setTimeout(async () => {
      const { data, error } = await backend()
        .then((client) => client.rpc('find_anything', { query: trimmed }))
        .catch((reason: unknown) => ({ data: null, error: reason }));
      if (!isOld)
        setAnswer({ query: trimmed, found: foundItems(data ?? [], roles), hasFailed: error !== null });
    }, TYPING_MS);
    return () => {
      isOld = true;
      clearTimeout(timer);
    };
  }, [trimmed, isAsked, roles]);
  // Concluded from the answer: a state of its own would render everything twice for each letter.
  const { found } = isAsked ? answer : NO_ANSWER;
  const isSearching = isAsked && answer.query !== trimmed;
  return { found, isSearching, hasFailed: isAsked && !isSearching && answer.hasFailed };
}
