import type { ComponentProps, ReactNode } from 'react';
import { t } from '#app/language/messages.ts';
import { Button } from '#app/ui/button.tsx';
import { FormMessage } from './fields.tsx';
import type { Attempt } from './use-attempt.ts';

interface AttemptEndProps extends Pick<ComponentProps<typeof Button>, 'variant' | 'size'> {
  attempt: Attempt;
  /** Label of the button that sends the form. */
  submit: string;
  onCancel?: () => void;
  /** Buttons and links beside it. */
  children?: ReactNode;
}

/** The end of a form with a server call: the error that concerns all of it, and its buttons. */
export function AttemptEnd({
  attempt,
  submit,
  variant = 'primary',
  size,
  onCancel,
  children,
}: AttemptEndProps) {
  return (
    <>
      <FormMessage message={attempt.errorOf('form')} />
      <div className="account-actions">
        <Button variant={variant} size={size} type="submit" busy={attempt.isBusy}>
          {submit}
        </Button>
        {onCancel && (
          <Button variant="text" onClick={onCancel}>
            {t('shared.sign_in.cancel')}
          </Button>
        )}
        {children}
      </div>
    </>
  );
}
