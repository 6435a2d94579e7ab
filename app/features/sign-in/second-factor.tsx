// The second factor: the authenticator app, a security key, a phone, or a recovery code. Until it is verified, the
// session has no access.

import { type FormEvent, useEffect, useRef, useState } from 'react';
import { t } from '#app/language/messages.ts';
import { Button } from '#app/ui/button.tsx';
import { Progress } from '#app/ui/progress.tsx';
import { AttemptEnd } from './attempt-end.tsx';
import { useSendsCodes } from './code-text.ts';
import { describeAuthError } from './describe-auth-error.ts';
import { CodeField, FormMessage } from './fields.tsx';
import { forgetPhoneChallenge, savedPhoneChallenge } from './phone-challenge.ts';
import { type Choice, challengePhone, type FactorMethod, listChoices, prove } from './prove-factor.ts';
import { FieldError, typed, useAttempt } from './use-attempt.ts';

const methodText: Record<FactorMethod, { label: string; lead: string; other: string }> = {
  totp: {
    label: 'Code from your app',
    lead: 'Open your authenticator app and enter the six-digit code for this studio.',
    other: 'Use the authenticator app',
  },
  webauthn: {
    label: '',
    lead: 'Connect your security key, then press the button.',
    other: 'Use the security key',
  },
  phone: { label: 'Code from the message', lead: '', other: 'Use a message to my phone' },
  recovery_code: {
    label: 'Recovery code',
    lead: 'One of the recovery codes you saved when you set this up. Each works once.',
    other: 'Use a recovery code',
  },
};

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
  const form = useRef<HTMLFormElement>(null);
  const attempt = useAttempt(form);
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
  const submit = (event: FormEvent) => {
    event.preventDefault();
    attempt.run(async () => {
      if (isSending) return askPhone();
      const code = typed(form.current, 'code').replace(/\s/g, '');
      if (way !== 'webauthn' && code === '') throw new FieldError('code', t('shared.sign_in.enter_the_code'));
      await prove(chosen, code, challengeId);
      forgetPhoneChallenge();
      onDone();
    });
  };

  return (
    <form ref={form} className="account-form" method="post" data-program="" onSubmit={submit} noValidate>
      <p className="account-text">
        {way === 'phone' ? phoneText(chosen, { isSending, leaves: sends.phone }) : methodText[way].lead}
      </p>
      {way !== 'webauthn' && !isSending && (
        <CodeField
          key={factorId}
          label={methodText[way].label}
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
              {methodText[other.way].other}
              {other.hasTwin && ` “${other.name}”`}
            </Button>
          ))}
        <Button variant="text" onClick={onSignOut}>
          {t('shared.sign_in.start_over')}
        </Button>
      </AttemptEnd>
    </form>
  );
}

function phoneText(
  { phone }: Choice,
  { isSending, leaves }: { isSending: boolean; leaves: boolean },
): string {
  const which = phone
    ? t('shared.sign_in.the_phone_ending_in_phone', { phone: phone.slice(-3) })
    : t('shared.sign_in.the_phone_you_registered');
  if (!leaves)
    return isSending
      ? t('shared.sign_in.we_will_create_a_six_digit', { which })
      : t('shared.sign_in.a_six_digit_code_for_which', { which });
  return isSending
    ? t('shared.sign_in.we_will_send_a_six_digit', { which })
    : t('shared.sign_in.a_six_digit_code_is_on', { which });
}
