// Searches the library while typing; without a query it shows the first tracks.

import { useEffect, useState } from 'react';
import { backend } from '#app/backend/backend.ts';
import { RowAction } from '#app/dashboard/forms/row-action.tsx';
import { RowText } from '#app/dashboard/layout/row-text.tsx';
import { formatLength } from '#app/language/format-length.ts';
import { t } from '#app/language/messages.ts';
import { Field } from '#app/ui/field.tsx';
import { SearchInput } from '#app/ui/input.tsx';
import { reportFailure } from '../forms/report-failure.ts';

export interface FoundTrack {
  id: string;
  title: string;
  artist: string;
  duration_ms: number;
}

interface TrackFinderProps {
  /** Only this type; absent: all playable tracks. */
  kind?: 'music' | 'jingle';
  /** Label of the button of each result. */
  action: string;
  onChoose(track: FoundTrack): void;
  /** Tracks that are already included and cannot be chosen again. */
  isChosen?: (id: string) => boolean;
}

const SHOWN = 8;
const TYPING_MS = 250;

export function TrackFinder({ kind, action, onChoose, isChosen }: TrackFinderProps) {
  const [searchText, setSearchText] = useState('');
  const [found, setFound] = useState<FoundTrack[] | null>(null);
  useEffect(() => {
    let isCancelled = false;
    const timer = setTimeout(
      async () => {
        const client = await backend();
        let wanted = client.from('radio_tracks').select('id,title,artist,duration_ms');
        if (kind) wanted = wanted.eq('kind', kind);
        const bare = searchText
          .replace(/[^\p{L}\p{N} ]/gu, ' ')
          .trim()
          .replace(/\s+/g, '*');
        if (bare) wanted = wanted.or(`title.ilike.*${bare}*,artist.ilike.*${bare}*`);
        const { data, error } = await wanted.order('title').order('id').limit(SHOWN);
        if (!isCancelled && reportFailure(error)) setFound(data ?? []);
      },
      searchText ? TYPING_MS : 0,
    );
    return () => {
      isCancelled = true;
      clearTimeout(timer);
    };
  }, [searchText, kind]);
  return (
    <div className="person-finder">
      <Field label={t('dashboard.radio.search_tracks')} hint={t('dashboard.radio.by_title_or_artist')}>
        <SearchInput value={searchText} maxLength={80} onText={setSearchText} />
      </Field>
      <p className="sr-only" role="status">
        {searchText && found && t('dashboard.radio.tracks_found', { count: found.length })}
      </p>
      <ul className="dash-list track-rows" aria-busy={found === null || undefined}>
        {found?.length === 0 && (
          <li>
            <span className="dash-quiet">
              {searchText
                ? t('dashboard.common.no_results_for_search_text', { searchText })
                : t('dashboard.radio.the_library_is_empty')}
            </span>
          </li>
        )}
        {found?.map((track) => (
          <li key={track.id}>
            <RowText title={track.title}>{track.artist}</RowText>
            <span className="track-length">{formatLength(track.duration_ms)}</span>
            {isChosen?.(track.id) ? (
              <span className="dash-quiet track-added">{t('dashboard.radio.added')}</span>
            ) : (
              <RowAction
                label={action}
                name={t('dashboard.radio.choose_track', { action, title: track.title })}
                onClick={() => onChoose(track)}
              />
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
