// A letter to everybody who has a place on this date. Goes through the studio's outbox; nobody's address is shown.
import { type FormEvent, useState } from 'react';
import { backend } from '#app/backend/backend.ts';
import { Button } from '#app/ui/button.tsx';
import { confirm } from '#app/ui/confirm/confirm-store.ts';
import { Field } from '#app/ui/field.tsx';
import { Input } from '#app/ui/input.tsx';
import { Textarea } from '#app/ui/textarea.tsx';
import { toast } from '#app/ui/toast/toast-store.ts';
import { useUnsavedGuard } from '../../forms/use-unsaved-guard.ts';
import { Panel } from '../../layout/page.tsx';
import { useEmailStatus } from '../../layout/use-email-status.ts';
import { useOnline } from '../offline/use-online.ts';
import type { Register } from './register.ts';

export function MessagePanel({ register }: { register: Register }) {
  const [isOpen, setOpen] = useState(false);
  const [letter, setLetter] = useState({ subject: '', body: '' });
  const { say } = useEmailStatus();
  const isOnline = useOnline();
  const letGo = useUnsavedGuard(isOpen && (letter.subject + letter.body).trim() !== '');
  const people = register.people.filter(({ is_coming }) => is_coming).length;
  const { id, title } = register.session;

  const send = (event: FormEvent) => {
    event.preventDefault();
    void confirm({
      title: people === 1 ? 'Write to one person?' : `Write to ${people} people?`,
      content: say(
        `Everybody with a place in ${title} gets it by mail, from the studio.`,
        `It is written to everybody with a place in ${title}. No mail leaves the studio at the moment: the desk has it in the outbox.`,
      ),
      confirmText: 'Send it',
      onConfirm: async () => {
        const client = await backend();
        const { data, error } = await client.rpc('message_class', { session_id: id, ...letter });
        if (error) throw error;
        const count = Number(data);
        letGo();
        setLetter({ subject: '', body: '' });
        setOpen(false);
        toast({
          variant: 'success',
          title: say(
            count === 1 ? 'One letter goes out' : `${count} letters go out`,
            count === 1 ? 'One letter waits in the outbox' : `${count} letters wait in the outbox`,
          ),
        });
      },
    });
  };
  return (
    <Panel title="Write to the class">
      {people === 0 && <p className="dash-quiet">Nobody has a place yet, so there is nobody to write to.</p>}
      {people > 0 && !isOpen && (
        <Button variant="tertiary" size="sm" onClick={() => setOpen(true)} disabled={!isOnline}>
          Write a letter
        </Button>
      )}
      {!isOnline && people > 0 && <p className="dash-quiet">Letters need a network.</p>}
      {isOpen && (
        <form className="teach-form" onSubmit={send}>
          <Field label="Subject" required>
            <Input
              name="subject"
              maxLength={150}
              value={letter.subject}
              autoFocus
              onChange={(event) => setLetter({ ...letter, subject: event.target.value })}
            />
          </Field>
          <Field label="Words" required hint="Five letters a day and class at most.">
            <Textarea
              name="body"
              rows={5}
              maxLength={5000}
              value={letter.body}
              onChange={(event) => setLetter({ ...letter, body: event.target.value })}
            />
          </Field>
          <div className="dash-row-actions">
            <Button variant="primary" size="sm" type="submit">
              Send to the class
            </Button>
            <Button variant="text" size="sm" onClick={() => setOpen(false)}>
              Not now
            </Button>
          </div>
        </form>
      )}
    </Panel>
  );
}
