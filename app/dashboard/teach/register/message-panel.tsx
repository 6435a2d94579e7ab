// An email to everyone with a place in this session. Sent through the studio's outbox; no addresses are shown.

import { type FormEvent, useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import { confirm } from '#app/ui/confirm/confirm-store.ts';
import { Field } from '#app/ui/field.tsx';
import { Input } from '#app/ui/input.tsx';
import { Textarea } from '#app/ui/textarea.tsx';
import { toast } from '#app/ui/toast/toast-store.ts';
import type { Register } from '#contracts/teaching.ts';
import { callDatabase } from '../../forms/call-database.ts';
import { useUnsavedGuard } from '../../forms/use-unsaved-guard.ts';
import { Panel } from '../../layout/page.tsx';
import { useEmailStatus } from '../../layout/use-email-status.ts';
import { useOnline } from '../../layout/use-online.ts';

export function MessagePanel({ register }: { register: Register }) {
  const [isOpen, setOpen] = useState(false);
  const [draft, setDraft] = useState({ subject: '', body: '' });
  const { sentOrWaiting } = useEmailStatus();
  const isOnline = useOnline();
  const allowLeaving = useUnsavedGuard(isOpen && (draft.subject + draft.body).trim() !== '');
  const people = register.people.filter(({ is_coming }) => is_coming).length;
  const { id, title } = register.session;

  const send = (event: FormEvent) => {
    event.preventDefault();
    void confirm({
      title: people === 1 ? 'Email 1 person?' : `Email ${people} people?`,
      content: sentOrWaiting(
        `Everyone with a place in ${title} gets this email from the studio.`,
        `It is addressed to everyone with a place in ${title}. No mail server is set up, so it waits in the outbox.`,
      ),
      confirmText: 'Send email',
      onConfirm: async () => {
        const data = await callDatabase('message_class', { session_id: id, ...draft });
        const count = Number(data);
        allowLeaving();
        setDraft({ subject: '', body: '' });
        setOpen(false);
        toast({
          variant: 'success',
          title: sentOrWaiting(
            count === 1 ? '1 email sent' : `${count} emails sent`,
            count === 1 ? '1 email waiting in the outbox' : `${count} emails waiting in the outbox`,
          ),
        });
      },
    });
  };
  return (
    <Panel title="Email the class">
      {people === 0 && <p className="dash-quiet">No bookings yet, so there is no one to email.</p>}
      {people > 0 && !isOpen && (
        <Button variant="tertiary" size="sm" onClick={() => setOpen(true)} disabled={!isOnline}>
          Write an email
        </Button>
      )}
      {!isOnline && people > 0 && <p className="dash-quiet">You’re offline. Connect to send an email.</p>}
      {isOpen && (
        <form className="teach-form" onSubmit={send}>
          <Field label="Subject" required>
            <Input
              name="subject"
              maxLength={150}
              value={draft.subject}
              autoFocus
              onChange={(event) => setDraft({ ...draft, subject: event.target.value })}
            />
          </Field>
          <Field label="Message" required hint="Up to five emails per class and day.">
            <Textarea
              name="body"
              rows={5}
              maxLength={5000}
              value={draft.body}
              onChange={(event) => setDraft({ ...draft, body: event.target.value })}
            />
          </Field>
          <div className="dash-row-actions">
            <Button variant="primary" size="sm" type="submit">
              Send to the class
            </Button>
            <Button variant="text" size="sm" onClick={() => setOpen(false)}>
              Cancel
            </Button>
          </div>
        </form>
      )}
    </Panel>
  );
}
