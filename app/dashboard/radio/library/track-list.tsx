// The list of tracks, each with a form to edit it.

import { type FormEvent, type ReactNode, useState } from 'react';
import { backend } from '#app/backend/backend.ts';
import { formatLength } from '#app/language/format-length.ts';
import { t } from '#app/language/messages.ts';
import { formatNumber } from '#app/language/number.ts';
import { radioPlayer } from '#app/shell/radio-player/player-store.ts';
import { AudioPlayer } from '#app/ui/audio-player.tsx';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { Field } from '#app/ui/field.tsx';
import { Input } from '#app/ui/input.tsx';
import type { Tables } from '#contracts/database.types.ts';
import { reportFailure } from '../../forms/report-failure.ts';
import type { Bulk, BulkAction } from '../../list/bulk-bar.tsx';
import { SearchFilter } from '../../list/filters.tsx';
import type { ListColumn } from '../../list/list-column.ts';
import { ListView } from '../../list/list-view.tsx';
import { ownApi } from '../../own-api.ts';
import { confirmDelete } from '../confirm-delete.ts';

export type Track = Pick<
  Tables<'radio_tracks'>,
  | 'id'
  | 'kind'
  | 'title'
  | 'artist'
  | 'album'
  | 'genre'
  | 'year'
  | 'isrc'
  | 'duration_ms'
  | 'loudness_lufs'
  | 'is_requestable'
>;

interface TrackListProps {
  tracks: Track[];
  empty: ReactNode;
  pages: ReactNode;
  onChange(): void;
}

export function TrackList({ tracks, empty, pages, onChange }: TrackListProps) {
  const [openId, setOpenId] = useState<string | null>(null);
  return (
    <ListView
      list="tracks"
      label={t('dashboard.radio.tracks_title')}
      filters={<SearchFilter label={t('dashboard.radio.search_by_title_artist_or_album')} maxLength={80} />}
      columns={trackColumns(setOpenId)}
      rows={tracks}
      rowId={({ id }) => id}
      expanded={(track) =>
        openId === track.id && (
          <TrackForm
            track={track}
            onDone={(isChanged) => {
              setOpenId(null);
              if (isChanged) onChange();
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

function trackColumns(onEdit: (id: string) => void): ListColumn<Track>[] {
  return [
    {
      id: 'track',
      label: t('dashboard.radio.track'),
      isTitle: true,
      phone: 'title',
      cell: ({ title, kind }) => (
        <>
          {title} {kind === 'jingle' && <Badge tone="quiet">{t('dashboard.radio.jingle_badge')}</Badge>}
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
      width: 'length',
      align: 'end',
      phone: 'end-detail',
      cell: ({ id, title }) => (
        <Button
          variant="link"
          size="sm"
          aria-label={t('dashboard.common.edit_title', { title })}
          onClick={() => onEdit(id)}
        >
          {t('dashboard.common.edit')}
        </Button>
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
      const { error } = await client
        .from('radio_tracks')
        .update({ is_requestable: isRequestable })
        .eq('id', id);
      if (error) throw error;
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

function TrackForm({ track, onDone }: { track: Track; onDone(isChanged: boolean): void }) {
  const [isBusy, setBusy] = useState(false);
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name) ?? '').trim();
    setBusy(true);
    const client = await backend(() => setBusy(false));
    const { error } = await client
      .from('radio_tracks')
      .update({
        title: text('title'),
        artist: text('artist'),
        album: text('album'),
        genre: text('genre'),
        year: Number(text('year')) || null,
        isrc: text('isrc'),
        kind: form.get('jingle') ? 'jingle' : 'music',
        is_requestable: form.get('requestable') !== null,
      })
      .eq('id', track.id);
    setBusy(false);
    if (reportFailure(error)) onDone(true);
  };
  const remove = () =>
    confirmDelete({
      title: t('dashboard.radio.delete_title_question', { title: track.title }),
      content: t('dashboard.radio.the_audio_file_is_deleted_permanently'),
      remove: () => ownApi(`/radio/tracks/${track.id}`, { method: 'DELETE' }),
      onDeleted: () => onDone(true),
    });
  return (
    <form className="form-six track-form" onSubmit={save}>
      <Field className="form-2" label={t('dashboard.common.title')} required>
        <Input name="title" defaultValue={track.title} maxLength={300} autoFocus />
      </Field>
      <Field className="form-2" label={t('dashboard.radio.artist')}>
        <Input name="artist" defaultValue={track.artist} maxLength={300} />
      </Field>
      <Field className="form-2" label={t('dashboard.radio.album')}>
        <Input name="album" defaultValue={track.album} maxLength={300} />
      </Field>
      <Field className="form-2" label={t('dashboard.radio.genre')}>
        <Input name="genre" defaultValue={track.genre} maxLength={120} />
      </Field>
      <Field className="form-1" label={t('dashboard.radio.year')}>
        <Input name="year" type="number" min={1000} max={3000} defaultValue={track.year ?? ''} />
      </Field>
      <Field className="form-1" label="ISRC" hint={t('dashboard.radio.for_royalties')}>
        <Input name="isrc" defaultValue={track.isrc} maxLength={20} />
      </Field>
      <AudioPlayer
        className="form-2"
        src={`/api/radio/tracks/${track.id}/audio`}
        title={track.title}
        durationMs={track.duration_ms}
        onPlay={() => radioPlayer.pause()}
      />
      <Checkbox
        className="form-2"
        name="requestable"
        label={t('dashboard.radio.listeners_can_request_it')}
        defaultChecked={track.is_requestable}
      />
      <Checkbox
        className="form-2"
        name="jingle"
        label={t('dashboard.radio.jingle_label')}
        defaultChecked={track.kind === 'jingle'}
      />
      <div className="track-form-end">
        <Button variant="primary" size="sm" type="submit" busy={isBusy}>
          {t('dashboard.common.save_changes')}
        </Button>
        <Button variant="tertiary" size="sm" onClick={() => onDone(false)}>
          {t('dashboard.common.cancel')}
        </Button>
        <Button variant="destructive" size="sm" onClick={remove}>
          {t('dashboard.common.delete')}
        </Button>
      </div>
    </form>
  );
}
