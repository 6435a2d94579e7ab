import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { data, redirect, useFetcher } from 'react-router';
import { type ApiError, api, isApiError, problemTexts } from '#app/api/api.ts';
import { sendWithToken } from '#app/bot-check/bot-token.ts';
import { Facts } from '#app/features/facts/facts.tsx';
import { localPath } from '#app/language/language-path.ts';
import { currentLanguage, rich, t } from '#app/language/messages.ts';
import { EmailField, NameField } from '#app/site/booking/contact-fields.tsx';
import { FormAlert } from '#app/site/booking/form-alert.tsx';
import { siteMeta } from '#app/site/document/site-meta.ts';
import { phoneLine } from '#app/site/layout/phone-line.ts';
import { TitledPage } from '#app/site/layout/titled-page.tsx';
import { useRootData } from '#app/site/layout/use-root-data.ts';
import { siteContext } from '#app/site-context.ts';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/field.tsx';
import { Link } from '#app/ui/link.tsx';
import { Textarea } from '#app/ui/textarea.tsx';
import { toastSuccess } from '#app/ui/toast/toast-store.ts';
import type { Route } from './+types/contact-page.ts';

export function loader({ url }: Route.LoaderArgs) {
  return { isSent: url.searchParams.get('sent') === '1' };
}

/** The form as the browser sends it without scripts, or before they run. */
export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData();
  const text = (name: string) => String(form.get(name) ?? '');
  const contactMessage = { name: text('name'), email: text('email'), message: text('message') };
  const answer = await context
    .get(siteContext)
    .receiveMessage({ ...contactMessage, language: currentLanguage().code }, text('bot_token'));
  if (answer.state === 'taken') return redirect('/contact?sent=1');
  if (answer.state === 'wrong') {
    const error: ContactError = {
      code: 'invalid',
      message: '',
      fields: problemTexts(answer.fields, answer.problems),
    };
    return data({ error, contactMessage }, { status: 422 });
  }
  const isFromHere = answer.state === 'not_human';
  const error: ContactError = {
    code: isFromHere ? 'bot_check_failed' : 'too_many_requests',
    message: isFromHere ? t('site.contact.too_many_messages_from_here') : t('site.contact.too_many_messages'),
  };
  const headers = isFromHere ? undefined : { 'retry-after': String(answer.waitS) };
  return data({ error, contactMessage }, { status: isFromHere ? 403 : 429, headers });
}

export async function clientAction({ serverAction }: Route.ClientActionArgs): Promise<ContactAnswer> {
  try {
    return await serverAction();
  } catch (reason) {
    // The redirect is for browsers without scripts: here the page stays as it is.
    if (reason instanceof Response && reason.headers.has('location')) return { isTaken: true };
    return { error: describe(reason) };
  }
}

export const meta = siteMeta(({ studio }) => ({
  title: t('site.contact.page_title'),
  description: t('site.contact.write_to_address', {
    address: [studio.name, studio.address].filter(Boolean).join(': '),
  }),
  path: '/contact',
}));

interface ContactError extends ApiError {
  fields?: Partial<Record<'name' | 'email' | 'message', string>>;
}

interface ContactAnswer {
  isTaken?: boolean;
  error?: ContactError;
  contactMessage?: { name: string; email: string; message: string };
}

export default function ContactPage({ loaderData, actionData }: Route.ComponentProps) {
  const { studio } = useRootData();
  const [isSending, setSending] = useState(false);
  const [error, setError] = useState<ContactError | undefined>(actionData?.error);
  const [isSent, setSent] = useState(loaderData.isSent);
  const form = useRef<HTMLFormElement>(null);
  const fetcher = useFetcher<ContactAnswer>();
  const typed = actionData?.contactMessage;
  useEffect(() => {
    if (error?.fields) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [error]);

  const thank = () => {
    // The toast says it; the line in the form is for browsers without scripts.
    setSent(false);
    form.current?.reset();
    toastSuccess(t('site.contact.message_sent'), t('site.contact.we_read_every_message'));
  };
  const answer = fetcher.data;
  const onAnswer = useEffectEvent(() => (answer?.isTaken ? thank() : setError(answer?.error)));
  useEffect(() => {
    if (answer) onAnswer();
  }, [answer]);

  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (!form.current || isSending) return;
    const entries = Object.fromEntries(new FormData(form.current));
    setSending(true);
    setError(undefined);
    try {
      const isTaken = await sendWithToken(async (bot_token) => {
        if (bot_token === '') return false;
        await api('/contact', {
          method: 'POST',
          body: { ...entries, language: currentLanguage().code, bot_token },
        });
        return true;
      });
      // Without a bot check it is sent like a form without scripts, which the server limits instead. Not by the browser
      // itself: a new document would stop the radio, and without a network it would lose what was typed.
      if (isTaken) thank();
      else await fetcher.submit(form.current, { method: 'post' });
    } catch (reason) {
      setError(describe(reason));
    } finally {
      setSending(false);
    }
  };

  return (
    <TitledPage
      title={t('site.common.write_to_the_studio')}
      lead={t('site.contact.a_person_reads_every_message')}
    >
      <div className="grid-12 page-body">
        <div className="page-main">
          <form
            ref={form}
            className="form"
            method="post"
            action={localPath('/contact')}
            onSubmit={send}
            noValidate
          >
            <NameField error={error?.fields?.name} defaultValue={typed?.name} />
            <EmailField
              hint={t('site.contact.only_used_to_answer_you')}
              error={error?.fields?.email}
              defaultValue={typed?.email}
            />
            <Field label={t('site.contact.message_field')} error={error?.fields?.message} required>
              <Textarea name="message" rows={8} maxLength={5000} defaultValue={typed?.message} />
            </Field>
            <FormAlert
              message={error?.fields ? undefined : error?.message}
              onRetry={() => form.current?.requestSubmit()}
            />
            <p role="status" className="form-thanks">
              {isSent && !error ? t('site.contact.message_sent') : ''}
            </p>
            <Button variant="primary" size="lg" type="submit" busy={isSending}>
              {t('site.contact.send_message')}
            </Button>
          </form>
        </div>
        <aside className="page-side" aria-label={t('site.contact.other_ways_to_reach_us')}>
          <Facts
            facts={[
              [
                t('site.common.email'),
                studio.email && (
                  <a key="mail" href={`mailto:${studio.email}`}>
                    {studio.email}
                  </a>
                ),
              ],
              [t('site.common.phone'), phoneLine(studio)],
              [t('site.common.address'), studio.address],
              [
                t('site.contact.sooner'),
                <span key="sooner">
                  {rich('site.contact.you_may_find_the_answer_here', {
                    link: (text) => <Link to="/visit">{text}</Link>,
                    link2: (text) => <Link to="/policies/cancellation">{text}</Link>,
                  })}
                </span>,
              ],
            ]}
          />
        </aside>
      </div>
    </TitledPage>
  );
}

function describe(reason: unknown): ContactError {
  return isApiError<ContactError>(reason)
    ? reason
    : { code: 'network', message: t('site.contact.your_message_could_not_be_sent') };
}
