import { Button } from '#app/ui/button.tsx';

interface FormAlertProps {
  message: string | undefined;
  /** Sends the same form once more, where that may help. */
  onRetry?: (() => void) | undefined;
}

/** What is wrong with the whole form, or how much of it: announced when it appears, and reachable by the keyboard. */
export function FormAlert({ message, onRetry }: FormAlertProps) {
  if (!message) return null;
  return (
    <div className="form-error" role="alert" tabIndex={-1}>
      {message}
      {onRetry && (
        <>
          {' '}
          <Button variant="link" onClick={onRetry}>
            Try again
          </Button>
        </>
      )}
    </div>
  );
}
