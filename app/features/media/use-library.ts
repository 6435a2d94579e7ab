// The library as a picker reads it: newest first, with search, one page at a time, only pictures with a description.
import { useCallback, useEffect, useState } from 'react';
import { backend } from '#app/backend/backend.ts';
import { describeReason } from '#app/ui/confirm/confirm-store.ts';
import type { Media } from '#contracts/media.ts';
import { MEDIA_COLUMNS } from './send-picture.ts';

const AT_A_TIME = 24;
const TYPING_MS = 250;

export interface Library {
  pictures: Media[];
  state: 'loading' | 'ready' | 'failed';
  failure: string;
  hasMore: boolean;
  more(): void;
}

interface Row extends Media {
  created_at: string;
}

export function useLibrary(query: string): Library {
  const [rows, setRows] = useState<Row[]>([]);
  const [state, setState] = useState<Library['state']>('loading');
  const [failure, setFailure] = useState('');
  const [hasMore, setHasMore] = useState(false);

  const read = useCallback(
    async (after: Row | undefined, isCurrent: () => boolean) => {
      setState('loading');
      const fail = (reason: unknown) => {
        setFailure(describeReason(reason));
        setState('failed');
      };
      const client = await backend(fail);
      let wanted = client
        .from('media')
        .select(`${MEDIA_COLUMNS},created_at`)
        .eq('is_described', true)
        .order('created_at', { ascending: false })
        .order('id')
        .limit(AT_A_TIME + 1);
      const found = anywhere(query);
      if (found) wanted = wanted.or(found);
      if (after) {
        const { created_at, id } = after;
        wanted = wanted.or(`created_at.lt."${created_at}",and(created_at.eq."${created_at}",id.gt.${id})`);
      }
      const { data, error } = await wanted;
      if (!isCurrent()) return;
      if (error) return fail(error);
      setRows((before) => [...(after ? before : []), ...data.slice(0, AT_A_TIME)]);
      setHasMore(data.length > AT_A_TIME);
      setState('ready');
    },
    [query],
  );

  useEffect(() => {
    let isCurrent = true;
    const timer = setTimeout(() => void read(undefined, () => isCurrent), query ? TYPING_MS : 0);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [read, query]);

  return { pictures: rows, state, failure, hasMore, more: () => void read(rows.at(-1), () => true) };
}

/** The filter for pictures whose description, credit or file name holds the query; undefined for an empty query. */
export function anywhere(query: string): string | undefined {
  const bare = query
    .slice(0, 80)
    .replace(/[^\p{L}\p{N} ]/gu, ' ')
    .trim()
    .replace(/\s+/g, '*');
  return bare ? `alt.ilike.*${bare}*,credit.ilike.*${bare}*,file_name.ilike.*${bare}*` : undefined;
}
