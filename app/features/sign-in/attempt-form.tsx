import { clsx } from 'clsx';
import type { ComponentProps, ReactNode } from 'react';
import { t } from '#app/language/messages.ts';
import { Button } from '#app/ui/button.tsx';
import { FormMessage } from './fields.tsx';
import type { Attempt } from './use-attempt.ts';

type AttemptFormProps = Omit<ComponentProps<'form'>, 'ref'> & { attempt: Attempt };

/** A form with a server call. Before the program runs, and without it, nothing typed goes into the address. */
export function AttemptForm({ attempt, className, ...props }: AttemptFormProps) {
  return (
    <form
      ref={attempt.form}
      className={clsx('account-form', className)}
      method="post"
      data-program=""
      noValidate
      {...props}
    />
  );
}

interface AttemptEndProps extends Pick<ComponentProps<typeof Button>, 'variant' | 'size'> {
  attempt: Attempt;
  /** Label of the button that sends the form. */
  submit: string;
  onCancel?: () => void;
  /** Buttons and links beside it. */
  children?: ReactNode;
}

/** Its end: the error that concerns all of it, and its buttons. */
export function AttemptEnd({
  attempt,
  submit,
  size,
  variant = size === 'lg' ? 'primary' : 'secondary',
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
