// Sets up an authenticator app: a QR code to scan, and the first code as proof.

import { backend } from '#app/backend/backend.ts';
import { AttemptEnd } from '#app/features/sign-in/attempt-form.tsx';
import { CodeField } from '#app/features/sign-in/fields.tsx';
import { demand, FieldError, useAttempt } from '#app/features/sign-in/use-attempt.ts';
import { rich, t } from '#app/language/messages.ts';
import { beginFactor } from './begin-factor.ts';

export interface AuthenticatorEnrolment {
  id: string;
  qrCode: string;
  secret: string;
}

export async function beginAuthenticator(issuer: string): Promise<AuthenticatorEnrolment> {
  const friendlyName = await beginFactor(t('dashboard.security.authenticator_app'));
  const { auth } = await backend();
  const { id, totp } = await demand(auth.mfa.enroll({ factorType: 'totp', issuer, friendlyName }));
  return { id, qrCode: totp.qr_code, secret: totp.secret };
}

interface EnrolAuthenticatorProps {
  enrolment: AuthenticatorEnrolment;
  onDone(): void;
  onGiveUp(): void;
}

export function EnrolAuthenticator({ enrolment, onDone, onGiveUp }: EnrolAuthenticatorProps) {
  const attempt = useAttempt();
  const verify = attempt.onSubmit(async () => {
    const code = attempt.typed('code').replace(/\s/g, '');
    if (code === '') throw new FieldError('code', t('dashboard.security.enter_the_six_digits_that_the'));
    const { auth } = await backend();
    await demand(auth.mfa.challengeAndVerify({ factorId: enrolment.id, code }));
    onDone();
  });
  return (
    <form ref={attempt.form} className="enrol" onSubmit={verify} noValidate>
      <img
        className="enrol-qr"
        src={enrolment.qrCode}
        alt={t('dashboard.security.qr_code_to_scan_with_an')}
        width={200}
        height={200}
      />
      <div className="account-form">
        <p>
          {rich('dashboard.security.scan_this_with_your_authenticator_app', {
            key: enrolment.secret.match(/.{1,4}/g)?.join(' ') ?? '',
            code: (text) => <code className="enrol-key">{text}</code>,
          })}
        </p>
        <CodeField label={t('dashboard.security.code_from_your_app')} error={attempt.errorOf('code')} />
        <AttemptEnd attempt={attempt} submit={t('dashboard.security.turn_on')} onCancel={onGiveUp} />
      </div>
    </form>
  );
}
