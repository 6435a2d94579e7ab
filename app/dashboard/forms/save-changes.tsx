import { Button } from '#app/ui/button.tsx';

/** The end of a form of settings. */
export function SaveChanges({ isBusy }: { isBusy: boolean }) {
  return (
    <div className="owner-end">
      <Button variant="primary" type="submit" busy={isBusy}>
        Save changes
      </Button>
    </div>
  );
}
