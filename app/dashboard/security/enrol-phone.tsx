// Sets up a phone as second factor: the number, then the code that it receives.

import { useState } from 'react';
import { backend } from '#app/backend/backend.ts';
import { AttemptEnd, AttemptForm } from '#app/features/sign-in/attempt-form.tsx';
import { CodeStep } from '#app/features/sign-in/code-step.tsx';
import { codeText, useSendsCodes } from '#app/features/sign-in/code-text.ts';
import { demand, FieldError, useAttempt } from '#app/features/sign-in/use-attempt.ts';
import { t } from '#app/language/messages.ts';
import { beginFactor } from './begin-factor.ts';
import { PhoneField, readPhone } from './phone-field.tsx';

interface EnrolPhoneProps {
  /** The number of the account, as a default. */
  known: string | null;
  onDone(): void;
  onGiveUp(): void;
}

interface Sent {
  factorId: string;
  challengeId: string;
  phone: string;
}

export function EnrolPhone({ known, onDone, onGiveUp }: EnrolPhoneProps) {
  const attempt = useAttempt();
  const sends = useSendsCodes();
  const [sent, setSent] = useState<Sent | null>(null);

  const begin = attempt.onSubmit(async () => {
    const phone = readPhone(attempt, 'factor_phone');
    const friendlyName = await beginFactor(
      t('dashboard.security.phone_ending_in', { digits: phone.slice(-3) }),
    );
    const { auth } = await backend();
    const { id } = await demand(auth.mfa.enroll({ factorType: 'phone', phone, friendlyName }));
    setSent({ factorId: id, phone, challengeId: await challenge(id) });
  });
  if (sent) {
    const text = codeText({ phone: sent.phone }, sends);
    return (
      <CodeStep
        submit={t('dashboard.security.turn_on')}
        resend={async () => setSent({ ...sent, challengeId: await challenge(sent.factorId) })}
        againLabel={text.again}
        onBack={() => setSent(null)}
        backLabel={t('dashboard.security.use_another_number')}
        label={t('dashboard.security.code_from_the_message')}
        verify={async (code) => {
          const { auth } = await backend();
          const { factorId, challengeId } = sent;
          const { error } = await auth.mfa.verify({ factorId, challengeId, code });
          if (error?.code === 'mfa_verification_failed')
            throw new FieldError('code', t('dashboard.security.not_the_code_from_the_message'));
          if (error) throw error;
          onDone();
        }}
      >
        <p>{text.written}</p>
      </CodeStep>
    );
  }
  return (
    <AttemptForm attempt={attempt} onSubmit={begin}>
      <PhoneField
        attempt={attempt}
        name="factor_phone"
        label={t('dashboard.security.phone_for_codes')}
        defaultValue={known ? `+${known}` : ''}
      />
      <AttemptEnd attempt={attempt} submit={t('dashboard.security.send_the_code')} onCancel={onGiveUp} />
    </AttemptForm>
  );
}

async function challenge(factorId: string): Promise<string> {
  const { auth } = await backend();
  return (await demand(auth.mfa.challenge({ factorId, channel: 'sms' }))).id;
}
