import { t } from '#app/language/messages.ts';
import { Button } from '#app/ui/button.tsx';

/** The end of a form of settings. */
export function SaveChanges({ isBusy }: { isBusy: boolean }) {
  return (
    <div className="owner-end">
      <Button variant="primary" type="submit" busy={isBusy}>
        {t('dashboard.common.save_changes')}
      </Button>
    </div>
  );
}
