// One setting: its value, and a form that opens below it.
import { type ReactNode, useId, useState } from 'react';
import { Button } from '#app/ui/button.tsx';

interface SettingRowProps {
  label: string;
  value: ReactNode;
  /** Label of the button that opens the form. */
  change: string;
  /** Renders the form; call `close` when done. */
  children: (close: () => void) => ReactNode;
}

const CLOSE = 'Close';

export function SettingRow({ label, value, change, children }: SettingRowProps) {
  const [isOpen, setOpen] = useState(false);
  const formId = useId();
  return (
    <li className="setting">
      <div className="setting-line">
        <span className="setting-label">{label}</span>
        <span className="setting-value">{value}</span>
        <Button
          variant="link"
          size="sm"
          aria-expanded={isOpen}
          aria-controls={formId}
          aria-label={`${isOpen ? CLOSE : change} ${label.toLowerCase()}`}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? CLOSE : change}
        </Button>
      </div>
      <div id={formId} hidden={!isOpen} className="setting-form">
        {isOpen && children(() => setOpen(false))}
      </div>
    </li>
  );
}
