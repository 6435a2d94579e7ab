// Sets up an authenticator app: a QR code to scan, and the first code as proof.
import { type FormEvent, useRef } from 'react';
import { backend } from '#app/backend/backend.ts';
import { AttemptEnd } from '#app/features/sign-in/attempt-end.tsx';
import { CodeField } from '#app/features/sign-in/fields.tsx';
import { demand, FieldError, typed, useAttempt } from '#app/features/sign-in/use-attempt.ts';
import { beginFactor } from './begin-factor.ts';

export interface AuthenticatorEnrolment {
  id: string;
  qrCode: string;
  secret: string;
}

export async function beginAuthenticator(issuer: string): Promise<AuthenticatorEnrolment> {
  const friendlyName = await beginFactor('Authenticator app');
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
  const form = useRef<HTMLFormElement>(null);
  const attempt = useAttempt(form);
  const verify = (event: FormEvent) => {
    event.preventDefault();
    attempt.run(async () => {
      const code = typed(form.current, 'code').replace(/\s/g, '');
      if (code === '') throw new FieldError('code', 'Enter the six digits that the app shows now.');
      const { auth } = await backend();
      await demand(auth.mfa.challengeAndVerify({ factorId: enrolment.id, code }));
      onDone();
    });
  };
  return (
    <form ref={form} className="enrol" onSubmit={verify} noValidate>
      <img
        className="enrol-qr"
        src={enrolment.qrCode}
        alt="QR code to scan with an authenticator app"
        width={200}
        height={200}
      />
      <div className="account-form">
        <p>
          Scan this with your authenticator app. On the same device, enter this key instead:{' '}
          <code className="enrol-key">{enrolment.secret.match(/.{1,4}/g)?.join(' ')}</code>
        </p>
        <CodeField label="Code from your app" error={attempt.errorOf('code')} />
        <AttemptEnd attempt={attempt} submit="Turn on" variant="secondary" onCancel={onGiveUp} />
      </div>
    </form>
  );
}
