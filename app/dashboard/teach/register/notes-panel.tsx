// What happened on this date, for whoever teaches the class next. Written without a network too.
import { type FormEvent, useState } from 'react';
import { backend } from '#app/backend/backend.ts';
import { since } from '#app/language/since.ts';
import { Button } from '#app/ui/button.tsx';
import { confirm } from '#app/ui/confirm/confirm-store.ts';
import { Field } from '#app/ui/field.tsx';
import { Textarea } from '#app/ui/textarea.tsx';
import { useUnsavedGuard } from '../../forms/use-unsaved-guard.ts';
import { Panel } from '../../layout/page.tsx';
import { useStudio } from '../../use-studio.ts';
import type { LiveRegister } from './use-register.ts';

export function NotesPanel({ live }: { live: LiveRegister }) {
  const { zone } = useStudio().studio;
  const [words, setText] = useState('');
  const letGo = useUnsavedGuard(words.trim() !== '');
  const now = new Date();
  const keep = async (event: FormEvent) => {
    event.preventDefault();
    if (words.trim() === '') return;
    await live.note(words.trim());
    letGo();
    setText('');
  };
  const remove = (id: string) =>
    confirm({
      title: 'Take the note back?',
      type: 'destructive',
      confirmText: 'Take it back',
      onConfirm: async () => {
        const client = await backend();
        const { error } = await client.from('session_notes').delete().eq('id', id);
        if (error) throw error;
        live.refresh();
      },
    });
  return (
    <Panel title="Notes">
      {live.register.notes.length + live.waiting.notes.length === 0 && (
        <p className="dash-quiet">
          What was done, what comes next, who needs what. Teachers of this class and staff read it.
        </p>
      )}
      <ul className="teach-notes">
        {live.register.notes.map(({ id, body, author, is_mine, written_at }) => (
          <li key={id}>
            <p>{body}</p>
            <p className="dash-quiet">
              {author ?? 'Somebody'}, {since(new Date(written_at), now, zone)}
              {is_mine && (
                <Button variant="link" size="sm" onClick={() => void remove(id)}>
                  Take back
                </Button>
              )}
            </p>
          </li>
        ))}
        {live.waiting.notes.map(({ id, body }) => (
          <li key={id}>
            <p>{body}</p>
            <p className="register-waits">waits</p>
          </li>
        ))}
      </ul>
      <form className="teach-form" onSubmit={(event) => void keep(event)}>
        <Field label="A new note">
          <Textarea
            name="note"
            rows={2}
            maxLength={5000}
            value={words}
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
        <Button variant="tertiary" size="sm" type="submit" disabled={words.trim() === ''}>
          Keep the note
        </Button>
      </form>
    </Panel>
  );
}
