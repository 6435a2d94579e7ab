import type { ComponentProps, ReactNode } from 'react';
import { t } from '#app/language/messages.ts';
import { Button } from '#app/ui/button.tsx';

interface FormEndProps {
  /** Label of the button that sends the form. */
  submit?: string;
  variant?: ComponentProps<typeof Button>['variant'];
  isBusy: boolean;
  /** What else can be done. */
  children?: ReactNode;
}

/** The buttons below a form of the radio. */
export function FormEnd(props: FormEndProps) {
  const { submit = t('dashboard.common.save_changes'), variant = 'primary', isBusy, children } = props;
  return (
    <div className="track-form-end">
      <Button variant={variant} size="sm" type="submit" busy={isBusy}>
        {submit}
      </Button>
      {children}
    </div>
  );
}
