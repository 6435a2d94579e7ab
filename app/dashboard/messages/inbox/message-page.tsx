// One message with its history: replies are sent by email, notes are for staff only.

import { type FormEvent, useState } from 'react';
import { data } from 'react-router';
import { Fact } from '#app/dashboard/layout/fact.tsx';
import { t } from '#app/language/messages.ts';
import { since } from '#app/language/since.ts';
import { siteContext } from '#app/site-context.ts';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/field.tsx';
import { Link } from '#app/ui/link.tsx';
import { Select } from '#app/ui/select.tsx';
import { Textarea } from '#app/ui/textarea.tsx';
import type { FullMessage, MessageEntry } from '#contracts/messages.ts';
import { deliveryText } from '../../coded-text.ts';
import { dashboardMeta } from '../../dashboard-meta.ts';
import { NoteFields } from '../../forms/note-fields.tsx';
import { useDatabaseCall } from '../../forms/use-database-call.ts';
import { requireRole } from '../../guard.server.ts';
import { ColumnsPage, Panel } from '../../layout/page.tsx';
import { Timeline } from '../../layout/timeline.tsx';
import { useEmailStatus } from '../../layout/use-email-status.ts';
import { useLiveReload } from '../../realtime/use-live-reload.ts';
import { useStudio } from '../../use-studio.ts';
import { EmailBadge } from '../email-badge.tsx';
import type { Route } from './+types/message-page.ts';
import { EntryText } from './entry-text.tsx';

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { person } = await requireRole({ request, context }, 'staff', 'owner');
  const { backend, now } = context.get(siteContext);
  if (!/^[0-9a-f-]{36}$/i.test(params.id)) throw data(null, { status: 404 });
  const answer = await backend.rpc('get_contact_message', { contact_message_id: params.id });
  if (answer.status === 404) throw data(null, { status: 404 });
  if (answer.error) throw answer.error;
  return { now: now.toISOString(), message: answer.data, currentUserId: person.id };
}

export const meta = dashboardMeta<typeof loader>(({ loaderData }) =>
  loaderData
    ? t('dashboard.messages.message_from_name', { name: loaderData.message.name })
    : t('dashboard.messages.message_page_title'),
);

export default function MessagePage({ loaderData }: Route.ComponentProps) {
  const { message, currentUserId } = loaderData;
  const { zone } = useStudio().studio;
  const now = new Date(loaderData.now);
  const { call, isBusy } = useDatabaseCall();
  useLiveReload({ table: 'contact_messages', filter: `id=eq.${message.id}` });
  const isClosed = message.state === 'done' || message.state === 'spam';
  const stateButton = (variant: 'secondary' | 'tertiary', state: string, label: string, title: string) => (
    <Button
      variant={variant}
      size="sm"
      busy={isBusy}
      onClick={() => call('update_contact_message', { contact_message_id: message.id, state }, { title })}
    >
      {label}
    </Button>
  );
  return (
    <ColumnsPage
      back={['/dashboard/messages/inbox', t('dashboard.messages.inbox_heading')]}
      title={message.name}
      actions={
        isClosed ? (
          stateButton(
            'secondary',
            'open',
            t('dashboard.messages.reopen'),
            t('dashboard.messages.message_reopened'),
          )
        ) : (
          <>
            {stateButton(
              'secondary',
              'done',
              t('dashboard.messages.mark_as_done'),
              t('dashboard.messages.marked_as_done'),
            )}
            {stateButton(
              'tertiary',
              'spam',
              t('dashboard.messages.mark_as_spam'),
              t('dashboard.messages.marked_as_spam'),
            )}
          </>
        )
      }
      lead={t('dashboard.messages.state_and_received', {
        state: message.state,
        when: since(new Date(message.received_at), now, zone),
      })}
    >
      <div className="dash-stack">
        <Panel title={t('dashboard.messages.message')}>
          <p className="message-text">{message.message}</p>
        </Panel>
        {message.entries.length > 0 && <EntriesPanel entries={message.entries} />}
        {message.state !== 'spam' && <ReplyPanel key={message.entries.length} message={message} />}
      </div>
      <div className="dash-stack">
        <Panel title={t('dashboard.messages.sender')}>
          <dl className="facts">
            <Fact name={t('dashboard.common.email')}>
              <a href={`mailto:${message.email}`}>{message.email}</a>
            </Fact>
            {message.orders.length > 0 && (
              <Fact name={t('dashboard.messages.orders_of_sender')}>
                {message.orders.map(({ id, number }, index) => (
                  <span key={id}>
                    {index > 0 && ', '}
                    <Link to={`/dashboard/orders/${id}`}>{number}</Link>
                  </span>
                ))}
              </Fact>
            )}
          </dl>
        </Panel>
        <AssignPanel message={message} currentUserId={currentUserId} />
        <NotePanel key={message.entries.length} message={message} />
      </div>
    </ColumnsPage>
  );
}

function EntriesPanel({ entries }: { entries: MessageEntry[] }) {
  return (
    <Panel title={t('dashboard.common.history')}>
      <Timeline entries={entries}>
        {(entry) => (
          <div>
            <EntryText entry={entry} />
            {(entry.kind === 'reply' || entry.kind === 'note') && (
              <p className="message-text">{entry.body}</p>
            )}
            {entry.kind === 'reply' && entry.mail_id && (
              <p className="dash-quiet">
                {entry.mail_state ? (
                  <>
                    <Link to={`/dashboard/messages/outbox/${entry.mail_id}`}>
                      {t('dashboard.common.email')}
                    </Link>{' '}
                    <EmailBadge state={entry.mail_state} />{' '}
                    {entry.mail_error && deliveryText(entry.mail_error)}
                  </>
                ) : (
                  t('dashboard.messages.the_email_is_being_created')
                )}
              </p>
            )}
          </div>
        )}
      </Timeline>
    </Panel>
  );
}

function ReplyPanel({ message }: { message: FullMessage }) {
  const { call, isBusy, errorOf } = useDatabaseCall({ quiet: true });
  const { sentOrWaiting } = useEmailStatus();
  const [key] = useState(() => crypto.randomUUID());
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const body = String(new FormData(event.currentTarget).get('body') ?? '');
    await call(
      'reply_to_contact_message',
      { contact_message_id: message.id, body, idempotency_key: key },
      {
        title: sentOrWaiting(
          t('dashboard.messages.reply_sent'),
          t('dashboard.messages.reply_waiting_in_the_outbox'),
        ),
        description: sentOrWaiting(message.email, t('dashboard.messages.no_mail_server_is_set_up')),
      },
    );
  };
  return (
    <Panel title={t('dashboard.messages.reply')}>
      <form className="form" onSubmit={send} noValidate>
        <Field
          label={t('dashboard.messages.your_reply')}
          hint={sentOrWaiting(
            t('dashboard.messages.sent_to_email_with_their_message', { email: message.email }),
            t('dashboard.messages.reply_waits_in_the_outbox', { email: message.email }),
          )}
          error={errorOf('body')}
          required
        >
          <Textarea name="body" rows={8} maxLength={10_000} />
        </Field>
        <Button variant="primary" type="submit" busy={isBusy}>
          {t('dashboard.messages.send_reply')}
        </Button>
      </form>
    </Panel>
  );
}

function AssignPanel({ message, currentUserId }: { message: FullMessage; currentUserId: string }) {
  const { call, isBusy } = useDatabaseCall();
  const assign = (id: string) =>
    call('update_contact_message', {
      contact_message_id: message.id,
      ...(id ? { assign_to: id } : { unassign: true }),
    });
  return (
    <Panel title={t('dashboard.messages.assignment')}>
      <div className="form">
        <Field label={t('dashboard.messages.assigned_to')}>
          <Select
            value={message.assigned_to ?? ''}
            aria-busy={isBusy || undefined}
            onChange={(event) => void assign(event.currentTarget.value)}
          >
            <option value="">{t('dashboard.messages.no_one')}</option>
            {message.staff.map(({ id, name }) => (
              <option key={id} value={id}>
                {id === currentUserId
                  ? t('dashboard.messages.name_of_you', { name: name || t('dashboard.common.someone') })
                  : name || t('dashboard.common.someone')}
              </option>
            ))}
          </Select>
        </Field>
      </div>
    </Panel>
  );
}

function NotePanel({ message }: { message: FullMessage }) {
  const { call, isBusy, errorOf } = useDatabaseCall({ quiet: true });
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const note = String(new FormData(event.currentTarget).get('note') ?? '').trim();
    if (note) await call('update_contact_message', { contact_message_id: message.id, note });
  };
  return (
    <Panel title={t('dashboard.messages.internal_note')}>
      <form className="form" onSubmit={save}>
        <NoteFields errorOf={errorOf} isBusy={isBusy} />
      </form>
    </Panel>
  );
}
