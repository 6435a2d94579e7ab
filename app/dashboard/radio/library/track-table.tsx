import { type FormEvent, useState } from 'react';
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
import { Table, TableBody, TableCell, TableHeader, TableRow } from '#app/ui/table.tsx';
import type { Tables } from '#contracts/database.types.ts';
import { reportFailure } from '../../forms/report-failure.ts';
import { Columns } from '../../layout/columns.tsx';
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

export function TrackTable({ tracks, onChange }: { tracks: Track[]; onChange(): void }) {
  const [openId, setOpenId] = useState<string | null>(null);
  return (
    <Table label={t('dashboard.radio.tracks_title')}>
      <Columns
        of={[
          t('dashboard.radio.track'),
          { wide: t('dashboard.radio.album') },
          { wideEnd: t('dashboard.radio.original_loudness') },
          { end: t('dashboard.radio.length') },
          { hidden: t('dashboard.radio.actions') },
        ]}
      />
      <TableBody>
        {tracks.map((track) =>
          openId === track.id ? (
            <TableRow key={track.id} current>
              <TableCell colSpan={5}>
                <TrackForm
                  track={track}
                  onDone={(isChanged) => {
                    setOpenId(null);
                    if (isChanged) onChange();
                  }}
                />
              </TableCell>
            </TableRow>
          ) : (
            <TableRow key={track.id}>
              <TableHeader scope="row">
                <span className="dash-title">{track.title}</span>{' '}
                {track.kind === 'jingle' && <Badge tone="quiet">{t('dashboard.radio.jingle_badge')}</Badge>}
                <span className="dash-quiet radio-line">{track.artist}</span>
              </TableHeader>
              <TableCell className="dash-wide dash-quiet">
                {[track.album, track.year].filter(Boolean).join(', ')}
              </TableCell>
              <TableCell className="dash-wide dash-quiet" align="end">
                {track.loudness_lufs === null
                  ? ''
                  : t('dashboard.radio.loudness', {
                      lufs: formatNumber(track.loudness_lufs, {
                        minimumFractionDigits: 1,
                        maximumFractionDigits: 1,
                      }),
                    })}
              </TableCell>
              <TableCell align="end">{formatLength(track.duration_ms)}</TableCell>
              <TableCell align="end">
                <Button
                  variant="link"
                  size="sm"
                  aria-label={t('dashboard.common.edit_title', { title: track.title })}
                  onClick={() => setOpenId(track.id)}
                >
                  {t('dashboard.common.edit')}
                </Button>
              </TableCell>
            </TableRow>
          ),
        )}
      </TableBody>
    </Table>
  );
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
