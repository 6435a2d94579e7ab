// Signing in by any method, including the second factor. Used on the sign-in page and when a session has ended.

import { type FormEvent, type ReactNode, useState } from 'react';
import { hasAuthCookie } from '#app/backend/auth-cookie.ts';
import { backend } from '#app/backend/backend.ts';
import { dataOf } from '#app/backend/data-of.ts';
import { signOutHere } from '#app/backend/sign-out.ts';
import { askWithCaptcha } from '#app/bot-check/ask-with-captcha.ts';
import { localPath } from '#app/language/language-path.ts';
import { t } from '#app/language/messages.ts';
import type { SignInProvider } from '#contracts/sign-in-providers.ts';
import { AttemptEnd, AttemptForm } from './attempt-form.tsx';
import { CodeStep } from './code-step.tsx';
import { codeText, useSendsCodes } from './code-text.ts';
import { isSentAlready, unclearContact } from './describe-auth-error.ts';
import { ContactField, PasswordField } from './fields.tsx';
import { OtherWays } from './other-ways.tsx';
import { owesSecondFactor } from './prove-factor.ts';
import { type Contact, readContact } from './read-contact.ts';
import { readCredentials } from './read-credentials.ts';
import { SecondFactor } from './second-factor.tsx';
import { demand, FieldError, useAttempt } from './use-attempt.ts';

type Step = { at: 'ways' } | { at: 'code'; contact: Contact; send(): Promise<void> } | { at: 'factor' };

interface SignInProps {
  /** The path to return to after a sign-in through another site or an email. */
  next: string;
  onSignedIn(): void;
  onStep?: (step: Step['at']) => void;
  initialContact?: string;
  initialStep?: 'ways' | 'factor';
  /** Below the password: the link to reset it. */
  help?: ReactNode;
}

export function SignIn({
  next,
  onSignedIn,
  onStep,
  initialContact = '',
  initialStep = 'ways',
  help,
}: SignInProps) {
  const sends = useSendsCodes();
  const [step, setStep] = useState<Step>({ at: initialStep });
  const [contactTyped, setContactTyped] = useState(initialContact);
  const go = (to: Step) => {
    setStep(to);
    onStep?.(to.at);
  };
  const arrive = async () => {
    // Without the cookie there is no session: the next page would only ask to sign in again.
    if (!hasAuthCookie(document.cookie)) throw { code: 'cookies_blocked' };
    if (await owesSecondFactor()) go({ at: 'factor' });
    else onSignedIn();
  };

  if (step.at === 'factor') {
    const startOver = async () => {
      await signOutHere();
      go({ at: 'ways' });
    };
    return <SecondFactor onDone={onSignedIn} onSignOut={startOver} />;
  }
  if (step.at === 'code') {
    const { contact, send } = step;
    const text = codeText(contact, sends);
    return (
      <CodeStep
        submit={t('shared.sign_in.continue')}
        verify={async (code) => {
          await verifyCode(contact, code);
          await arrive();
        }}
        resend={send}
        againLabel={text.again}
        onBack={() => go({ at: 'ways' })}
      >
        <p>{text.ifKnown}</p>
      </CodeStep>
    );
  }
  return (
    <Ways
      next={next}
      help={help}
      contactTyped={contactTyped}
      onContact={setContactTyped}
      onCode={(contact, send) => go({ at: 'code', contact, send })}
      onSignedIn={arrive}
    />
  );
}

interface WaysProps {
  next: string;
  help: ReactNode;
  contactTyped: string;
  onContact(typed: string): void;
  onCode(contact: Contact, send: () => Promise<void>): void;
  onSignedIn(): Promise<void>;
}

function Ways({ next, help, contactTyped, onContact, onCode, onSignedIn }: WaysProps) {
  const attempt = useAttempt();
  const remember = () => onContact(attempt.typed('contact'));

  const leadToCode = async (contact: Contact, send: () => Promise<void>) => {
    await send().catch((reason) => {
      // A code that was just sent is still valid: the user needs a field to type it.
      if (!isSentAlready(reason)) throw reason;
    });
    onCode(contact, send);
  };
  const byPassword = (event: FormEvent) => {
    event.preventDefault();
    remember();
    attempt.run(async () => {
      const { contact, password } = readCredentials(
        { contact: attempt.typed('contact'), password: attempt.typed('password') },
        t('shared.sign_in.enter_your_password'),
      );
      const { auth } = await backend();
      const { error } = await auth.signInWithPassword({ ...contact, password });
      if (error?.code === 'email_not_confirmed' || error?.code === 'phone_not_confirmed') {
        await leadToCode(contact, () => sendConfirmation(contact, next));
        return;
      }
      if (error) throw error;
      await onSignedIn();
    });
  };
  const byCode = () =>
    attempt.run(async () => {
      const contact = readContact(attempt.typed('contact'));
      if (contact === null)
        throw new FieldError('contact', t('shared.sign_in.enter_your_email_or_phone_first'));
      if (contact === 'unclear') throw new FieldError('contact', unclearContact());
      remember();
      await leadToCode(contact, () => sendCode(contact, next));
    });
  const byPasskey = () =>
    attempt.run(async () => {
      const { auth } = await backend();
      await demand(auth.signInWithPasskey());
      await onSignedIn();
    });
  const byProvider = (provider: SignInProvider) => attempt.run(() => goToProvider(provider, next));

  return (
    <>
      <AttemptForm attempt={attempt} onSubmit={byPassword}>
        <ContactField error={attempt.errorOf('contact')} defaultValue={contactTyped} />
        <PasswordField error={attempt.errorOf('password')} />
        <AttemptEnd attempt={attempt} submit={t('shared.sign_in.sign_in')} size="lg">
          {help}
        </AttemptEnd>
      </AttemptForm>
      <OtherWays onCode={byCode} onPasskey={byPasskey} onProvider={byProvider} />
    </>
  );
}

/** Leaves for the provider, which returns to /auth/callback. */
export async function goToProvider(provider: SignInProvider, next: string): Promise<void> {
  const { auth } = await backend();
  const redirectTo = `${location.origin}${localPath(`/auth/callback?next=${encodeURIComponent(next)}`)}`;
  await demand(auth.signInWithOAuth({ provider, options: { redirectTo } }));
}

/** Sends a code. The result looks the same whether the account exists or not. */
export async function sendCode(contact: Contact, next: string): Promise<void> {
  const { auth } = await backend();
  const { error } = await askWithCaptcha((captchaToken) => {
    const options = { shouldCreateUser: false, captchaToken };
    return auth.signInWithOtp(
      contact.email === undefined
        ? { phone: contact.phone, options }
        : {
            email: contact.email,
            options: { ...options, emailRedirectTo: `${location.origin}${localPath(next)}` },
          },
    );
  });
  if (error && error.code !== 'otp_disabled') throw error;
}

/** Sends the code of a sign-up again. A sign-in code would discard the unconfirmed password. */
export async function sendConfirmation(contact: Contact, next: string): Promise<void> {
  const { auth } = await backend();
  await dataOf(
    askWithCaptcha((captchaToken) =>
      auth.resend(
        contact.email === undefined
          ? { type: 'sms', phone: contact.phone, options: { captchaToken } }
          : {
              type: 'signup',
              email: contact.email,
              options: { captchaToken, emailRedirectTo: `${location.origin}${localPath(next)}` },
            },
      ),
    ),
  );
}

export async function verifyCode(contact: Contact, code: string): Promise<void> {
  const { auth } = await backend();
  await demand(
    auth.verifyOtp(
      contact.email === undefined
        ? { phone: contact.phone, token: code, type: 'sms' }
        : { email: contact.email, token: code, type: 'email' },
    ),
  );
}
