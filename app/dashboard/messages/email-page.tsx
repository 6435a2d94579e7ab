import { useCallback, useEffect, useRef, useState } from 'react';
import { data, useRevalidator } from 'react-router';
import { dataOf } from '#app/backend/data-of.ts';
import { describeAuthError } from '#app/features/sign-in/describe-auth-error.ts';
import { t } from '#app/language/messages.ts';
import { since } from '#app/language/since.ts';
import { siteContext } from '#app/site-context.ts';
import { Button } from '#app/ui/button.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#app/ui/tabs.tsx';
import { toastError, toastSuccess } from '#app/ui/toast/toast-store.ts';
import { deliveryText } from '../coded-text.ts';
import { dashboardMeta } from '../dashboard-meta.ts';
import { requireRole } from '../guard.server.ts';
import { Fact } from '../layout/fact.tsx';
import { ColumnsPage, Panel } from '../layout/page.tsx';
import { ownApi } from '../own-api.ts';
import { useStudio } from '../use-studio.ts';
import type { Route } from './+types/email-page.ts';
import { framedHtml, recipient, type Scheme, sheetOf, splitLinks } from './email.ts';
import { EmailBadge } from './email-badge.tsx';
import { useDecideHeld } from './held-emails.tsx';

export async function loader({ request, context, params }: Route.LoaderArgs) {
  await requireRole({ request, context }, 'staff', 'owner');
  const { backend, now, readUnsendable } = context.get(siteContext);
  if (!/^[0-9a-f-]{36}$/i.test(params.id)) throw data(null, { status: 404 });
  const mail = await dataOf(backend.from('outbox').select('*').eq('id', params.id).maybeSingle());
  if (!mail) throw data(null, { status: 404 });
  // Nothing can send it: who may read it reads its code and links here. They are nobody's business where it goes out.
  const whole = mail.has_secrets ? await readUnsendable(mail.id) : undefined;
  const { subject, text, html } = whole ?? {
    subject: mail.subject,
    text: mail.text_body,
    html: mail.html_body,
  };
  return {
    now: now.toISOString(),
    mail: { ...mail, subject, text_body: text, html_body: html },
    isHidden: mail.has_secrets && !whole,
  };
}

export const meta = dashboardMeta(() => t('dashboard.messages.email_page_title'));

export default function EmailPage({ loaderData }: Route.ComponentProps) {
  const { mail, isHidden } = loaderData;
  const { studio } = useStudio();
  const { revalidate } = useRevalidator();
  const [isSending, setSending] = useState(false);
  const { busy, decide } = useDecideHeld();
  const now = new Date(loaderData.now);
  const [shown, setShown] = useState('light');
  // The server does not know the preferred colour scheme.
  useEffect(() => {
    if (matchMedia('(prefers-color-scheme: dark)').matches) setShown('dark');
  }, []);

  const retry = async () => {
    setSending(true);
    try {
      await ownApi(`/outbox/${mail.id}/retry`, { method: 'POST', body: {} });
      toastSuccess(t('dashboard.messages.email_sent_again'), recipient(mail));
      await revalidate();
    } catch (reason) {
      toastError(t('dashboard.messages.email_not_sent'), describeAuthError(reason).message);
    } finally {
      setSending(false);
    }
  };

  return (
    <ColumnsPage
      back={['/dashboard/messages/outbox', t('dashboard.messages.outbox_heading')]}
      title={mail.subject}
      actions={
        mail.state !== 'sent' &&
        mail.state !== 'discarded' && (
          <>
            {mail.state === 'held' && (
              <Button size="sm" busy={busy === 'discard'} onClick={() => void decide('discard', [mail.id])}>
                {t('dashboard.messages.discard')}
              </Button>
            )}
            <Button variant="primary" size="sm" busy={isSending} onClick={retry}>
              {t('dashboard.messages.send_now')}
            </Button>
          </>
        )
      }
    >
      {isHidden && <p className="dash-quiet">{t('dashboard.messages.secrets_hidden')}</p>}
      {mail.html_body ? (
        <Tabs value={shown} onValueChange={setShown}>
          <TabsList>
            <TabsTrigger value="light">{t('dashboard.messages.light_mode')}</TabsTrigger>
            <TabsTrigger value="dark">{t('dashboard.messages.dark_mode')}</TabsTrigger>
            <TabsTrigger value="text">{t('dashboard.messages.plain_text')}</TabsTrigger>
          </TabsList>
          {(['light', 'dark'] as const).map((scheme) => (
            <TabsContent key={scheme} value={scheme}>
              <EmailFrame html={mail.html_body} subject={mail.subject} scheme={scheme} />
            </TabsContent>
          ))}
          <TabsContent value="text">
            <EmailText text={mail.text_body} />
          </TabsContent>
        </Tabs>
      ) : (
        <EmailText text={mail.text_body} />
      )}
      <Panel title={t('dashboard.messages.delivery')}>
        <dl className="facts">
          <Fact name={t('dashboard.messages.email_to')}>{recipient(mail)}</Fact>
          <Fact name={t('dashboard.messages.email_status')}>
            <EmailBadge state={mail.state} />
          </Fact>
          <Fact name={t('dashboard.messages.email_created_at')}>
            {since(new Date(mail.created_at), now, studio.zone)}
          </Fact>
          {mail.sent_at && (
            <Fact name={t('dashboard.messages.email_sent_at')}>
              {since(new Date(mail.sent_at), now, studio.zone)}
            </Fact>
          )}
          <Fact name={t('dashboard.messages.email_attempts')}>{mail.attempts}</Fact>
          {mail.last_error && (
            <Fact name={t('dashboard.messages.email_error')}>{deliveryText(mail.last_error)}</Fact>
          )}
        </dl>
      </Panel>
    </ColumnsPage>
  );
}

function EmailText({ text }: { text: string }) {
  return (
    <pre className="mail-text">
      {splitLinks(text).map((part) =>
        part.href ? (
          <a key={part.at} href={part.href}>
            {part.text}
          </a>
        ) : (
          part.text
        ),
      )}
    </pre>
  );
}

interface EmailFrameProps {
  html: string;
  subject: string;
  scheme: Scheme;
}

/** The email in a sandboxed frame: no scripts, no forms, links open in a new tab. */
function EmailFrame({ html, subject, scheme }: EmailFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState(480);
  const updateHeight = useCallback(() => {
    const body = frame.current?.contentDocument?.documentElement;
    if (body) setHeight(body.scrollHeight);
  }, []);
  useEffect(() => {
    addEventListener('resize', updateHeight);
    return () => removeEventListener('resize', updateHeight);
  }, [updateHeight]);
  const applyStyles = () => {
    const inside = frame.current?.contentWindow as (Window & typeof globalThis) | null | undefined;
    if (!inside) return;
    // Adopted, because the page's content security policy forbids style elements.
    const sheet = new inside.CSSStyleSheet();
    sheet.replaceSync(sheetOf(html, scheme));
    inside.document.adoptedStyleSheets = [sheet];
    updateHeight();
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
      onLoad={applyStyles}
    />
  );
}
