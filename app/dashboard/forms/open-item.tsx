// A list in which one item at a time is open for editing, and the buttons of its form.
import { useState } from 'react';
import { Button } from '#app/ui/button.tsx';

export function useOpenItem() {
  const [openId, setOpenId] = useState<string | null>(null);
  return {
    isOpen: (id: string) => openId === id,
    toggle: (id: string) => setOpenId(openId === id ? null : id),
    close: () => setOpenId(null),
  };
}

interface ChangeButtonProps {
  name: string;
  isOpen: boolean;
  onToggle(): void;
}

export function ChangeButton({ name, isOpen, onToggle }: ChangeButtonProps) {
  return (
    <Button variant="link" size="sm" aria-label={`Edit ${name}`} aria-expanded={isOpen} onClick={onToggle}>
      {isOpen ? 'Close' : 'Edit'}
    </Button>
  );
}

interface FormEndProps {
  /** "Add room", for a new item. */
  add: string | null;
  isBusy: boolean;
  /** Absent if the item cannot be removed. */
  onRemove?: () => void;
}

export function FormEnd({ add, isBusy, onRemove }: FormEndProps) {
  return (
    <span className="dash-row-actions">
      <Button variant={add ? 'tertiary' : 'primary'} size="sm" type="submit" busy={isBusy}>
        {add ?? 'Save changes'}
      </Button>
      {onRemove && (
        <Button variant="link" size="sm" onClick={onRemove}>
          Remove
        </Button>
      )}
    </span>
  );
}
