// A list of the house in which one thing at a time is open for changing, and the end of the form that changes it.
import { useState } from 'react';
import { Button } from '#app/ui/button.tsx';

export function useOneOpen() {
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
    <Button variant="link" size="sm" aria-label={`Change ${name}`} aria-expanded={isOpen} onClick={onToggle}>
      {isOpen ? 'Close' : 'Change'}
    </Button>
  );
}

interface FormEndProps {
  /** "Add the room", when it is a new one. */
  add: string | null;
  isBusy: boolean;
  /** Missing where nothing can be removed. */
  onRemove?: () => void;
}

export function FormEnd({ add, isBusy, onRemove }: FormEndProps) {
  return (
    <span className="dash-row-actions">
      <Button variant={add ? 'tertiary' : 'primary'} size="sm" type="submit" busy={isBusy}>
        {add ?? 'Keep'}
      </Button>
      {onRemove && (
        <Button variant="link" size="sm" onClick={onRemove}>
          Remove
        </Button>
      )}
    </span>
  );
}
