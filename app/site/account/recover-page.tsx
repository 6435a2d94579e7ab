import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { backend } from '#app/backend/backend.ts';
import { dataOf } from '#app/backend/data-of.ts';
import { askWithCaptcha } from '#app/bot-check/ask-with-captcha.ts';
import { AttemptEnd, AttemptForm } from '#app/features/sign-in/attempt-form.tsx';
import { CodeStep } from '#app/features/sign-in/code-step.tsx';
import { codeText, useSendsCodes } from '#app/features/sign-in/code-text.ts';
import { unclearContact } from '#app/features/sign-in/describe-auth-error.ts';
import { ContactField } from '#app/features/sign-in/fields.tsx';
import { withNext } from '#app/features/sign-in/next-path.ts';
import { type Contact, readContact } from '#app/features/sign-in/read-contact.ts';
import { sendCode, verifyCode } from '#app/features/sign-in/sign-in.tsx';
import { demand, FieldError, useAttempt } from '#app/features/sign-in/use-attempt.ts';
import { localPath } from '#app/language/language-path.ts';
import { rich, t } from '#app/language/messages.ts';
import { unlistedMeta } from '#app/site/document/site-meta.ts';
import { Link } from '#app/ui/link.tsx';
import { AccountPage } from './account-page.tsx';

export function loader() {
  return null;
}

export const meta = unlistedMeta('/recover', () => [
  t('site.account.new_password_page_title'),
  t('site.account.reset_the_password_of_your_account'),
]);

const NEW_PASSWORD = '/new-password';

export default function RecoverPage() {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [sentTo, setSentTo] = useState<Contact | null>(null);
  const sends = useSendsCodes();

  if (sentTo) {
    const text = codeText(sentTo, sends);
    return (
      <AccountPage title={t('site.account.enter_the_code')} phase={5.4}>
        <CodeStep
          submit={t('site.account.continue_verb')}
          verify={async (code) => {
            await proveRecovery(sentTo, code);
            await navigate(NEW_PASSWORD, { replace: true });
          }}
          resend={() => askForRecovery(sentTo)}
          againLabel={text.again}
          onBack={() => setSentTo(null)}
          backLabel={t('site.account.use_another_address')}
        >
          <p>{text.ifKnown}</p>
        </CodeStep>
      </AccountPage>
    );
  }
  return (
    <AccountPage
      title={t('site.account.reset_your_password')}
      phase={4.4}
      lead={
        sends.mail || sends.phone
          ? t('site.account.enter_your_email_or_phone_we')
          : t('site.account.enter_your_email_or_phone_ask')
      }
      foot={
        <p>
          {rich('site.account.remembered_it_sign_in', {
            link: (text) => <Link to={withNext('/sign-in', search.get('next'))}>{text}</Link>,
          })}
        </p>
      }
    >
      <RecoverForm onSent={setSentTo} />
    </AccountPage>
  );
}

function RecoverForm({ onSent }: { onSent(contact: Contact): void }) {
  const attempt = useAttempt();
  const ask = attempt.onSubmit(async () => {
    const contact = readContact(attempt.typed('contact'));
    if (contact === null) throw new FieldError('contact', t('site.account.enter_your_email_or_phone'));
    if (contact === 'unclear') throw new FieldError('contact', unclearContact());
    await askForRecovery(contact);
    onSent(contact);
  });
  return (
    <AttemptForm attempt={attempt} onSubmit={ask}>
      <ContactField error={attempt.errorOf('contact')} />
      <AttemptEnd attempt={attempt} submit={t('site.account.send_the_code')} size="lg" />
    </AttemptForm>
  );
}

async function askForRecovery(contact: Contact): Promise<void> {
  if (contact.email === undefined) return sendCode(contact, NEW_PASSWORD);
  const { auth } = await backend();
  const redirectTo = `${location.origin}${localPath(NEW_PASSWORD)}`;
  await dataOf(
    askWithCaptcha((captchaToken) => auth.resetPasswordForEmail(contact.email, { redirectTo, captchaToken })),
  );
}

async function proveRecovery(contact: Contact, code: string): Promise<void> {
  if (contact.email === undefined) return verifyCode(contact, code);
  const { auth } = await backend();
  await demand(auth.verifyOtp({ email: contact.email, token: code, type: 'recovery' }));
}
