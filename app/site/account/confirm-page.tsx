// The page behind the links in emails. It only explains what will happen; the button does it. So an email scanner that
// opens every link uses up nothing. The code from the same email works here as well.

import type { EmailOtpType } from '@supabase/supabase-js';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { backend } from '#app/backend/backend.ts';
import { AttemptEnd, AttemptForm } from '#app/features/sign-in/attempt-form.tsx';
import { unclearContact } from '#app/features/sign-in/describe-auth-error.ts';
import { CodeField, ContactField } from '#app/features/sign-in/fields.tsx';
import { nextPathOfAddress, withNext } from '#app/features/sign-in/next-path.ts';
import { owesSecondFactor } from '#app/features/sign-in/prove-factor.ts';
import { readContact } from '#app/features/sign-in/read-contact.ts';
import { demand, FieldError, throwFieldErrors, useAttempt } from '#app/features/sign-in/use-attempt.ts';
import { rich, t } from '#app/language/messages.ts';
import { unlistedMeta } from '#app/site/document/site-meta.ts';
import { Button } from '#app/ui/button.tsx';
import { Link } from '#app/ui/link.tsx';
import { AccountPage } from './account-page.tsx';
import { occasionOf } from './confirm-occasions.ts';

export function loader() {
  return null;
}

export const meta = unlistedMeta('/confirm', () => [
  t('site.account.confirm_page_title'),
  t('site.account.confirm_the_request_in_our_email'),
]);

export default function ConfirmPage() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const type = search.get('type') ?? 'email';
  const tokenHash = search.get('token_hash');
  const occasion = occasionOf(type);
  const [isHalfway, setHalfway] = useState(false);
  const [byCode, setByCode] = useState(!tokenHash);

  const arrive = async (hasSession: boolean) => {
    if (!hasSession) return setHalfway(true);
    const next = occasion.leadsTo ?? nextPathOfAddress(search.get('redirect_to'), location.origin);
    const isOwing = await owesSecondFactor();
    await navigate(isOwing ? withNext('/sign-in', next) : next, { replace: true });
  };

  if (isHalfway) {
    return (
      <AccountPage title={t('site.account.one_more_confirmation')} phase={3.9}>
        <p className="account-text">{t('site.account.this_mailbox_is_confirmed_we_also')}</p>
      </AccountPage>
    );
  }
  return (
    <AccountPage
      title={occasion.title}
      lead={occasion.lead}
      phase={3.1}
      foot={
        <p>
          {rich('site.account.you_did_not_ask_for_this', {
            link: (text) => <Link to="/contact">{text}</Link>,
          })}
        </p>
      }
    >
      {byCode || !tokenHash ? (
        <ByCode type={type} onVerified={arrive} />
      ) : (
        <ByLink
          tokenHash={tokenHash}
          type={type}
          button={occasion.button}
          onVerified={arrive}
          onCode={() => setByCode(true)}
        />
      )}
    </AccountPage>
  );
}

interface ByLinkProps {
  tokenHash: string;
  type: string;
  button: string;
  onVerified(hasSession: boolean): Promise<void>;
  onCode(): void;
}

function ByLink({ tokenHash, type, button, onVerified, onCode }: ByLinkProps) {
  const attempt = useAttempt();
  const press = attempt.onSubmit(async () => {
    const { auth } = await backend();
    const { data, error } = await auth.verifyOtp({ token_hash: tokenHash, type: type as EmailOtpType });
    if (error?.code === 'otp_expired')
      throw new FieldError('form', t('site.account.link_expired_use_the_newest'));
    if (error) throw error;
    await onVerified(data.session !== null);
  });
  return (
    <AttemptForm attempt={attempt} onSubmit={press}>
      <AttemptEnd attempt={attempt} submit={button} size="lg">
        <Button variant="text" onClick={onCode}>
          {t('site.account.enter_the_code_instead')}
        </Button>
      </AttemptEnd>
    </AttemptForm>
  );
}

function ByCode({ type, onVerified }: { type: string; onVerified(hasSession: boolean): Promise<void> }) {
  const attempt = useAttempt();
  const send = attempt.onSubmit(async () => {
    const contact = readContact(attempt.typed('contact'));
    const token = attempt.typed('code').replace(/[\s-]/g, '');
    const missingCode = token === '' && {
      field: 'code' as const,
      message: t('site.account.enter_the_code_from_the_message'),
    };
    const also = missingCode ? [missingCode] : [];
    if (contact === null)
      throw new FieldError('contact', t('site.account.enter_the_address_the_email_was'), also);
    if (contact === 'unclear') throw new FieldError('contact', unclearContact(), also);
    throwFieldErrors([missingCode]);
    const { auth } = await backend();
    const { session } = await demand(
      auth.verifyOtp(
        contact.email === undefined
          ? { phone: contact.phone, token, type: type === 'phone_change' ? 'phone_change' : 'sms' }
          : { email: contact.email, token, type: type as EmailOtpType },
      ),
    );
    await onVerified(session !== null);
  });
  return (
    <AttemptForm attempt={attempt} onSubmit={send}>
      <ContactField error={attempt.errorOf('contact')} />
      <CodeField error={attempt.errorOf('code')} />
      <AttemptEnd attempt={attempt} submit={t('site.account.continue_verb')} size="lg" />
    </AttemptForm>
  );
}
