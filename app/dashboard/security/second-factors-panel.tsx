// Second factors: authenticator app, phone, security key, and recovery codes.

import { useEffect, useState } from 'react';
import { backend } from '#app/backend/backend.ts';
import { dataOf } from '#app/backend/data-of.ts';
import { RowAction } from '#app/dashboard/forms/row-action.tsx';
import { RowText } from '#app/dashboard/layout/row-text.tsx';
import { FormMessage } from '#app/features/sign-in/fields.tsx';
import { supportsPasskeys } from '#app/features/sign-in/other-ways.tsx';
import { demand, useAttempt } from '#app/features/sign-in/use-attempt.ts';
import { t } from '#app/language/messages.ts';
import { since } from '#app/language/since.ts';
import { Button } from '#app/ui/button.tsx';
import { confirm } from '#app/ui/confirm/confirm-store.ts';
import { toastSuccess } from '#app/ui/toast/toast-store.ts';
import { Panel } from '../layout/page.tsx';
import { useStudio } from '../use-studio.ts';
import { beginFactor } from './begin-factor.ts';
import {
  type AuthenticatorEnrolment,
  beginAuthenticator,
  EnrolAuthenticator,
} from './enrol-authenticator.tsx';
import { EnrolPhone } from './enrol-phone.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

export interface SecondFactor {
  id: string;
  kind: 'totp' | 'phone' | 'webauthn';
  name: string;
  createdAt: string;
}

interface SecondFactorsPanelProps {
  factors: SecondFactor[];
  phone: string | null;
  now: Date;
  onChange(): void;
}

type Step = { at: 'list' } | { at: 'app'; enrolment: AuthenticatorEnrolment } | { at: 'phone' };

const kindNames = {
  totp: 'dashboard.security.authenticator_app',
  phone: 'dashboard.common.phone',
  webauthn: 'dashboard.security.security_key',
} as const;

export function SecondFactorsPanel({ factors, phone, now, onChange }: SecondFactorsPanelProps) {
  const { studio } = useStudio();
  const attempt = useAttempt();
  const [step, setStep] = useState<Step>({ at: 'list' });
  const [takesKeys, setTakesKeys] = useState(true);
  useEffect(() => setTakesKeys(supportsPasskeys()), []);
  const isOn = factors.length > 0;
  const hasApp = factors.some(({ kind }) => kind === 'totp');

  const giveUp = () => setStep({ at: 'list' });
  const done = () => {
    giveUp();
    toastSuccess(
      isOn ? t('dashboard.security.second_factor_added') : t('dashboard.security.second_factor_turned_on'),
      isOn ? undefined : t('dashboard.security.create_recovery_codes_next'),
    );
    onChange();
  };
  const setUpApp = () =>
    attempt.run(async () => setStep({ at: 'app', enrolment: await beginAuthenticator(studio.name) }));
  const setUpKey = () =>
    attempt.run(async () => {
      const friendlyName = await beginFactor(t('dashboard.security.security_key'));
      const { auth } = await backend();
      await demand(auth.mfa.webauthn.register({ friendlyName }));
      done();
    });

  return (
    <Panel
      title={t('dashboard.security.second_factor')}
      aside={
        isOn ? (
          <b className="dash-good">{t('dashboard.security.second_factor_on')}</b>
        ) : (
          t('dashboard.security.second_factor_off')
        )
      }
    >
      {isOn && (
        <ul className="dash-list">
          {factors.map((factor) => (
            <li key={factor.id}>
              <RowText title={factor.name || t(kindNames[factor.kind])}>
                {t('dashboard.security.since_when', {
                  when: since(new Date(factor.createdAt), now, studio.zone),
                })}
              </RowText>
              <RowAction
                label={t('dashboard.security.turn_off')}
                name={t('dashboard.security.turn_off_name', {
                  name: factor.name || t(kindNames[factor.kind]),
                })}
                onClick={() => switchOff(factor, { isLast: factors.length === 1, onChange })}
              />
            </li>
          ))}
        </ul>
      )}
      {isOn && <RecoveryCodes />}
      {step.at === 'app' && <EnrolAuthenticator enrolment={step.enrolment} onDone={done} onGiveUp={giveUp} />}
      {step.at === 'phone' && <EnrolPhone known={phone} onDone={done} onGiveUp={giveUp} />}
      {step.at === 'list' && (
        <form ref={attempt.form} className="panel-foot" onSubmit={(event) => event.preventDefault()}>
          <p className="dash-quiet">
            {isOn
              ? t('dashboard.security.add_another_one_so_that_you')
              : t('dashboard.security.a_code_or_key_that_is')}
          </p>
          <FormMessage message={attempt.explanation?.message} />
          <div className="account-actions">
            {!hasApp && (
              <Button variant="tertiary" size="sm" busy={attempt.isBusy} onClick={setUpApp}>
                {t('dashboard.security.set_up_an_authenticator_app')}
              </Button>
            )}
            {takesKeys && (
              <Button variant="tertiary" size="sm" busy={attempt.isBusy} onClick={setUpKey}>
                {t('dashboard.security.add_a_security_key')}
              </Button>
            )}
            <Button variant="tertiary" size="sm" onClick={() => setStep({ at: 'phone' })}>
              {t('dashboard.security.use_a_phone')}
            </Button>
          </div>
        </form>
      )}
    </Panel>
  );
}

function switchOff(factor: SecondFactor, { isLast, onChange }: { isLast: boolean; onChange(): void }): void {
  confirm({
    title: isLast
      ? t('dashboard.security.confirm_turn_off_second_factor')
      : t('dashboard.security.confirm_turn_off_name', { name: factor.name || t(kindNames[factor.kind]) }),
    content: isLast
      ? t('dashboard.security.your_account_will_only_be_protected')
      : t('dashboard.security.your_other_second_factors_stay'),
    type: 'destructive',
    confirmText: t('dashboard.security.turn_off'),
    onConfirm: async () => {
      const { auth } = await backend();
      await dataOf(auth.mfa.unenroll({ factorId: factor.id }));
      // Continue the session at its new assurance level.
      await auth.refreshSession();
      onChange();
    },
  });
}
