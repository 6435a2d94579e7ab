// The second factor: the authenticator app, a security key, a phone, or a recovery code. Until it is verified, the
// session has no access.

import { useEffect, useState } from 'react';
import { t } from '#app/language/messages.ts';
import { Button } from '#app/ui/button.tsx';
import { Progress } from '#app/ui/progress.tsx';
import { AttemptEnd, AttemptForm } from './attempt-form.tsx';
import { useSendsCodes } from './code-text.ts';
import { describeAuthError } from './describe-auth-error.ts';
import { CodeField, FormMessage } from './fields.tsx';
import { forgetPhoneChallenge, savedPhoneChallenge } from './phone-challenge.ts';
import { type Choice, challengePhone, type FactorMethod, listChoices, prove } from './prove-factor.ts';
import { FieldError, useAttempt } from './use-attempt.ts';

const METHOD_TEXT = {
  totp: {
    label: 'shared.sign_in.code_from_your_app',
    lead: 'shared.sign_in.open_your_authenticator_app',
    other: 'shared.sign_in.use_the_authenticator_app',
    otherNamed: 'shared.sign_in.use_the_authenticator_app_named',
  },
  webauthn: {
    label: undefined,
    lead: 'shared.sign_in.connect_your_security_key',
    other: 'shared.sign_in.use_the_security_key',
    otherNamed: 'shared.sign_in.use_the_security_key_named',
  },
  phone: {
    label: 'shared.sign_in.code_from_the_message',
    lead: undefined,
    other: 'shared.sign_in.use_a_message_to_my_phone',
    otherNamed: 'shared.sign_in.use_a_message_to_my_phone_named',
  },
  recovery_code: {
    label: 'shared.sign_in.recovery_code',
    lead: 'shared.sign_in.one_of_your_recovery_codes',
    other: 'shared.sign_in.use_a_recovery_code',
    otherNamed: 'shared.sign_in.use_a_recovery_code_named',
  },
} as const satisfies Record<FactorMethod, object>;

interface SecondFactorProps {
  onDone(): void;
  onSignOut(): void;
}

export function SecondFactor({ onDone, onSignOut }: SecondFactorProps) {
  const [choices, setChoices] = useState<Choice[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  useEffect(() => {
    let isCancelled = false;
    listChoices().then(
      (found) => !isCancelled && setChoices(found),
      (reason) => !isCancelled && setProblem(describeAuthError(reason).message),
    );
    return () => {
      isCancelled = true;
    };
  }, []);

  const [first] = choices ?? [];
  if (choices && first) return <Prove {...{ choices, first, onDone, onSignOut }} />;
  return (
    <div className="account-form">
      {problem || choices ? (
        <FormMessage message={problem ?? t('shared.sign_in.your_second_factor_was_removed_sign')} />
      ) : (
        <Progress label={t('shared.sign_in.loading_your_second_factors')} value={null} />
      )}
      <div className="account-actions">
        <Button variant="text" onClick={onSignOut}>
          {t('shared.sign_in.start_over')}
        </Button>
      </div>
    </div>
  );
}

interface ProveProps extends SecondFactorProps {
  choices: Choice[];
  first: Choice;
}

function Prove({ choices, first, onDone, onSignOut }: ProveProps) {
  const attempt = useAttempt();
  const sends = useSendsCodes();
  const [sent, setSent] = useState(savedPhoneChallenge);
  const [chosen, setChosen] = useState(choices.find(({ factorId }) => factorId === sent?.factorId) ?? first);
  const { way, factorId } = chosen;
  // A text message is only sent on request: the first press sends it, the second verifies the code.
  const challengeId = sent?.factorId === factorId ? sent.id : '';
  const isSending = way === 'phone' && challengeId === '';

  const askPhone = async () => {
    setSent(await challengePhone(chosen));
  };
  const choose = (next: Choice) => {
    setChosen(next);
    attempt.clear();
  };
  const submit = attempt.onSubmit(async () => {
    if (isSending) return askPhone();
    const code = attempt.typed('code').replace(/\s/g, '');
    if (way !== 'webauthn' && code === '') throw new FieldError('code', t('shared.sign_in.enter_the_code'));
    await prove(chosen, code, challengeId);
    forgetPhoneChallenge();
    onDone();
  });

  return (
    <AttemptForm attempt={attempt} onSubmit={submit}>
      <p className="account-text">
        {way === 'phone' ? phoneText(chosen, { isSending, leaves: sends.phone }) : t(METHOD_TEXT[way].lead)}
      </p>
      {way !== 'webauthn' && !isSending && (
        <CodeField
          key={factorId}
          label={t(METHOD_TEXT[way].label)}
          error={attempt.errorOf('code')}
          isRecovery={way === 'recovery_code'}
          autoFocus
        />
      )}
      <AttemptEnd
        attempt={attempt}
        submit={isSending ? t('shared.sign_in.send_the_code') : t('shared.sign_in.continue')}
        size="lg"
      >
        {way === 'phone' && !isSending && (
          <Button variant="text" onClick={() => attempt.run(askPhone)}>
            {t('shared.sign_in.send_a_new_code')}
          </Button>
        )}
        {choices
          .filter((other) => other.factorId !== factorId)
          .map((other) => (
            <Button key={other.factorId} variant="text" onClick={() => choose(other)}>
              {other.hasTwin
                ? t(METHOD_TEXT[other.way].otherNamed, { name: other.name })
                : t(METHOD_TEXT[other.way].other)}
            </Button>
          ))}
        <Button variant="text" onClick={onSignOut}>
          {t('shared.sign_in.start_over')}
        </Button>
      </AttemptEnd>
    </AttemptForm>
  );
}

function phoneText(
  { phone }: Choice,
  { isSending, leaves }: { isSending: boolean; leaves: boolean },
): string {
  const values = phone
    ? ({ phone: 'known', digits: phone.slice(-3) } as const)
    : ({ phone: 'unknown', digits: '' } as const);
  if (!leaves)
    return isSending
      ? t('shared.sign_in.we_will_create_a_code', values)
      : t('shared.sign_in.a_code_is_ready_at_the_studio', values);
  return isSending
    ? t('shared.sign_in.we_will_send_a_code', values)
    : t('shared.sign_in.a_code_is_on_its_way_to_phone', values);
}
