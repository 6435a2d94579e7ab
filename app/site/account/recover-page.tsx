import { type FormEvent, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { backend } from '#app/backend/backend.ts';
import { askWithCaptcha } from '#app/bot-check/ask-with-captcha.ts';
import { AttemptEnd } from '#app/features/sign-in/attempt-end.tsx';
import { CodeStep } from '#app/features/sign-in/code-step.tsx';
import { codeText, useSendsCodes } from '#app/features/sign-in/code-text.ts';
import { unclearContact } from '#app/features/sign-in/describe-auth-error.ts';
import { ContactField } from '#app/features/sign-in/fields.tsx';
import { withNext } from '#app/features/sign-in/next-path.ts';
import { type Contact, formatContact, readContact } from '#app/features/sign-in/read-contact.ts';
import { sendCode, verifyCode } from '#app/features/sign-in/sign-in.tsx';
import { demand, FieldError, typed, useAttempt } from '#app/features/sign-in/use-attempt.ts';
import { siteMeta } from '#app/site/document/site-meta.ts';
import { Link } from '#app/ui/link.tsx';
import { AccountPage } from './account-page.tsx';

export function loader() {
  return null;
}

export const meta = siteMeta(() => ({
  title: 'new password',
  description: 'Reset the password of your account.',
  path: '/recover',
  noindex: true,
}));

const NEW_PASSWORD = '/new-password';

export default function RecoverPage() {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [sentTo, setSentTo] = useState<Contact | null>(null);
  const sends = useSendsCodes();

  if (sentTo) {
    const text = codeText(sentTo, sends);
    return (
      <AccountPage title="Enter the code" phase={5.4}>
        <CodeStep
          submit="Continue"
          verify={async (code) => {
            await proveRecovery(sentTo, code);
            await navigate(NEW_PASSWORD, { replace: true });
          }}
          resend={() => askForRecovery(sentTo)}
          againLabel={text.again}
          onBack={() => setSentTo(null)}
          backLabel="Use another address"
        >
          <p>
            If there is an account for <b>{formatContact(sentTo)}</b>, {text.ifKnown} {text.how}
          </p>
        </CodeStep>
      </AccountPage>
    );
  }
  return (
    <AccountPage
      title="Reset your password"
      phase={4.4}
      lead={
        sends.mail || sends.phone
          ? 'Enter your email or phone. We send a code, and you choose a new password.'
          : 'Enter your email or phone. Ask for the code at the studio, and choose a new password.'
      }
      foot={
        <p>
          Remembered it? <Link to={withNext('/sign-in', search.get('next'))}>Sign in</Link>.
        </p>
      }
    >
      <RecoverForm onSent={setSentTo} />
    </AccountPage>
  );
}

function RecoverForm({ onSent }: { onSent(contact: Contact): void }) {
  const form = useRef<HTMLFormElement>(null);
  const attempt = useAttempt(form);
  const ask = (event: FormEvent) => {
    event.preventDefault();
    attempt.run(async () => {
      const contact = readContact(typed(form.current, 'contact'));
      if (contact === null) throw new FieldError('contact', 'Enter your email or phone.');
      if (contact === 'unclear') throw new FieldError('contact', unclearContact());
      await askForRecovery(contact);
      onSent(contact);
    });
  };
  return (
    <form ref={form} className="account-form" method="post" data-program="" onSubmit={ask} noValidate>
      <ContactField error={attempt.errorOf('contact')} />
      <AttemptEnd attempt={attempt} submit="Send the code" size="lg" />
    </form>
  );
}

async function askForRecovery(contact: Contact): Promise<void> {
  if (contact.email === undefined) return sendCode(contact, NEW_PASSWORD);
  const { auth } = await backend();
  const redirectTo = `${location.origin}${NEW_PASSWORD}`;
  const { error } = await askWithCaptcha((captchaToken) =>
    auth.resetPasswordForEmail(contact.email, { redirectTo, captchaToken }),
  );
  if (error) throw error;
}

async function proveRecovery(contact: Contact, code: string): Promise<void> {
  if (contact.email === undefined) return verifyCode(contact, code);
  const { auth } = await backend();
  await demand(auth.verifyOtp({ email: contact.email, token: code, type: 'recovery' }));
}
