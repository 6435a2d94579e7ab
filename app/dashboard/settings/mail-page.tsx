// How the studio's emails are sent: mail server, addresses, a test email, and the outbox.
import { useRevalidator } from 'react-router';
import { since } from '#app/language/since.ts';
import { Link } from '#app/ui/link.tsx';
import { dashboardMeta } from '../dashboard-meta.ts';
import { requireRole } from '../guard.server.ts';
import { PageHeader, PageLoading, Panel } from '../layout/page.tsx';
import { ownApi } from '../own-api.ts';
import { useStudio } from '../use-studio.ts';
import type { Route } from './+types/mail-page.ts';
import { MailServerForm, type MailStatus } from './mail-server-form.tsx';

export async function loader({ request, context }: Route.LoaderArgs) {
  const { person } = await requireRole({ request, context }, 'owner');
  return { email: person.email };
}

export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  const [{ email }, mail] = await Promise.all([serverLoader(), ownApi<MailStatus>('/studio/mail')]);
  return { email, mail };
}
clientLoader.hydrate = true as const;

export const meta = dashboardMeta('mail');

export function HydrateFallback() {
  return <PageLoading title="Mail">Loading…</PageLoading>;
}

export default function MailSettings({ loaderData }: Route.ComponentProps) {
  const { mail, email } = loaderData;
  const { revalidate } = useRevalidator();
  return (
    <>
      <PageHeader title="Mail">
        {mail.server
          ? `Emails are sent by ${mail.server}.`
          : 'No mail server is set: emails wait in the outbox.'}
      </PageHeader>
      <div className="dash-columns">
        <MailServerForm
          key={JSON.stringify(mail.saved)}
          mail={mail}
          email={email}
          onSaved={() => void revalidate()}
        />
        <OutboxPanel mail={mail} />
      </div>
    </>
  );
}

function OutboxPanel({ mail }: { mail: MailStatus }) {
  const { studio } = useStudio();
  return (
    <Panel title="Outbox">
      <dl className="settings">
        <Line label="From">{mail.from}</Line>
        <Line label="Reply to">{mail.reply_to ?? 'none'}</Line>
        <Line label="Last sent">
          {mail.last_sent_at ? since(new Date(mail.last_sent_at), new Date(), studio.zone) : 'never'}
        </Line>
        <Line label="Waiting">{mail.waiting}</Line>
        <Line label="Held">
          {mail.held}
          {mail.held > 0 && (
            <span className="dash-quiet">
              Written before the mail server was connected.{' '}
              <Link to="/dashboard/messages/outbox?state=held">Send or discard them</Link>
            </span>
          )}
        </Line>
        <Line label="Failed">
          {mail.failed}
          {mail.failed > 0 && (
            <span className="dash-quiet">
              <Link to="/dashboard/messages/outbox?state=failed">Open the failed emails</Link>
            </span>
          )}
        </Line>
      </dl>
    </Panel>
  );
}

function Line({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="setting setting-line">
      <dt className="setting-label">{label}</dt>
      <dd className="setting-value">{children}</dd>
    </div>
  );
}
