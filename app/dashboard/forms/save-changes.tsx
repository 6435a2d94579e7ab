import type { ComponentProps } from 'react';
import { t } from '#app/language/messages.ts';
import { Button } from '#app/ui/button.tsx';

interface SaveChangesProps {
  /** Label of the button that sends the form. */
  submit?: string;
  size?: ComponentProps<typeof Button>['size'];
  isBusy: boolean;
}

/** The end of a form of settings. */
export function SaveChanges(props: SaveChangesProps) {
  const { submit = t('dashboard.common.save_changes'), size = 'default', isBusy } = props;
  return (
    <div className="owner-end">
      <Button variant="primary" size={size} type="submit" busy={isBusy}>
        {submit}
      </Button>
    </div>
  );
}
