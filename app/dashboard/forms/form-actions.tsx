import type { ComponentProps } from 'react';
import { t } from '#app/language/messages.ts';
import { Button, LinkButton } from '#app/ui/button.tsx';

interface FormActionsProps {
  /** Label of the button that sends the form. */
  submit: string;
  variant?: ComponentProps<typeof Button>['variant'];
  isBusy: boolean;
  cancel?: string;
  onCancel(): void;
}

/** The end of a form that was opened in its place: send or close it. */
export function FormActions(props: FormActionsProps) {
  const { submit, variant = 'primary', isBusy, cancel = t('dashboard.common.cancel'), onCancel } = props;
  return (
    <div className="dash-form-actions">
      <Button variant={variant} size="sm" type="submit" busy={isBusy}>
        {submit}
      </Button>
      <LinkButton onClick={onCancel}>{cancel}</LinkButton>
    </div>
  );
}
