// The list of tracks, each with a form to edit it.

import { type ReactElement, type ReactNode, useState } from 'react';
import { backend } from '#app/backend/backend.ts';
import { dataOf } from '#app/backend/data-of.ts';
import { RowAction } from '#app/dashboard/forms/row-action.tsx';
import { formatLength } from '#app/language/format-length.ts';
import { t } from '#app/language/messages.ts';
import { formatNumber } from '#app/language/number.ts';
import { Badge } from '#app/ui/badge.tsx';
import type { Bulk, BulkAction } from '../../list/bulk-bar.tsx';
import { SearchFilter } from '../../list/filters.tsx';
import type { ListColumn } from '../../list/list-column.ts';
import { ListView } from '../../list/list-view.tsx';
import { ownApi } from '../../own-api.ts';
import type { ClassName, Track } from './track.ts';
import { TrackForm } from './track-form.tsx';

interface TrackListProps {
  tracks: Track[];
  classes: ClassName[];
  empty: ReactElement;
  pages: ReactNode;
  /** Ends when the list is read anew. */
  onChange(): Promise<void>;
}

export function TrackList({ tracks, classes, empty, pages, onChange }: TrackListProps) {
  const [openId, setOpenId] = useState<string | null>(null);
  return (
    <ListView
      list="tracks"
      label={t('dashboard.radio.tracks_title')}
      filters={<SearchFilter label={t('dashboard.radio.search_by_title_artist_or_album')} maxLength={80} />}
      columns={trackColumns(classes, setOpenId)}
      rows={tracks}
      rowId={({ id }) => id}
      expanded={(track) =>
        openId === track.id && (
          <TrackForm
            track={track}
            classes={classes}
            // Closed when the row is new: opened again at once, it must not show what was before.
            onDone={async (isChanged) => {
              if (isChanged) await onChange();
              setOpenId(null);
            }}
          />
        )
      }
      bulk={trackBulk()}
      empty={empty}
      pages={pages}
    />
  );
}

function trackColumns(classes: readonly ClassName[], onEdit: (id: string) => void): ListColumn<Track>[] {
  return [
    {
      id: 'track',
      label: t('dashboard.radio.track'),
      isTitle: true,
      cell: ({ title, kind, offering_id }) => (
        <>
          {title}{' '}
          {kind === 'jingle' && (
            <Badge tone="quiet" title={classes.find(({ id }) => id === offering_id)?.title}>
              {offering_id ? t('dashboard.radio.promo_badge') : t('dashboard.radio.jingle_badge')}
            </Badge>
          )}
        </>
      ),
    },
    {
      id: 'artist',
      label: t('dashboard.radio.artist'),
      phone: 'detail',
      cell: ({ artist }) => artist,
    },
    {
      id: 'album',
      label: t('dashboard.radio.album'),
      drop: 2,
      className: 'dash-quiet',
      cell: ({ album, year }) => [album, year].filter(Boolean).join(', '),
    },
    {
      id: 'loudness',
      label: t('dashboard.radio.original_loudness'),
      width: 'state',
      align: 'end',
      drop: 1,
      className: 'dash-quiet',
      cell: ({ loudness_lufs: lufs }) =>
        lufs === null
          ? ''
          : t('dashboard.radio.loudness', {
              lufs: formatNumber(lufs, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
            }),
    },
    {
      id: 'length',
      label: t('dashboard.radio.length'),
      width: 'length',
      align: 'end',
      phone: 'end',
      cell: ({ duration_ms }) => formatLength(duration_ms),
    },
    {
      id: 'actions',
      label: t('dashboard.radio.actions'),
      isUnlabelled: true,
      width: 'action',
      align: 'end',
      phone: 'end-detail',
      cell: ({ id, title }) => (
        <RowAction
          label={t('dashboard.common.edit')}
          name={t('dashboard.common.edit_title', { title })}
          onClick={() => onEdit(id)}
        />
      ),
    },
  ];
}

function trackBulk(): Bulk<Track> {
  const request = (isRequestable: boolean, label: string): BulkAction<Track> => ({
    id: isRequestable ? 'requestable' : 'not requestable',
    label,
    accepts: ({ is_requestable }) => is_requestable !== isRequestable,
    run: async ({ id }) => {
      const client = await backend();
      await dataOf(client.from('radio_tracks').update({ is_requestable: isRequestable }).eq('id', id));
    },
    done: (count) => t('dashboard.radio.tracks_changed', { count }),
  });
  return {
    nameOf: ({ title }) => title,
    actions: [
      request(true, t('dashboard.radio.allow_requests')),
      request(false, t('dashboard.radio.do_not_allow_requests')),
      {
        id: 'delete',
        label: t('dashboard.common.delete'),
        run: ({ id }) => ownApi(`/radio/tracks/${id}`, { method: 'DELETE' }),
        done: (count) => t('dashboard.radio.tracks_deleted', { count }),
        question: (tracks) => ({
          title: t('dashboard.radio.delete_tracks_question', { count: tracks.length }),
          content: t('dashboard.radio.the_audio_files_are_deleted_permanently'),
          type: 'destructive',
        }),
      },
    ],
  };
}
