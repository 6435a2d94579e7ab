import { t } from '#app/language/messages.ts';
import { Button } from '#app/ui/button.tsx';

interface FormAlertProps {
  message: string | undefined;
  /** Sends the same form again, where that may help. */
  onRetry?: (() => void) | undefined;
}

/** The error of the whole form, or the number of errors: announced when it appears, and focusable. */
export function FormAlert({ message, onRetry }: FormAlertProps) {
  if (!message) return null;
  return (
    <div className="form-error" role="alert" tabIndex={-1}>
      {message}
      {onRetry && (
        <>
          {' '}
          <Button variant="link" onClick={onRetry}>
            {t('site.common.try_again')}
          </Button>
        </>
      )}
    </div>
  );
}
