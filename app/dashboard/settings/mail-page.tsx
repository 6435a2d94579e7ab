// How the studio's emails are sent: mail server, addresses, a test email, and the outbox.

import { useRevalidator } from 'react-router';
import { rich, t } from '#app/language/messages.ts';
import { since } from '#app/language/since.ts';
import { Link } from '#app/ui/link.tsx';
import { dashboardMeta } from '../dashboard-meta.ts';
import { requireRole } from '../guard.server.ts';
import { ColumnsPage, PageLoading, Panel } from '../layout/page.tsx';
import { ownApi } from '../own-api.ts';
import { useStudio } from '../use-studio.ts';
import type { Route } from './+types/mail-page.ts';
import { MailDomainPanel } from './mail-domain-panel.tsx';
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

export const meta = dashboardMeta(() => t('dashboard.settings.mail_page_title'));

export function HydrateFallback() {
  return (
    <PageLoading title={t('dashboard.settings.mail_heading')}>{t('dashboard.common.loading')}</PageLoading>
  );
}

export default function MailSettings({ loaderData }: Route.ComponentProps) {
  const { mail, email } = loaderData;
  const { revalidate } = useRevalidator();
  return (
    <ColumnsPage
      title={t('dashboard.settings.mail_heading')}
      lead={
        mail.server
          ? t('dashboard.settings.emails_are_sent_by_server', { server: mail.server })
          : t('dashboard.settings.no_mail_server_is_set_emails')
      }
    >
      <MailServerForm
        key={JSON.stringify(mail.saved)}
        mail={mail}
        email={email}
        onSaved={() => void revalidate()}
      />
      <OutboxPanel mail={mail} />
      {mail.server && <MailDomainPanel />}
    </ColumnsPage>
  );
}

function OutboxPanel({ mail }: { mail: MailStatus }) {
  const { studio } = useStudio();
  return (
    <Panel title={t('dashboard.settings.outbox')}>
      <dl className="settings">
        <Line label={t('dashboard.settings.sender_line')}>{mail.from}</Line>
        <Line label={t('dashboard.settings.reply_to')}>
          {mail.reply_to ?? t('dashboard.settings.no_reply_address')}
        </Line>
        <Line label={t('dashboard.settings.proven')}>
          {mail.proven_at
            ? since(new Date(mail.proven_at), new Date(), studio.zone)
            : t('dashboard.settings.not_proven')}
        </Line>
        <Line label={t('dashboard.settings.last_sent')}>
          {mail.last_sent_at
            ? since(new Date(mail.last_sent_at), new Date(), studio.zone)
            : t('dashboard.settings.never_sent')}
        </Line>
        <Line label={t('dashboard.settings.emails_waiting')}>{mail.waiting}</Line>
        <Line label={t('dashboard.settings.held_emails')}>
          {mail.held}
          {mail.held > 0 && (
            <span className="dash-quiet">
              {rich('dashboard.settings.written_before_the_mail_server_was', {
                link: (text) => <Link to="/dashboard/messages/outbox?state=held">{text}</Link>,
              })}
            </span>
          )}
        </Line>
        <Line label={t('dashboard.settings.failed_emails')}>
          {mail.failed}
          {mail.failed > 0 && (
            <span className="dash-quiet">
              <Link to="/dashboard/messages/outbox?state=failed">
                {t('dashboard.settings.open_the_failed_emails')}
              </Link>
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
