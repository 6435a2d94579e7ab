// The second proof: an app that shows another code every thirty seconds, and recovery codes for the day it is lost.
import { type FormEvent, useRef, useState } from 'react';
import { backend } from '#app/backend/backend.ts';
import { CodeField, FormMessage } from '#app/features/sign-in/fields.tsx';
import { demand, Refused, typed, useAttempt } from '#app/features/sign-in/use-attempt.ts';
import { since } from '#app/language/since.ts';
import { Button } from '#app/ui/button.tsx';
import { confirm } from '#app/ui/confirm/confirm-store.ts';
import { toast } from '#app/ui/toast/toast-store.ts';
import { Panel } from '../frame/room.tsx';
import { useStudio } from '../use-studio.ts';
import { RecoveryCodes } from './recovery-codes.tsx';

interface Authenticator {
  id: string;
  name: string;
  createdAt: string;
}

interface AuthenticatorPanelProps {
  authenticators: Authenticator[];
  now: Date;
  onChange(): void;
}

interface Enrolment {
  id: string;
  qrCode: string;
  secret: string;
}

export function AuthenticatorPanel({ authenticators, now, onChange }: AuthenticatorPanelProps) {
  const { studio } = useStudio();
  const start = useRef<HTMLFormElement>(null);
  const attempt = useAttempt(start);
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null);
  const isOn = authenticators.length > 0;

  const begin = (event: FormEvent) => {
    event.preventDefault();
    attempt.run(async () => setEnrolment(await enrol(studio.name)));
  };
  const remove = (factor: Authenticator) =>
    confirm({
      title: 'Switch the second factor off?',
      content: 'Your password or passkey alone opens the account then. The recovery codes go as well.',
      type: 'destructive',
      confirmText: 'Switch it off',
      onConfirm: async () => {
        const { auth } = await backend();
        const { error } = await auth.mfa.unenroll({ factorId: factor.id });
        if (error) throw error;
        // The session goes on with what it still can prove.
        await auth.refreshSession();
        onChange();
      },
    });

  return (
    <Panel title="Second factor" aside={isOn ? <b className="dash-good">on</b> : 'off'}>
      {isOn && (
        <ul className="dash-list">
          {authenticators.map((factor) => (
            <li key={factor.id}>
              <span>
                <b>{factor.name || 'Authenticator app'}</b>
                <span className="dash-quiet">
                  since {since(new Date(factor.createdAt), now, studio.zone)}
                </span>
              </span>
              <Button variant="link" size="sm" onClick={() => remove(factor)}>
                Switch off
              </Button>
            </li>
          ))}
        </ul>
      )}
      {isOn && <RecoveryCodes />}
      {!isOn && !enrolment && (
        <form ref={start} className="panel-foot" onSubmit={begin}>
          <p className="dash-quiet">
            An app on your phone shows six digits that change every half minute. With it, a stolen password
            opens nothing.
          </p>
          <FormMessage words={attempt.explanation?.words} />
          <Button variant="tertiary" size="sm" type="submit" busy={attempt.isBusy}>
            Set up an authenticator app
          </Button>
        </form>
      )}
      {!isOn && enrolment && (
        <Enrol
          enrolment={enrolment}
          onDone={() => {
            setEnrolment(null);
            onChange();
          }}
          onGiveUp={() => setEnrolment(null)}
        />
      )}
    </Panel>
  );
}

/** Tries that were begun and left lie around unverified: they make way for this one. */
async function enrol(issuer: string): Promise<Enrolment> {
  const { auth } = await backend();
  const { all } = await demand(auth.mfa.listFactors());
  for (const { id, status } of all) if (status === 'unverified') await auth.mfa.unenroll({ factorId: id });
  const { id, totp } = await demand(
    auth.mfa.enroll({ factorType: 'totp', issuer, friendlyName: 'Authenticator app' }),
  );
  return { id, qrCode: totp.qr_code, secret: totp.secret };
}

interface EnrolProps {
  enrolment: Enrolment;
  onDone(): void;
  onGiveUp(): void;
}

function Enrol({ enrolment, onDone, onGiveUp }: EnrolProps) {
  const form = useRef<HTMLFormElement>(null);
  const attempt = useAttempt(form);
  const verify = (event: FormEvent) => {
    event.preventDefault();
    attempt.run(async () => {
      const code = typed(form.current, 'code').replace(/\s/g, '');
      if (code === '') throw new Refused('code', 'Type the six digits that the app shows now.');
      const { auth } = await backend();
      await demand(auth.mfa.challengeAndVerify({ factorId: enrolment.id, code }));
      toast({
        variant: 'success',
        title: 'Your second factor is on',
        description: 'Now put recovery codes away.',
      });
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
      <div className="door-form">
        <p>
          Scan this with your authenticator app. On the same device, type the key instead:{' '}
          <code className="enrol-key">{enrolment.secret.match(/.{1,4}/g)?.join(' ')}</code>
        </p>
        <CodeField label="Code from your app" error={attempt.errorOf('code')} />
        <FormMessage words={attempt.errorOf('form')} />
        <div className="door-actions">
          <Button variant="secondary" type="submit" busy={attempt.isBusy}>
            Switch it on
          </Button>
          <Button variant="text" onClick={onGiveUp}>
            Not now
          </Button>
        </div>
      </div>
    </form>
  );
}
