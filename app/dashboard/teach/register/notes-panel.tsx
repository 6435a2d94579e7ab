// Notes about this session for the next teacher. They can be written offline.

import { type FormEvent, useState } from 'react';
import { backend } from '#app/backend/backend.ts';
import { dataOf } from '#app/backend/data-of.ts';
import { t } from '#app/language/messages.ts';
import { since } from '#app/language/since.ts';
import { Button, LinkButton } from '#app/ui/button.tsx';
import { confirm } from '#app/ui/confirm/confirm-store.ts';
import { Field } from '#app/ui/field.tsx';
import { Textarea } from '#app/ui/textarea.tsx';
import { useUnsavedGuard } from '../../forms/use-unsaved-guard.ts';
import { Panel } from '../../layout/page.tsx';
import { useStudio } from '../../use-studio.ts';
import type { LiveRegister } from './use-register.ts';

export function NotesPanel({ live }: { live: LiveRegister }) {
  const { zone } = useStudio().studio;
  const [text, setText] = useState('');
  const allowLeaving = useUnsavedGuard(text.trim() !== '');
  const now = new Date();
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === '') return;
    await live.note(text.trim());
    allowLeaving();
    setText('');
  };
  const remove = (id: string) =>
    confirm({
      title: t('dashboard.teach.delete_this_note'),
      type: 'destructive',
      confirmText: t('dashboard.teach.delete_note'),
      onConfirm: async () => {
        const client = await backend();
        await dataOf(client.from('session_notes').delete().eq('id', id));
        live.refresh();
      },
    });
  return (
    <Panel title={t('dashboard.teach.notes')}>
      {live.register.notes.length + live.waiting.notes.length === 0 && (
        <p className="dash-quiet">{t('dashboard.teach.no_notes_yet_notes_are_visible')}</p>
      )}
      <ul className="teach-notes">
        {live.register.notes.map(({ id, body, author, is_mine, written_at }) => (
          <li key={id}>
            <p>{body}</p>
            <p className="dash-quiet">
              {author ?? t('dashboard.common.someone')}, {since(new Date(written_at), now, zone)}
              {is_mine && (
                <LinkButton onClick={() => void remove(id)}>{t('dashboard.common.delete')}</LinkButton>
              )}
            </p>
          </li>
        ))}
        {live.waiting.notes.map(({ id, body }) => (
          <li key={id}>
            <p>{body}</p>
            <p className="register-unsent">{t('dashboard.teach.not_sent_yet')}</p>
          </li>
        ))}
      </ul>
      <form className="teach-form" onSubmit={(event) => void save(event)}>
        <Field label={t('dashboard.teach.new_note')}>
          <Textarea
            name="note"
            rows={2}
            maxLength={5000}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
        <Button variant="tertiary" size="sm" type="submit" disabled={text.trim() === ''}>
          {t('dashboard.teach.save_note')}
        </Button>
      </form>
    </Panel>
  );
}
