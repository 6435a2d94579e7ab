// How mail leaves the studio, and a button that sends one now and shows what the mail server answers.
import { useState } from 'react';
import { since } from '#app/language/since.ts';
import { Button } from '#app/ui/button.tsx';
import { describeReason } from '#app/ui/confirm/confirm-store.ts';
import { Link } from '#app/ui/link.tsx';
import { dashboardMeta } from '../dashboard-meta.ts';
import { Panel, RoomHead, RoomLoading } from '../frame/room.tsx';
import { requireRole } from '../guard.server.ts';
import { ownApi } from '../own-api.ts';
import { useStudio } from '../use-studio.ts';
import type { Route } from './+types/mail-page.ts';

interface MailState {
  server: string | null;
  from: string;
  waiting: number;
  failed: number;
  last_sent_at: string | null;
}

interface TestAnswer {
  is_taken: boolean;
  sentence: string;
  to?: string;
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const { person } = await requireRole({ request, context }, 'owner');
  return { email: person.email };
}

export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  const [{ email }, mail] = await Promise.all([serverLoader(), ownApi<MailState>('/studio/mail')]);
  return { email, mail };
}
clientLoader.hydrate = true as const;

export function meta({ matches }: Route.MetaArgs) {
  return dashboardMeta(matches, 'mail');
}

export function HydrateFallback() {
  return <RoomLoading title="Mail">Asking how it stands.</RoomLoading>;
}

export default function MailSettings({ loaderData }: Route.ComponentProps) {
  const { mail, email } = loaderData;
  const { studio } = useStudio();
  return (
    <>
      <RoomHead title="Mail">
        {mail.server ? `Leaves by ${mail.server}.` : 'No mail server is set: mails wait in the outbox.'}
      </RoomHead>
      <div className="dash-columns">
        <Panel title="How it stands">
          <dl className="settings">
            <Line label="Server">
              {mail.server ?? 'none'}
              {!mail.server && (
                <span className="dash-quiet">
                  Give its address as SMTP_URL (smtp://user:password@host:587) when the program starts.
                </span>
              )}
            </Line>
            <Line label="From">
              {mail.from}
              <span className="dash-quiet">MAIL_FROM says otherwise.</span>
            </Line>
            <Line label="Last sent">
              {mail.last_sent_at ? since(new Date(mail.last_sent_at), new Date(), studio.zone) : 'never'}
            </Line>
            <Line label="Waiting">{mail.waiting}</Line>
            <Line label="Failed">
              {mail.failed}
              {mail.failed > 0 && (
                <span className="dash-quiet">
                  <Link to="/dashboard/messages/outbox?state=failed">Look at them in the outbox</Link>
                </span>
              )}
            </Line>
          </dl>
        </Panel>
        <TestPanel email={email} />
      </div>
    </>
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

function TestPanel({ email }: { email: string | null }) {
  const [isBusy, setBusy] = useState(false);
  const [answer, setAnswer] = useState<TestAnswer | null>(null);
  const send = async () => {
    setBusy(true);
    setAnswer(null);
    try {
      setAnswer(await ownApi<TestAnswer>('/studio/mail/test', { method: 'POST', body: {} }));
    } catch (reason) {
      setAnswer({ is_taken: false, sentence: describeReason(reason) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Panel title="Try it">
      <div className="panel-foot">
        <p>One mail to {email ?? 'your own address'}, sent now, past the outbox.</p>
        <Button variant="primary" busy={isBusy} onClick={() => void send()}>
          Send a test mail
        </Button>
        <p role="status" className={answer && !answer.is_taken ? 'owner-failed' : undefined}>
          {answer?.sentence}
        </p>
      </div>
    </Panel>
  );
}
