// The step after a code was sent. Typing it, or opening the link in the same message, does the same.

import { type ReactNode, useState } from 'react';
import { t } from '#app/language/messages.ts';
import { Button } from '#app/ui/button.tsx';
import { AttemptEnd, AttemptForm } from './attempt-form.tsx';
import { CodeField } from './fields.tsx';
import { FieldError, useAttempt } from './use-attempt.ts';

interface CodeStepProps {
  /** What was sent where, in a sentence. */
  children: ReactNode;
  label?: string;
  submit: string;
  verify(code: string): Promise<void>;
  resend?: () => Promise<void>;
  /** Shown once another code was created. */
  againLabel?: string;
  /** Back to where the code was asked for. */
  onBack?: () => void;
  backLabel?: string;
}

export function CodeStep({
  children,
  label,
  submit,
  verify,
  resend,
  againLabel = t('shared.sign_in.a_new_code_is_on_its_way'),
  onBack,
  backLabel = t('shared.sign_in.back'),
}: CodeStepProps) {
  const attempt = useAttempt();
  const [isResent, setResent] = useState(false);

  const send = attempt.onSubmit(async () => {
    const code = attempt.typed('code').replace(/[\s-]/g, '');
    if (code === '') throw new FieldError('code', t('shared.sign_in.enter_the_code_from_the_message'));
    await verify(code);
  });
  const again = () =>
    attempt.run(async () => {
      setResent(false);
      await resend?.();
      setResent(true);
    });

  return (
    <AttemptForm attempt={attempt} onSubmit={send}>
      <div className="account-text">{children}</div>
      <CodeField label={label} error={attempt.errorOf('code')} autoFocus />
      <AttemptEnd attempt={attempt} submit={submit} size="lg">
        {resend && (
          <Button variant="text" onClick={again}>
            {t('shared.sign_in.send_a_new_code')}
          </Button>
        )}
        {onBack && (
          <Button variant="text" onClick={onBack}>
            {backLabel}
          </Button>
        )}
      </AttemptEnd>
      <p role="status" className="account-note">
        {isResent ? againLabel : ''}
      </p>
    </AttemptForm>
  );
}
