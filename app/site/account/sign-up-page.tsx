import { useState } from 'react';
import { redirect, useNavigate, useSearchParams } from 'react-router';
import { backend } from '#app/backend/backend.ts';
import { askWithCaptcha } from '#app/bot-check/ask-with-captcha.ts';
import { AttemptEnd, AttemptForm } from '#app/features/sign-in/attempt-form.tsx';
import { CodeStep } from '#app/features/sign-in/code-step.tsx';
import { codeText, useSendsCodes } from '#app/features/sign-in/code-text.ts';
import { ContactField, PasswordField } from '#app/features/sign-in/fields.tsx';
import { nextPath, withNext } from '#app/features/sign-in/next-path.ts';
import { OtherWays } from '#app/features/sign-in/other-ways.tsx';
import { type Contact, formatContact } from '#app/features/sign-in/read-contact.ts';
import { readCredentials } from '#app/features/sign-in/read-credentials.ts';
import { goToProvider, sendConfirmation, verifyCode } from '#app/features/sign-in/sign-in.tsx';
import { demand, useAttempt } from '#app/features/sign-in/use-attempt.ts';
import { localPath } from '#app/language/language-path.ts';
import { currentLanguage, rich, t } from '#app/language/messages.ts';
import { unlistedMeta } from '#app/site/document/site-meta.ts';
import { siteContext } from '#app/site-context.ts';
import { Field } from '#app/ui/field.tsx';
import { Input } from '#app/ui/input.tsx';
import { Link } from '#app/ui/link.tsx';
import type { Route } from './+types/sign-up-page.ts';
import { AccountPage } from './account-page.tsx';

export async function loader({ request, context }: Route.LoaderArgs) {
  const { user } = await context.get(siteContext).visitor();
  if (user && !user.isAnonymous) throw redirect(nextPath(new URL(request.url).searchParams.get('next')));
  return null;
}

export const meta = unlistedMeta('/sign-up', () => [
  t('site.account.sign_up_page_title'),
  t('site.account.create_an_account_book_for_yourself'),
]);

export default function SignUpPage() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const next = nextPath(search.get('next'));
  const [sentTo, setSentTo] = useState<Contact | null>(null);
  const sends = useSendsCodes();
  const [entered, setEntered] = useState({ name: '', contact: '' });
  const enter = () => void navigate(next, { replace: true });

  if (sentTo) {
    const text = codeText(sentTo, sends);
    return (
      <AccountPage title={t('site.account.confirm_your_account')} phase={3.4}>
        <CodeStep
          submit={t('site.account.open_my_account')}
          verify={async (code) => {
            await verifyCode(sentTo, code);
            enter();
          }}
          resend={() => sendConfirmation(sentTo, next)}
          againLabel={text.again}
          onBack={() => setSentTo(null)}
          backLabel={t('site.account.change_my_details')}
        >
          {/* The same text for a new address and for one that has an account. */}
          <p>{text.written}</p>
          <p>
            {rich('site.account.no_message_you_may_already_have', {
              link: (text) => <Link to={withNext('/sign-in', next)}>{text}</Link>,
            })}
          </p>
        </CodeStep>
      </AccountPage>
    );
  }
  return (
    <AccountPage
      title={t('site.account.sign_up')}
      phase={2.2}
      lead={t('site.account.one_account_for_classes_tickets')}
      foot={
        <p>
          {rich('site.account.already_have_an_account_sign_in', {
            link: (text) => <Link to={withNext('/sign-in', next)}>{text}</Link>,
            link2: (text) => <Link to="/policies/privacy">{text}</Link>,
          })}
        </p>
      }
    >
      <SignUpForm
        next={next}
        entered={entered}
        onSent={(contact, name) => {
          setEntered({ name, contact: formatContact(contact) });
          setSentTo(contact);
        }}
        onSignedIn={enter}
      />
    </AccountPage>
  );
}

interface SignUpFormProps {
  next: string;
  /** What was typed stays when going to the code step and back. */
  entered: { name: string; contact: string };
  onSent(contact: Contact, name: string): void;
  onSignedIn(): void;
}

function SignUpForm({ next, entered, onSent, onSignedIn }: SignUpFormProps) {
  const attempt = useAttempt();
  const signUp = attempt.onSubmit(async () => {
    const name = attempt.typed('name').trim();
    const { contact, password } = readCredentials(
      { contact: attempt.typed('contact'), password: attempt.typed('password') },
      t('site.account.choose_a_password'),
    );
    const { auth } = await backend();
    const about = {
      data: { name, language: currentLanguage().code },
      emailRedirectTo: `${location.origin}${localPath(next)}`,
    };
    const { session } = await demand(
      askWithCaptcha((captchaToken) =>
        auth.signUp({ ...contact, password, options: { ...about, captchaToken } }),
      ),
    );
    if (session) onSignedIn();
    else onSent(contact, name);
  });
  return (
    <>
      <AttemptForm attempt={attempt} onSubmit={signUp}>
        <Field label={t('site.account.name')} hint={t('site.account.the_name_we_should_use_for')}>
          <Input name="name" autoComplete="name" maxLength={120} defaultValue={entered.name} />
        </Field>
        <ContactField error={attempt.errorOf('contact')} defaultValue={entered.contact} />
        <PasswordField
          isNew
          error={attempt.errorOf('password')}
          hint={t('site.account.long_passwords_are_strongest_four')}
        />
        <AttemptEnd attempt={attempt} submit={t('site.account.sign_up')} size="lg" />
      </AttemptForm>
      <OtherWays onProvider={(provider) => void attempt.run(() => goToProvider(provider, next))} />
    </>
  );
}
