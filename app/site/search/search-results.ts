// One search query, for the page and for suggestions.
import { dataOf } from '#app/backend/data-of.ts';
import type { LangAttributes } from '#app/language/in-language.ts';
import { currentLanguage, currentLanguages, t } from '#app/language/messages.ts';
import type { SearchResult } from '#contracts/lists.ts';
import type { StudioClient } from '#contracts/studio-client.ts';

export function kindLabel(kind: SearchResult['kind']): string {
  return t(`site.search.kind_${kind}`);
}

/** A result that is not translated names its language. */
export function langOfResult({ language }: Pick<SearchResult, 'language'>): LangAttributes | undefined {
  if (language === currentLanguage().code) return undefined;
  const known = currentLanguages().languages.find(({ code }) => code === language);
  return { lang: language, dir: known?.direction ?? 'ltr' };
}

export async function search(
  backend: StudioClient,
  question: string,
  maxResults: number,
): Promise<SearchResult[]> {
  if (question.trim() === '') return [];
  const data = await dataOf(
    backend.rpc('search_studio', {
      query: question.slice(0, 200),
      max_rows: maxResults,
      in_language: currentLanguage().code,
    }),
  );
  return data;
}
