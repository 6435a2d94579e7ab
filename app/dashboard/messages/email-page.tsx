import { useCallback, useEffect, useRef, useState } from 'react';
import { data, useRevalidator } from 'react-router';
import { describeAuthError } from '#app/features/sign-in/describe-auth-error.ts';
import { since } from '#app/language/since.ts';
import { siteContext } from '#app/site-context.ts';
import { Button } from '#app/ui/button.tsx';
import { Link } from '#app/ui/link.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#app/ui/tabs.tsx';
import { toast } from '#app/ui/toast/toast-store.ts';
import { dashboardMeta } from '../dashboard-meta.ts';
import { requireRole } from '../guard.server.ts';
import { PageHeader, Panel } from '../layout/page.tsx';
import { ownApi } from '../own-api.ts';
import { useStudio } from '../use-studio.ts';
import type { Route } from './+types/email-page.ts';
import { framedHtml, linkPieces, recipient, type Scheme, sheetOf, type WholeMail } from './email.ts';
import { MailBadge } from './email-badge.tsx';
import { useDecideHeld } from './held-emails.tsx';

export async function loader({ request, context, params }: Route.LoaderArgs) {
  await requireRole({ request, context }, 'staff', 'owner');
  const { backend, now } = context.get(siteContext);
  if (!/^[0-9a-f-]{36}$/i.test(params.id)) throw data(null, { status: 404 });
  const { data: mail, error } = await backend
    .from('outbox')
    .select('*')
    .eq('id', params.id)
    .maybeSingle<WholeMail>();
  if (error) throw error;
  if (!mail) throw data(null, { status: 404 });
  return { now: now.toISOString(), mail };
}

export function meta({ matches }: Route.MetaArgs) {
  return dashboardMeta(matches, 'a message');
}

export default function MailPage({ loaderData }: Route.ComponentProps) {
  const { mail } = loaderData;
  const { studio } = useStudio();
  const { revalidate } = useRevalidator();
  const [isSending, setSending] = useState(false);
  const { busy, decide } = useDecideHeld();
  const now = new Date(loaderData.now);
  const [shown, setShown] = useState('light');
  // Only the browser knows what its owner prefers.
  useEffect(() => {
    if (matchMedia('(prefers-color-scheme: dark)').matches) setShown('dark');
  }, []);

  const retry = async () => {
    setSending(true);
    try {
      await ownApi(`/outbox/${mail.id}/retry`, { method: 'POST', body: {} });
      toast({ variant: 'success', title: 'It goes out again', description: recipient(mail) });
      await revalidate();
    } catch (reason) {
      toast({
        variant: 'destructive',
        title: 'It stays here',
        description: describeAuthError(reason).message,
      });
    } finally {
      setSending(false);
    }
  };

  return (
    <>
      <p className="dash-back">
        <Link to="/dashboard/messages/outbox">Outbox</Link>
      </p>
      <PageHeader
        title={mail.subject}
        actions={
          mail.state !== 'sent' &&
          mail.state !== 'discarded' && (
            <>
              {mail.state === 'held' && (
                <Button size="sm" busy={busy === 'discard'} onClick={() => void decide('discard', [mail.id])}>
                  Discard
                </Button>
              )}
              <Button variant="primary" size="sm" busy={isSending} onClick={retry}>
                Send it now
              </Button>
            </>
          )
        }
      />
      <div className="dash-columns">
        {mail.html_body ? (
          <Tabs value={shown} onValueChange={setShown}>
            <TabsList>
              <TabsTrigger value="light">In the light</TabsTrigger>
              <TabsTrigger value="dark">In the dark</TabsTrigger>
              <TabsTrigger value="text">As text</TabsTrigger>
            </TabsList>
            {(['light', 'dark'] as const).map((scheme) => (
              <TabsContent key={scheme} value={scheme}>
                <MailFrame html={mail.html_body} subject={mail.subject} scheme={scheme} />
              </TabsContent>
            ))}
            <TabsContent value="text">
              <MailText text={mail.text_body} />
            </TabsContent>
          </Tabs>
        ) : (
          <MailText text={mail.text_body} />
        )}
        <Panel title="How it stands">
          <dl className="facts">
            <Fact name="To">{recipient(mail)}</Fact>
            <Fact name="State">
              <MailBadge state={mail.state} />
            </Fact>
            <Fact name="Written">{since(new Date(mail.created_at), now, studio.zone)}</Fact>
            {mail.sent_at && <Fact name="Sent">{since(new Date(mail.sent_at), now, studio.zone)}</Fact>}
            <Fact name="Tries">{mail.attempts}</Fact>
            {mail.last_error && <Fact name="Problem">{mail.last_error}</Fact>}
          </dl>
        </Panel>
      </div>
    </>
  );
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function MailText({ text }: { text: string }) {
  return (
    <pre className="mail-text">
      {linkPieces(text).map(({ at, text: words, href }) =>
        href ? (
          <a key={at} href={href}>
            {words}
          </a>
        ) : (
          words
        ),
      )}
    </pre>
  );
}

interface MailFrameProps {
  html: string;
  subject: string;
  scheme: Scheme;
}

/** The mail in a frame without rights: no scripts, no forms; its links open apart. As tall as the mail is. */
function MailFrame({ html, subject, scheme }: MailFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState(480);
  const takeHeight = useCallback(() => {
    const body = frame.current?.contentDocument?.documentElement;
    if (body) setHeight(body.scrollHeight);
  }, []);
  useEffect(() => {
    addEventListener('resize', takeHeight);
    return () => removeEventListener('resize', takeHeight);
  }, [takeHeight]);
  const dress = () => {
    const inside = frame.current?.contentWindow as (Window & typeof globalThis) | null | undefined;
    if (!inside) return;
    // Adopted, not written: the page's policy forbids styles in the markup of others.
    const sheet = new inside.CSSStyleSheet();
    sheet.replaceSync(sheetOf(html, scheme));
    inside.document.adoptedStyleSheets = [sheet];
    takeHeight();
  };
  return (
    <iframe
      ref={frame}
      className="mail-frame"
      data-scheme={scheme}
      title={subject}
      sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      srcDoc={framedHtml(html)}
      style={{ height }}
      onLoad={dress}
    />
  );
}
