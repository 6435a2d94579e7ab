// The mail server and the addresses of the studio's emails: typed, tested as typed, then saved. What the environment
// sets is shown and cannot be changed here.

import { type FormEvent, useRef, useState } from 'react';
import { t } from '#app/language/messages.ts';
import { Button } from '#app/ui/button.tsx';
import { describeReason } from '#app/ui/confirm/confirm-store.ts';
import { Field } from '#app/ui/field.tsx';
import { Input, NumberInput } from '#app/ui/input.tsx';
import { Select } from '#app/ui/select.tsx';
import { toastSuccess } from '#app/ui/toast/toast-store.ts';
import type { AnsweredText } from '#contracts/coded-text.ts';
import { MAIL_PROVIDERS } from '#contracts/mail-providers.ts';
import { deliveryText } from '../coded-text.ts';
import { SaveBar } from '../forms/save-bar.tsx';
import { useFormGuard } from '../forms/use-unsaved-guard.ts';
import { Panel } from '../layout/page.tsx';
import { ownApi } from '../own-api.ts';

export interface MailStatus {
  server: string | null;
  server_source: 'environment' | 'dashboard' | null;
  from: string;
  from_source: 'environment' | 'dashboard' | null;
  reply_to: string | null;
  saved: {
    host: string;
    port: number;
    security: string;
    user_name: string;
    has_password: boolean;
    from_address: string;
    reply_to: string;
  };
  is_password_lost: boolean;
  proven_at: string | null;
  waiting: number;
  held: number;
  failed: number;
  last_sent_at: string | null;
}

interface TestAnswer {
  is_taken: boolean;
  answer: string;
}

const PORTS: Record<string, number> = { tls: 465, starttls: 587, none: 25 };

interface MailServerFormProps {
  mail: MailStatus;
  email: string | null;
  onSaved(): void;
}

export function MailServerForm({ mail, email, onSaved }: MailServerFormProps) {
  const { saved } = mail;
  const isFixed = mail.server_source === 'environment';
  const form = useRef<HTMLFormElement>(null);
  const [busy, setBusy] = useState<'save' | 'test' | null>(null);
  const [answer, setAnswer] = useState<TestAnswer | null>(null);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const { isDirty, onInput, markSaved } = useFormGuard();

  const typed = () => ({
    security: 'starttls',
    ...Object.fromEntries(new FormData(form.current ?? undefined)),
  });
  const run = async (what: 'save' | 'test', work: () => Promise<void>) => {
    setBusy(what);
    setErrors({});
    setAnswer(null);
    try {
      await work();
    } catch (reason) {
      const fields = (reason as { fields?: Record<string, string> } | null)?.fields ?? {};
      setErrors(fields);
      if (Object.keys(fields).length === 0) setAnswer({ is_taken: false, answer: describeReason(reason) });
    } finally {
      setBusy(null);
    }
  };
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void run('save', async () => {
      await ownApi('/studio/mail', { method: 'PUT', body: withPort(typed()) });
      markSaved();
      toastSuccess(t('dashboard.common.changes_saved'));
      onSaved();
    });
  };
  const test = () =>
    run('test', async () => {
      const tested = await ownApi<{ is_taken: boolean; answer: AnsweredText }>('/studio/mail/test', {
        method: 'POST',
        body: withPort(typed()),
      });
      setAnswer({ is_taken: tested.is_taken, answer: deliveryText(tested.answer) });
    });

  return (
    <Panel title={t('dashboard.settings.mail_server')} className="owner-fields">
      <form ref={form} className="owner-form" onSubmit={save} onInput={onInput} noValidate>
        {isFixed ? (
          <p>
            {mail.server}{' '}
            <span className="dash-quiet">{t('dashboard.settings.set_by_smtp_url_change_it')}</span>
          </p>
        ) : (
          <ServerFields saved={saved} errors={errors} isPasswordLost={mail.is_password_lost} />
        )}
        {mail.from_source === 'environment' ? (
          <p>
            {mail.from} <span className="dash-quiet">{t('dashboard.settings.set_by_mail_from')}</span>
            <input type="hidden" name="from_address" value={saved.from_address} />
          </p>
        ) : (
          <Field
            label={t('dashboard.settings.sender_address')}
            hint={t('dashboard.settings.emails_have_the_studios_name_and')}
            error={errors.from_address}
          >
            <Input name="from_address" type="email" maxLength={320} defaultValue={saved.from_address} />
          </Field>
        )}
        <Field
          label={t('dashboard.settings.replies_go_to')}
          optional
          hint={
            mail.reply_to && !saved.reply_to
              ? t('dashboard.settings.without_it_address', { address: mail.reply_to })
              : t('dashboard.settings.without_it_studio_address')
          }
          error={errors.reply_to}
        >
          <Input name="reply_to" type="email" maxLength={320} defaultValue={saved.reply_to} />
        </Field>
        <p className="dash-quiet">
          {email
            ? t('dashboard.settings.test_email_goes_to', { email })
            : t('dashboard.settings.test_email_goes_to_you')}
        </p>
        <p role="status" className={answer && !answer.is_taken ? 'owner-failed' : undefined}>
          {answer?.answer}
          {answer?.is_taken && ` ${t('dashboard.settings.press_the_button_in_the_email')}`}
        </p>
        <SaveBar isBusy={busy === 'save'} isDirty={isDirty}>
          <Button variant="tertiary" size="sm" busy={busy === 'test'} onClick={() => void test()}>
            {t('dashboard.settings.send_a_test_email')}
          </Button>
        </SaveBar>
      </form>
    </Panel>
  );
}

const withPort = (typed: Record<string, unknown>) => ({ ...typed, port: Number(typed.port) });

interface ServerFieldsProps {
  saved: MailStatus['saved'];
  errors: Record<string, string>;
  isPasswordLost: boolean;
}

function ServerFields({ saved, errors, isPasswordLost }: ServerFieldsProps) {
  const [port, setPort] = useState(String(saved.port));
  const [host, setHost] = useState(saved.host);
  const [security, setSecurity] = useState(saved.security);
  const provider = MAIL_PROVIDERS.find((each) => each.host === host);
  const choose = (name: string) => {
    const chosen = MAIL_PROVIDERS.find((each) => each.name === name);
    if (!chosen) return setHost('');
    setHost(chosen.host);
    setSecurity(chosen.security);
    setPort(String(chosen.port));
  };
  return (
    <>
      <Field label={t('dashboard.settings.mail_provider')} hint={t('dashboard.settings.mail_provider_hint')}>
        <Select value={provider?.name ?? ''} onChange={(event) => choose(event.currentTarget.value)}>
          <option value="">{t('dashboard.settings.another_mail_provider')}</option>
          {MAIL_PROVIDERS.map(({ name }) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      <Field
        label={t('dashboard.settings.mail_host')}
        hint={t('dashboard.settings.for_example_smtp_example_com_empty')}
        error={errors.host}
      >
        <Input
          name="host"
          value={host}
          maxLength={253}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setHost(event.currentTarget.value)}
        />
      </Field>
      <Field label={t('dashboard.settings.encryption')} error={errors.security}>
        <Select
          name="security"
          value={security}
          onChange={(event) => {
            setSecurity(event.currentTarget.value);
            setPort(String(PORTS[event.currentTarget.value] ?? port));
          }}
        >
          <option value="starttls">{t('dashboard.settings.starttls_usually_port_587')}</option>
          <option value="tls">{t('dashboard.settings.tls_usually_port_465')}</option>
          <option value="none">{t('dashboard.settings.none_only_for_a_server_in')}</option>
        </Select>
      </Field>
      <Field label={t('dashboard.settings.port')} error={errors.port}>
        <NumberInput
          name="port"
          min={1}
          max={65535}
          value={port}
          onChange={(event) => setPort(event.currentTarget.value)}
        />
      </Field>
      <Field label={t('dashboard.settings.user_name')} optional>
        <Input
          name="user_name"
          defaultValue={saved.user_name}
          maxLength={320}
          autoComplete="off"
          spellCheck={false}
        />
      </Field>
      <Field
        label={t('dashboard.common.password')}
        optional
        hint={
          saved.has_password
            ? t('dashboard.settings.saved_encrypted_leave_it_empty_to')
            : t('dashboard.settings.it_is_stored_encrypted_and_never')
        }
        error={isPasswordLost ? t('dashboard.settings.the_saved_password_can_no_longer') : undefined}
      >
        <Input name="password" type="password" maxLength={500} autoComplete="new-password" />
      </Field>
    </>
  );
}
