import { t } from '#app/language/messages.ts';
import { Button } from '#app/ui/button.tsx';

interface AddToggleProps {
  label: string;
  isOpen: boolean;
  onToggle(isOpen: boolean): void;
}

/** Opens and closes the panel in which things are added to the page. */
export function AddToggle({ label, isOpen, onToggle }: AddToggleProps) {
  return (
    <Button variant="primary" size="sm" aria-expanded={isOpen} onClick={() => onToggle(!isOpen)}>
      {isOpen ? t('dashboard.common.close') : label}
    </Button>
  );
}
