// An email to everyone with a place in this session. Sent through the studio's outbox; no addresses are shown.

import { type FormEvent, useState } from 'react';
import { t } from '#app/language/messages.ts';
import { Button } from '#app/ui/button.tsx';
import { confirm } from '#app/ui/confirm/confirm-store.ts';
import { Field } from '#app/ui/field.tsx';
import { Input } from '#app/ui/input.tsx';
import { Textarea } from '#app/ui/textarea.tsx';
import { toastSuccess } from '#app/ui/toast/toast-store.ts';
import type { PersonToCall } from '#contracts/programme.ts';
import type { Register } from '#contracts/teaching.ts';
import { callDatabase } from '../../forms/call-database.ts';
import { useUnsavedGuard } from '../../forms/use-unsaved-guard.ts';
import { Panel } from '../../layout/page.tsx';
import { formatPeopleToCall } from '../../layout/people-to-call.ts';
import { useEmailStatus } from '../../layout/use-email-status.ts';
import { useOnline } from '../../layout/use-online.ts';

export function MessagePanel({ register }: { register: Register }) {
  const [isOpen, setOpen] = useState(false);
  const [draft, setDraft] = useState({ subject: '', body: '' });
  const [missed, setMissed] = useState<PersonToCall[]>([]);
  const { sentOrWaiting } = useEmailStatus();
  const isOnline = useOnline();
  const allowLeaving = useUnsavedGuard(isOpen && (draft.subject + draft.body).trim() !== '');
  const people = register.people.filter(({ is_coming }) => is_coming).length;
  const { id, title } = register.session;

  const send = (event: FormEvent) => {
    event.preventDefault();
    void confirm({
      title: t('dashboard.teach.email_the_class'),
      content: sentOrWaiting(
        t('dashboard.teach.everyone_gets_this_email', { title }),
        t('dashboard.teach.email_waits_for_mail_server', { title }),
      ),
      confirmText: t('dashboard.teach.send_email'),
      onConfirm: async () => {
        const { emails: count, without_email } = await callDatabase('message_class', {
          session_id: id,
          ...draft,
        });
        setMissed(without_email);
        allowLeaving();
        setDraft({ subject: '', body: '' });
        setOpen(false);
        toastSuccess(
          sentOrWaiting(
            t('dashboard.teach.emails_sent', { count }),
            t('dashboard.teach.emails_waiting_in_the_outbox', { count }),
          ),
        );
      },
    });
  };
  return (
    <Panel title={t('dashboard.teach.email_the_class')}>
      {people === 0 && <p className="dash-quiet">{t('dashboard.teach.no_bookings_yet_so_there_is')}</p>}
      {formatPeopleToCall(missed).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {people > 0 && !isOpen && (
        <Button variant="tertiary" size="sm" onClick={() => setOpen(true)} disabled={!isOnline}>
          {t('dashboard.teach.write_an_email')}
        </Button>
      )}
      {!isOnline && people > 0 && (
        <p className="dash-quiet">{t('dashboard.teach.youre_offline_connect_to_send_an')}</p>
      )}
      {isOpen && (
        <form className="teach-form" onSubmit={send}>
          <Field label={t('dashboard.teach.subject')} required>
            <Input
              name="subject"
              maxLength={150}
              value={draft.subject}
              autoFocus
              onChange={(event) => setDraft({ ...draft, subject: event.target.value })}
            />
          </Field>
          <Field
            label={t('dashboard.teach.message')}
            required
            hint={t('dashboard.teach.up_to_five_emails_per_class')}
          >
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
              {t('dashboard.teach.send_to_the_class')}
            </Button>
            <Button variant="text" size="sm" onClick={() => setOpen(false)}>
              {t('dashboard.common.cancel')}
            </Button>
          </div>
        </form>
      )}
    </Panel>
  );
}
