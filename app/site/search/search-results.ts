// One question to the studio's search, for the page and for suggestions.
import type { SupabaseClient } from '@supabase/supabase-js';

export interface SearchResult {
  kind: 'class' | 'event' | 'person' | 'work' | 'entry' | 'show' | 'page';
  title: string;
  summary: string;
  path: string;
}

export const KIND_LABELS: Record<SearchResult['kind'], string> = {
  class: 'Class',
  event: 'Event',
  person: 'Person',
  work: 'Work',
  entry: 'Journal',
  show: 'Radio',
  page: 'Page',
};

export async function search(
  backend: SupabaseClient,
  question: string,
  maxResults: number,
): Promise<SearchResult[]> {
  if (question.trim() === '') return [];
  const { data, error } = await backend.rpc('search_studio', {
    query: question.slice(0, 200),
    max_rows: maxResults,
  });
  if (error) throw error;
  return data as SearchResult[];
}
