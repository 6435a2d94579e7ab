// One setting: its value, and a form that opens below it.

import { type ReactNode, useId, useState } from 'react';
import { t } from '#app/language/messages.ts';
import { LinkButton } from '#app/ui/button.tsx';

interface SettingRowProps {
  label: string;
  value: ReactNode;
  /** Whether there is a value to change; otherwise one can be added. */
  isSet: boolean;
  /** The button's name for screen readers: "Change email". */
  actionLabel: (action: 'change' | 'add' | 'close') => string;
  /** Renders the form; call `close` when done. */
  children: (close: () => void) => ReactNode;
}

const actionLabels = {
  change: 'dashboard.security.change',
  add: 'dashboard.security.add',
  close: 'dashboard.common.close',
} as const;

export function SettingRow({ label, value, isSet, actionLabel, children }: SettingRowProps) {
  const [isOpen, setOpen] = useState(false);
  const formId = useId();
  const action = isOpen ? 'close' : isSet ? 'change' : 'add';
  return (
    <li className="setting">
      <div className="setting-line">
        <span className="setting-label">{label}</span>
        <span className="setting-value">{value}</span>
        <LinkButton
          aria-expanded={isOpen}
          aria-controls={formId}
          aria-label={actionLabel(action)}
          onClick={() => setOpen(!isOpen)}
        >
          {t(actionLabels[action])}
        </LinkButton>
      </div>
      <div id={formId} hidden={!isOpen} className="setting-form">
        {isOpen && children(() => setOpen(false))}
      </div>
    </li>
  );
}
