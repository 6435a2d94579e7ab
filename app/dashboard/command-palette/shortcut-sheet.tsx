// Every key of the dashboard on one sheet, and the switch that turns the letters off.
import { useState } from 'react';
import { Checkbox } from '#app/ui/checkbox.tsx';
import type { Role } from '#contracts/visitor.ts';
import { Sheet } from '../layout/sheet.tsx';
import { sectionsWithKeys } from './shortcuts.ts';
import { areSingleKeysOn, setSingleKeys } from './single-keys.ts';

export default function ShortcutSheet({ roles, onClose }: { roles: Role[]; onClose(): void }) {
  const [isOn, setOn] = useState(areSingleKeysOn);
  const isApple = /Mac|iPhone|iPad/.test(navigator.platform);
  const keys: [string[], string][] = [
    [[isApple ? '⌘' : 'Ctrl', 'K'], 'Find anything, go anywhere'],
    [['/'], 'The same'],
    [['?'], 'These keys'],
    [['Esc'], 'Close what lies on top'],
    ...sectionsWithKeys(roles).map(({ key, area }): [string[], string] => [['g', key], area.label]),
  ];
  return (
    <Sheet title="Keys" onClose={onClose}>
      <dl className="key-list">
        {keys.map(([caps, words]) => (
          <div key={caps.join(' ')}>
            <dt>
              {caps.map((cap) => (
                <kbd key={cap}>{cap}</kbd>
              ))}
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      <Checkbox
        label="Letters do something"
        hint="Switched off, only the command key works."
        checked={isOn}
        onChange={({ currentTarget }) => {
          setSingleKeys(currentTarget.checked);
          setOn(currentTarget.checked);
        }}
      />
    </Sheet>
  );
}
