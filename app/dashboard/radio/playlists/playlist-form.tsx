import { type FormEvent, useState } from 'react';
import { backend } from '#app/backend/backend.ts';
import { Button } from '#app/ui/button.tsx';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { TimeInput } from '#app/ui/date-time-input.tsx';
import { Field } from '#app/ui/field.tsx';
import { Input } from '#app/ui/input.tsx';
import { Select } from '#app/ui/select.tsx';
import { toast } from '#app/ui/toast/toast-store.ts';
import { useFormGuard } from '../../frame/use-unsaved-guard.ts';
import { confirmDelete, deleteRow } from '../confirm-delete.ts';
import { reportFailure } from '../report.ts';
import type { Playlist, ShowName } from './playlists-page.tsx';

interface PlaylistFormProps {
  playlist: Playlist;
  shows: ShowName[];
  onChange(): void;
  onDeleted(): void;
}

export function PlaylistForm({ playlist, shows, onChange, onDeleted }: PlaylistFormProps) {
  const [isBusy, setBusy] = useState(false);
  const { onInput, markKept } = useFormGuard();
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name) ?? '').trim();
    setBusy(true);
    const client = await backend();
    const { error } = await client
      .from('radio_playlists')
      .update({
        name: text('name'),
        weight: Number(text('weight') || playlist.weight),
        every: Number(text('every') || playlist.every),
        play_order: text('play_order'),
        show_id: text('show_id') || null,
        from_time: text('from_time') || null,
        to_time: text('to_time') || null,
        is_enabled: form.get('is_enabled') !== null,
      })
      .eq('id', playlist.id);
    setBusy(false);
    if (!reportFailure(error)) return;
    markKept();
    toast({ variant: 'success', title: 'The list is kept' });
    onChange();
  };
  const remove = () =>
    confirmDelete({
      title: `Delete the list “${playlist.name}”?`,
      content: 'Its pieces stay in the library.',
      remove: () => deleteRow('radio_playlists', playlist.id),
      onDeleted: () => {
        onDeleted();
        onChange();
      },
    });
  return (
    <form className="track-form" onSubmit={save} onInput={onInput}>
      <Field label="Name" required>
        <Input name="name" defaultValue={playlist.name} maxLength={120} />
      </Field>
      {playlist.kind === 'jingles' ? (
        <Field label="After so many pieces">
          <Input name="every" type="number" min={1} max={100} defaultValue={playlist.every} />
        </Field>
      ) : (
        <Field label="Weight">
          <Input name="weight" type="number" min={0} max={1000} step={0.1} defaultValue={playlist.weight} />
        </Field>
      )}
      <Field label="Order">
        <Select name="play_order" defaultValue={playlist.play_order}>
          <option value="shuffle">shuffled</option>
          <option value="in_order">as listed</option>
        </Select>
      </Field>
      <Field label="Only in the show">
        <Select name="show_id" defaultValue={playlist.show_id ?? ''}>
          <option value="">any hour</option>
          {shows.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="From" aside="optional">
        <TimeInput name="from_time" defaultValue={playlist.from_time?.slice(0, 5) ?? ''} />
      </Field>
      <Field label="Until" aside="optional">
        <TimeInput name="to_time" defaultValue={playlist.to_time?.slice(0, 5) ?? ''} />
      </Field>
      <Checkbox name="is_enabled" label="In use" defaultChecked={playlist.is_enabled} />
      <div className="track-form-end">
        <Button variant="primary" size="sm" type="submit" busy={isBusy}>
          Keep
        </Button>
        <Button variant="destructive" size="sm" onClick={remove}>
          Delete the list
        </Button>
      </div>
    </form>
  );
}
