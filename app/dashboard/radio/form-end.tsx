import type { ReactNode } from 'react';
import { t } from '#app/language/messages.ts';
import { Button } from '#app/ui/button.tsx';

interface FormEndProps {
  /** Label of the button that sends the form. */
  submit?: string;
  isBusy: boolean;
  /** What else can be done. */
  children?: ReactNode;
}

/** The buttons below a form of the radio. */
export function FormEnd({ submit = t('dashboard.common.save_changes'), isBusy, children }: FormEndProps) {
  return (
    <div className="track-form-end">
      <Button variant="primary" size="sm" type="submit" busy={isBusy}>
        {submit}
      </Button>
      {children}
    </div>
  );
}
