// The list of keyboard shortcuts, and the switch that turns single-key shortcuts off.

import { useState } from 'react';
import { t } from '#app/language/messages.ts';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import type { Role } from '#contracts/visitor.ts';
import { sectionLabel } from '../sections.ts';
import { useStudio } from '../use-studio.ts';
import { sectionsWithKeys } from './shortcuts.ts';
import { areSingleKeysOn, setSingleKeys } from './single-keys.ts';

export default function ShortcutSheet({ roles, onClose }: { roles: Role[]; onClose(): void }) {
  const [isOn, setOn] = useState(areSingleKeysOn);
  const { sections } = useStudio();
  const isApple = /Mac|iPhone|iPad/.test(navigator.platform);
  const commandKey = isApple ? '⌘' : t('dashboard.command_palette.ctrl');
  const keys: [string[], string][] = [
    [[commandKey, 'K'], t('dashboard.command_palette.find_anything')],
    [['/'], t('dashboard.command_palette.the_same')],
    [['?'], t('dashboard.command_palette.show_this_list')],
    [[t('dashboard.command_palette.esc')], t('dashboard.command_palette.close_the_dialog')],
    ...sectionsWithKeys(roles, sections.open).map(({ key, section }): [string[], string] => [
      ['g', key],
      sectionLabel(section),
    ]),
  ];
  return (
    <Dialog
      title={t('dashboard.command_palette.keyboard_shortcuts')}
      size="wide"
      className="shortcuts"
      closesOutside
      onClose={onClose}
    >
      <dl className="key-list">
        {keys.map(([caps, label]) => (
          <div key={caps.join(' ')}>
            <dt>
              {caps.map((cap) => (
                <kbd key={cap}>{cap}</kbd>
              ))}
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      </dl>
      <Checkbox
        label={t('dashboard.command_palette.single_key_shortcuts')}
        hint={t('dashboard.command_palette.when_off_only_key_k_works', { key: commandKey })}
        checked={isOn}
        onChange={({ currentTarget }) => {
          setSingleKeys(currentTarget.checked);
          setOn(currentTarget.checked);
        }}
      />
    </Dialog>
  );
}
