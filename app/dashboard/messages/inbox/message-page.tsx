// One letter and what became of it: answers go out as mails, notes stay at the desk.
import { type FormEvent, useState } from 'react';
import { data } from 'react-router';
import { clockTime, shortDate } from '#app/language/format-time.ts';
import { since } from '#app/language/since.ts';
import { siteContext } from '#app/site-context.ts';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/field.tsx';
import { Link } from '#app/ui/link.tsx';
import { Select } from '#app/ui/select.tsx';
import { Textarea } from '#app/ui/textarea.tsx';
import { dashboardMeta } from '../../dashboard-meta.ts';
import { useDatabaseCall } from '../../forms/use-database-call.ts';
import { requireRole } from '../../guard.server.ts';
import { PageHeader, Panel } from '../../layout/page.tsx';
import { useEmailStatus } from '../../layout/use-email-status.ts';
import { useLiveReload } from '../../realtime/use-live-reload.ts';
import { useStudio } from '../../use-studio.ts';
import { MailBadge } from '../email-badge.tsx';
import type { Route } from './+types/message-page.ts';
import { type FullMessage, formatEntry, type MessageEntry, stateLabels } from './message.ts';

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { person } = await requireRole({ request, context }, 'staff', 'owner');
  const { backend, now } = context.get(siteContext);
  if (!/^[0-9a-f-]{36}$/i.test(params.id)) throw data(null, { status: 404 });
  const answer = await backend.rpc('desk_letter', { letter_id: params.id });
  if (answer.status === 404) throw data(null, { status: 404 });
  if (answer.error) throw answer.error;
  return { now: now.toISOString(), letter: answer.data as FullMessage, me: person.id };
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  return dashboardMeta(matches, loaderData ? `letter from ${loaderData.letter.name}` : 'letter');
}

export default function LetterPage({ loaderData }: Route.ComponentProps) {
  const { letter, me } = loaderData;
  const { zone } = useStudio().studio;
  const now = new Date(loaderData.now);
  const { call, isBusy } = useDatabaseCall();
  useLiveReload({ table: 'contact_messages', filter: `id=eq.${letter.id}` });
  const mark = (state: string, title: string) => () =>
    call('handle_letter', { letter_id: letter.id, state }, { title });
  return (
    <>
      <p className="dash-back">
        <Link to="/dashboard/messages/inbox">Inbox</Link>
      </p>
      <PageHeader
        title={letter.name}
        actions={
          <>
            {letter.state !== 'done' && letter.state !== 'spam' && (
              <Button variant="secondary" size="sm" busy={isBusy} onClick={mark('done', 'Done')}>
                Done
              </Button>
            )}
            {letter.state === 'done' || letter.state === 'spam' ? (
              <Button variant="secondary" size="sm" busy={isBusy} onClick={mark('open', 'Open again')}>
                Open again
              </Button>
            ) : (
              <Button variant="tertiary" size="sm" busy={isBusy} onClick={mark('spam', 'Put away as spam')}>
                Spam
              </Button>
            )}
          </>
        }
      >
        {stateLabels[letter.state]}. Wrote {since(new Date(letter.received_at), now, zone)}.
      </PageHeader>
      <div className="dash-columns">
        <div className="dash-stack">
          <Panel title="The letter">
            <p className="letter-text">{letter.message}</p>
          </Panel>
          {letter.entries.length > 0 && <EntriesPanel entries={letter.entries} />}
          {letter.state !== 'spam' && <ReplyPanel key={letter.entries.length} letter={letter} />}
        </div>
        <div className="dash-stack">
          <Panel title="Who">
            <dl className="facts">
              <div>
                <dt>Email</dt>
                <dd>
                  <a href={`mailto:${letter.email}`}>{letter.email}</a>
                </dd>
              </div>
              {letter.orders.length > 0 && (
                <div>
                  <dt>Orders</dt>
                  <dd>
                    {letter.orders.map(({ id, number }, index) => (
                      <span key={id}>
                        {index > 0 && ', '}
                        <Link to={`/dashboard/orders/${id}`}>{number}</Link>
                      </span>
                    ))}
                  </dd>
                </div>
              )}
            </dl>
          </Panel>
          <AssignPanel letter={letter} me={me} />
          <NotePanel key={letter.entries.length} letter={letter} />
        </div>
      </div>
    </>
  );
}

function EntriesPanel({ entries }: { entries: MessageEntry[] }) {
  const { zone } = useStudio().studio;
  return (
    <Panel title="What became of it">
      <ol className="desk-timeline">
        {entries.map((entry) => (
          <li key={entry.id}>
            <time dateTime={entry.at}>
              {shortDate(new Date(entry.at), zone)}, {clockTime(new Date(entry.at), zone)}
            </time>
            <div>
              <b>{entry.by || 'Somebody'}</b> {formatEntry(entry)}
              {(entry.kind === 'reply' || entry.kind === 'note') && (
                <p className="letter-text">{entry.body}</p>
              )}
              {entry.kind === 'reply' && entry.mail_id && (
                <p className="dash-quiet">
                  {entry.mail_state ? (
                    <>
                      <Link to={`/dashboard/messages/outbox/${entry.mail_id}`}>The mail</Link>{' '}
                      <MailBadge state={entry.mail_state} /> {entry.mail_error}
                    </>
                  ) : (
                    'The mail is being written.'
                  )}
                </p>
              )}
            </div>
          </li>
        ))}
      </ol>
    </Panel>
  );
}

function ReplyPanel({ letter }: { letter: FullMessage }) {
  const { call, isBusy, errorOf } = useDatabaseCall({ quiet: true });
  const { say } = useEmailStatus();
  const [key] = useState(() => crypto.randomUUID());
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const body = String(new FormData(event.currentTarget).get('body') ?? '');
    await call(
      'reply_to_letter',
      { letter_id: letter.id, body, idempotency_key: key },
      {
        title: say('The answer is on its way', 'The answer waits in the outbox'),
        description: say(letter.email, 'No mail server is set up.'),
      },
    );
  };
  return (
    <Panel title="Answer">
      <form className="form" onSubmit={send} noValidate>
        <Field
          label="Your answer"
          hint={say(
            `Goes to ${letter.email}, with their words below yours.`,
            `No mail server is set up: it waits in the outbox. To reach ${letter.email} now, use your own mail program.`,
          )}
          error={errorOf('body')}
          required
        >
          <Textarea name="body" rows={8} maxLength={10_000} />
        </Field>
        <Button variant="primary" type="submit" busy={isBusy}>
          Send the answer
        </Button>
      </form>
    </Panel>
  );
}

function AssignPanel({ letter, me }: { letter: FullMessage; me: string }) {
  const { call, isBusy } = useDatabaseCall();
  const assign = (id: string) =>
    call('handle_letter', { letter_id: letter.id, ...(id ? { assign_to: id } : { unassign: true }) });
  return (
    <Panel title="Looked after by">
      <div className="form">
        <Field label="Who looks after it">
          <Select
            value={letter.assigned_to ?? ''}
            aria-busy={isBusy || undefined}
            onChange={(event) => void assign(event.currentTarget.value)}
          >
            <option value="">nobody yet</option>
            {letter.staff.map(({ id, name }) => (
              <option key={id} value={id}>
                {name || 'Somebody'}
                {id === me ? ' (you)' : ''}
              </option>
            ))}
          </Select>
        </Field>
      </div>
    </Panel>
  );
}

function NotePanel({ letter }: { letter: FullMessage }) {
  const { call, isBusy, errorOf } = useDatabaseCall({ quiet: true });
  const keep = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const note = String(new FormData(event.currentTarget).get('note') ?? '').trim();
    if (note) await call('handle_letter', { letter_id: letter.id, note });
  };
  return (
    <Panel title="Note for the desk">
      <form className="form" onSubmit={keep}>
        <Field label="Note" hint="Nobody outside reads it." error={errorOf('note')}>
          <Textarea name="note" rows={3} maxLength={5000} />
        </Field>
        <Button variant="tertiary" size="sm" type="submit" busy={isBusy}>
          Keep the note
        </Button>
      </form>
    </Panel>
  );
}
